import type { Outcome } from './outcomes.ts';

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

/** `partial` unless every resource failed. `newest` decides alone if there are no counts. */
export function requestGroupOutcome({ failedResources, resources }: GroupResources, newest: Outcome): Outcome {
  if (resources === 0 || (newest !== 'failed' && newest !== 'partial')) return newest;
  return newest === 'failed' && failedResources >= resources ? 'failed' : 'partial';
}
