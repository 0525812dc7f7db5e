/**
 * COMPLETED in the envelope is never a success of a request: the service sends it even if resources failed. FAILED
 * counts wherever it is; missing content never improves an outcome. Source: `docs/service.md` §4.1, §5.3, §6.3, §10.1,
 * §10.3.
 */
import {
  EARLIER_STEPS,
  EVENT_STATES,
  FINAL_STEPS,
  REQUEST_STATES,
  RESOURCE_STATES,
} from '../../service/event-vocabulary.ts';
import type { RequestCounters, ResourceStatus } from '../../service/request-message.ts';
import { type Outcome, worstFirst } from './outcomes.ts';

export interface OutcomeResult {
  readonly outcome: Outcome;
  readonly contradictions: readonly string[];
}

export function worstOutcome(outcomes: readonly (Outcome | null)[]): Outcome | null {
  return worstFirst.find((outcome) => outcomes.includes(outcome)) ?? null;
}

export interface LocalizationOutcomeInput {
  readonly operation: string | null;
  readonly state: string | null;
  readonly errorCode: string | null;
  readonly hasError: boolean;
}

export function localizationOutcome({
  operation,
  state,
  errorCode,
  hasError,
}: LocalizationOutcomeInput): OutcomeResult {
  if (state === 'FAILED') return { outcome: 'failed', contradictions: [] };
  if (hasError && state !== null && EVENT_STATES.has(state)) {
    const error = errorCode === null ? 'an error' : `errorCode ${errorCode}`;
    return { outcome: 'unknown', contradictions: [`${error} beside state ${state}`] };
  }
  return { outcome: localizationProgress(operation, state), contradictions: [] };
}

function localizationProgress(operation: string | null, state: string | null): Outcome {
  if (operation === null) return 'unknown';
  const isFinal = FINAL_STEPS.has(operation);
  if (!isFinal && !EARLIER_STEPS.has(operation)) return 'unknown';
  if (state === 'COMPLETED') return isFinal ? 'succeeded' : 'in-progress';
  return state === 'IN_PROGRESS' ? 'in-progress' : 'unknown';
}

export interface RequestOutcomeInput {
  readonly isOperationKnown: boolean;
  readonly state: string | null;
  readonly requestState: string | null;
  readonly size: number | null;
  readonly counters: RequestCounters | null;
  readonly resources: readonly ResourceStatus[] | null;
  readonly hasFailureInfos: boolean;
}

export interface RequestOutcomeResult extends OutcomeResult {
  /** Resources of the request: `size`, otherwise the number counted or listed; null if not known. */
  readonly resourceCount: number | null;
  /** At least this many failed; rejected resources count as failed. Null if not known. */
  readonly failedCount: number | null;
}

export function requestOutcome(input: RequestOutcomeInput): RequestOutcomeResult {
  const { counters, resources, size } = input;
  const counted = counters === null ? null : sum(Object.values(counters));
  const listed = resources === null || resources.length === 0 ? null : resources.length;
  const resourceCount = size ?? largest(counted, listed);
  const failedByCounters = counters === null ? null : failedByCounter(counters);
  const failedByResources = resources === null ? null : failedInList(resources, size);
  const failedCount = largest(failedByCounters, failedByResources);

  const contradictions: string[] = [];
  if (size !== null && counted !== null && counted !== size)
    contradictions.push(`counters add up to ${counted}, size is ${size}`);
  if (failedByCounters !== null && failedByResources !== null && failedByCounters !== failedByResources)
    if (listed === resourceCount)
      contradictions.push(`${failedByCounters} failed by the counters, ${failedByResources} by the resources`);
  if (resources?.some((resource) => resource.state === 'COMPLETED' && resource.hasFailureInfos) === true)
    contradictions.push('resourceFailureInfos beside resourceState COMPLETED');

  const outcome = decideRequest(input, resourceCount, failedCount, contradictions);
  return { outcome, resourceCount, failedCount, contradictions };
}

/** Checks failures first, so that a failure in one place is never hidden by another place that does not show it. */
function decideRequest(
  input: RequestOutcomeInput,
  resourceCount: number | null,
  failedCount: number | null,
  contradictions: string[],
): Outcome {
  const { counters, requestState, resources, state } = input;
  const reportsFailure = state === 'FAILED' || requestState === 'FAILED';
  if (failedCount !== null && failedCount > 0) {
    if (requestState === 'COMPLETED') contradictions.push(`${failedCount} failed, subscriptionRequestState COMPLETED`);
    if (reportsFailure && !someCompleted(input)) return 'failed';
    return resourceCount !== null && failedCount >= resourceCount ? 'failed' : 'partial';
  }
  if (reportsFailure) {
    if (requestState === 'COMPLETED') contradictions.push('state FAILED, subscriptionRequestState COMPLETED');
    else if (failedCount === 0) contradictions.push('none failed, state FAILED');
    return 'failed';
  }
  if (requestState === 'COMPLETED_WITH_FAILURES') {
    if (failedCount === 0) contradictions.push('none failed, subscriptionRequestState COMPLETED_WITH_FAILURES');
    return 'partial';
  }
  if (input.hasFailureInfos) {
    contradictions.push('subscriptionRequestFailureInfos, none failed');
    return 'partial';
  }
  if (counters !== null && (counters.inProgress ?? 0) + (counters.pending ?? 0) > 0) return 'in-progress';
  if (!input.isOperationKnown || requestState === null || !REQUEST_STATES.has(requestState)) return 'unknown';
  if (state !== 'COMPLETED') {
    if (state !== null && EVENT_STATES.has(state))
      contradictions.push(`state ${state}, subscriptionRequestState ${requestState}`);
    return 'unknown';
  }
  if (resources?.some((resource) => resource.state !== null && !RESOURCE_STATES.has(resource.state)) === true)
    return 'unknown';
  return allCompleted(input) ? 'succeeded' : 'unknown';
}

/** True if all `size` resources are completed, by the counters or by the list; false if a counter cannot be read. */
function allCompleted({ counters, resources, size }: RequestOutcomeInput): boolean {
  if (size === null) return false;
  if (counters !== null && sum(Object.values(counters)) === null) return false;
  if (counters?.completed === size) return true;
  return size > 0 && resources?.length === size && resources.every((resource) => resource.state === 'COMPLETED');
}

function someCompleted({ counters, resources }: RequestOutcomeInput): boolean {
  if ((counters?.completed ?? 0) > 0) return true;
  return resources?.some((resource) => resource.state === 'COMPLETED' && !resource.hasFailureInfos) === true;
}

function failedByCounter({ failed, rejected }: RequestCounters): number | null {
  const count = (failed ?? 0) + (rejected ?? 0);
  return count > 0 || (failed !== null && rejected !== null) ? count : null;
}

/** Returns null if the list shows no failure but may be incomplete. */
function failedInList(resources: readonly ResourceStatus[], size: number | null): number | null {
  const failed = resources.filter((resource) => resource.state === 'FAILED' || resource.hasFailureInfos).length;
  const isComplete = resources.length > 0 && resources.length >= (size ?? 0);
  return failed > 0 || isComplete ? failed : null;
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
}

function largest(first: number | null, second: number | null): number | null {
  if (first === null || second === null) return first ?? second;
  return Math.max(first, second);
}
