/** Words for a group of change requests, the same in Watch, in alarms and in the shift report. */
import type { Outcome } from '../domain/event/outcomes.ts';
import type { GroupResources } from '../domain/event/request-group.ts';
import { causeWords, changeName } from './case-words.ts';
import { countText } from './alarms/alarm-parts.ts';

/** "State change: 18 of 98 resources failed"; without counts "State change partly failed". */
export function requestGroupWords(operation: string | null, counts: GroupResources, outcome: Outcome): string {
  const failed = failedResourcesWords(counts);
  return failed === null ? causeWords({ kind: 'request', operation }, outcome) : `${changeName(operation)}: ${failed}`;
}

/** "18 of 98 resources failed", "all 98 resources failed"; null if there are no counts. */
export function failedResourcesWords({ failedResources, resources }: GroupResources): string | null {
  if (resources === 0 || failedResources === 0) return null;
  if (failedResources < resources) return `${countText(failedResources)} of ${countText(resources)} resources failed`;
  return resources === 1 ? 'its only resource failed' : `all ${countText(resources)} resources failed`;
}
