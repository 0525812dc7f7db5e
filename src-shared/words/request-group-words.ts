/** The sentence of a group of change requests: the same in Watch, in the list of alarms and in a notification. */
import type { Outcome } from '../domain/outcomes.ts';
import type { GroupResources } from '../domain/request-group.ts';
import { causeWords, changeName } from './case-words.ts';
import { countText } from './alarm-parts.ts';

/** "State change: 18 of 98 resources failed"; without counts "State change partly failed". */
export function requestGroupWords(
  operation: string | null,
  { failedResources, resources }: GroupResources,
  outcome: Outcome,
): string {
  if (resources === 0 || failedResources === 0) return causeWords({ kind: 'request', operation }, outcome);
  const noun = resources === 1 ? 'resource' : 'resources';
  return failedResources >= resources
    ? `${changeName(operation)}: ${resources === 1 ? 'its only' : `all ${countText(resources)}`} ${noun} failed`
    : `${changeName(operation)}: ${countText(failedResources)} of ${countText(resources)} ${noun} failed`;
}
