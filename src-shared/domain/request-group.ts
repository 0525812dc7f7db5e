/** What a group of change requests with one cause comes to as a whole: the same for its alarm and for its case group. */
import type { Outcome } from './outcomes.ts';

/** Resources of all requests of the group; 0 where no request says. */
export interface GroupResources {
  readonly failedResources: number;
  readonly resources: number;
}

/** Of one request, as it counts for its group. */
export function requestResources({
  request,
}: {
  readonly request: { readonly failed: number | null; readonly size: number | null } | null;
}): GroupResources {
  return { failedResources: request?.failed ?? 0, resources: request?.size ?? 0 };
}

/** `partial` unless each resource failed. @param newest outcome of the newest request; used alone if there are no counts */
export function requestGroupOutcome({ failedResources, resources }: GroupResources, newest: Outcome): Outcome {
  if (resources === 0 || (newest !== 'failed' && newest !== 'partial')) return newest;
  return newest === 'failed' && failedResources >= resources ? 'failed' : 'partial';
}
