/** Outcome and counts of a group of change requests with one cause, the same for its alarm and its case group. */
import type { Outcome } from './outcomes.ts';

/** Resources of all requests of the group; 0 if no request has counts. */
export interface GroupResources {
  readonly failedResources: number;
  readonly resources: number;
}

export function requestResources({
  request,
}: {
  readonly request: { readonly failed: number | null; readonly size: number | null } | null;
}): GroupResources {
  return { failedResources: request?.failed ?? 0, resources: request?.size ?? 0 };
}

/**
 * Returns `partial` unless every resource failed. @param newest outcome of the newest request; used alone if there are
 * no counts
 */
export function requestGroupOutcome({ failedResources, resources }: GroupResources, newest: Outcome): Outcome {
  if (resources === 0 || (newest !== 'failed' && newest !== 'partial')) return newest;
  return newest === 'failed' && failedResources >= resources ? 'failed' : 'partial';
}
