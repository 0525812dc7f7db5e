/**
 * What really happened, computed from an event's content. An envelope's `state` alone never decides a request: the
 * service sends COMPLETED when resources failed. What the content does not say stays `unknown`, never green.
 * Source: `service-spec.md` "States and transitions", "Events" rules 3 and 4; `product.md` "Traps" 1 and 3.
 */
import {
  EARLIER_STEPS,
  EVENT_STATES,
  FINAL_STEPS,
  REQUEST_STATES,
  RESOURCE_STATES,
} from '../service/notification-words.ts';
import type { Outcome } from './event.ts';

export interface Verdict {
  readonly outcome: Outcome;
  /** Where the event says two things that cannot both be true, in words. */
  readonly contradictions: readonly string[];
}

export interface LocalizationFacts {
  readonly operation: string | null;
  readonly state: string | null;
  /** The first error code, of the message or of its detailed errors. */
  readonly errorCode: string | null;
}

export function localizationOutcome({ operation, state, errorCode }: LocalizationFacts): Verdict {
  if (state === 'FAILED') return { outcome: 'failed', contradictions: [] };
  if (errorCode !== null && state !== null && EVENT_STATES.has(state))
    return { outcome: 'unknown', contradictions: [`errorCode ${errorCode} beside state ${state}`] };
  return { outcome: localizationProgress(operation, state), contradictions: [] };
}

function localizationProgress(operation: string | null, state: string | null): Outcome {
  if (operation === null) return 'unknown';
  const isFinal = FINAL_STEPS.has(operation);
  if (!isFinal && !EARLIER_STEPS.has(operation)) return 'unknown';
  if (state === 'COMPLETED') return isFinal ? 'succeeded' : 'in-progress';
  return state === 'IN_PROGRESS' ? 'in-progress' : 'unknown';
}

/** `subscriptionRequestResourceCounters`; a counter that is not there is 0. */
export interface RequestCounters {
  readonly inProgress: number;
  readonly pending: number;
  readonly canceled: number;
  readonly rejected: number;
  readonly completed: number;
  readonly failed: number;
}

export interface ResourceFacts {
  readonly state: string | null;
  readonly hasFailureInfos: boolean;
}

export interface RequestFacts {
  readonly operationKnown: boolean;
  /** The envelope's. */
  readonly state: string | null;
  readonly requestState: string | null;
  readonly size: number | null;
  readonly counters: RequestCounters | null;
  readonly resources: readonly ResourceFacts[] | null;
  /** `subscriptionRequestFailureInfos` is there and not empty. */
  readonly hasFailureInfos: boolean;
}

export interface RequestVerdict extends Verdict {
  /** Resources in the request: `size`, else as many as are counted or listed; `null` where nothing tells. */
  readonly resourceCount: number | null;
  /** Rejected resources count as failed. `null` where nothing tells. */
  readonly failedCount: number | null;
}

export function requestOutcome(facts: RequestFacts): RequestVerdict {
  const { counters, resources, size } = facts;
  const counted = counters === null ? null : sum(counters);
  const resourceCount = size ?? largest(counted, resources?.length ?? null);
  const failedByCounters = counters === null ? null : counters.failed + counters.rejected;
  const failedByResources = resources === null ? null : resources.filter(resourceFailed).length;
  const failedCount = largest(failedByCounters, failedByResources);

  const contradictions: string[] = [];
  if (size !== null && counted !== null && counted !== size)
    contradictions.push(`counters add up to ${counted}, size is ${size}`);
  if (failedByCounters !== null && failedByResources !== null && failedByCounters !== failedByResources)
    if (resources?.length === resourceCount)
      contradictions.push(`${failedByCounters} failed by the counters, ${failedByResources} by the resources`);
  if (resources?.some((resource) => resource.state === 'COMPLETED' && resource.hasFailureInfos) === true)
    contradictions.push('resourceFailureInfos beside resourceState COMPLETED');

  const outcome = decideRequest(facts, resourceCount, failedCount, contradictions);
  return { outcome, resourceCount, failedCount, contradictions };
}

/** Failures first: whichever place shows them, they are never hidden by another that does not. */
function decideRequest(
  facts: RequestFacts,
  resourceCount: number | null,
  failedCount: number | null,
  contradictions: string[],
): Outcome {
  const { counters, requestState, resources, state } = facts;
  if (failedCount !== null && failedCount > 0) {
    if (requestState === 'COMPLETED') contradictions.push(`${failedCount} failed, subscriptionRequestState COMPLETED`);
    return resourceCount !== null && failedCount >= resourceCount ? 'failed' : 'partial';
  }
  if (requestState === 'COMPLETED_WITH_FAILURES') {
    if (failedCount === 0) contradictions.push('none failed, subscriptionRequestState COMPLETED_WITH_FAILURES');
    return 'partial';
  }
  if (facts.hasFailureInfos) {
    contradictions.push('subscriptionRequestFailureInfos, none failed');
    return 'partial';
  }
  if (counters !== null && counters.inProgress + counters.pending > 0) return 'in-progress';
  if (!facts.operationKnown || requestState === null || !REQUEST_STATES.has(requestState)) return 'unknown';
  if (state !== null && state !== 'COMPLETED') {
    if (EVENT_STATES.has(state)) contradictions.push(`state ${state}, subscriptionRequestState ${requestState}`);
    return 'unknown';
  }
  if (resources?.some((resource) => resource.state !== null && !RESOURCE_STATES.has(resource.state)) === true)
    return 'unknown';
  return allAccountedFor(facts, resourceCount) ? 'succeeded' : 'unknown';
}

/** No resource is left over that neither the counters nor the list call completed (cancelled ones are). */
function allAccountedFor({ counters, resources }: RequestFacts, resourceCount: number | null): boolean {
  if (counters === null && (resources === null || resources.length === 0)) return true;
  if (counters?.completed === resourceCount) return true;
  return resources?.length === resourceCount && resources.every((resource) => resource.state === 'COMPLETED');
}

function resourceFailed(resource: ResourceFacts): boolean {
  return resource.state === 'FAILED' || resource.hasFailureInfos;
}

function sum(counters: RequestCounters): number {
  const { inProgress, pending, canceled, rejected, completed, failed } = counters;
  return inProgress + pending + canceled + rejected + completed + failed;
}

function largest(first: number | null, second: number | null): number | null {
  if (first === null || second === null) return first ?? second;
  return Math.max(first, second);
}
