/** Names a failure group, the same in every list, dialog, notification and report. */
import type { Cause } from '../domain/cases/case-keys.ts';
import type { Outcome } from '../domain/event/outcomes.ts';
import type { GroupResources } from '../domain/event/request-group.ts';
import { causeWords, changeName } from './case-words.ts';
import { numberText } from './store-words.ts';

export interface NamedGroup extends GroupResources {
  readonly cause: Pick<Cause, 'kind' | 'operation'>;
  readonly outcome: Outcome;
}

export function failureGroupName({ cause, outcome, ...counts }: NamedGroup): string {
  const failed = cause.kind === 'request' ? failedResourcesWords(counts) : null;
  return failed === null ? causeWords(cause, outcome) : `${changeName(cause.operation)}: ${failed}`;
}

function failedResourcesWords({ failedResources, resources }: GroupResources): string | null {
  if (resources === 0 || failedResources === 0) return null;
  if (failedResources < resources) return `${numberText(failedResources)} of ${numberText(resources)} resources failed`;
  return resources === 1 ? 'its only resource failed' : `all ${numberText(resources)} resources failed`;
}
