/** What a group of change requests with one cause comes to as a whole: the same for its alarm and for its case group. */
import type { Outcome } from './outcomes.ts';

/** Resources of all requests of the group. */
export interface GroupResources {
  readonly failedResources: number;
  readonly resources: number;
}

/** `partial` unless each resource failed. @param newest outcome of the newest request; used alone if there are no counts */
export function requestGroupOutcome({ failedResources, resources }: GroupResources, newest: Outcome): Outcome {
  if (resources === 0 || (newest !== 'failed' && newest !== 'partial')) return newest;
  return newest === 'failed' && failedResources >= resources ? 'failed' : 'partial';
}
