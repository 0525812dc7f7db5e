/** Counts the resources of a request. Missing or contradictory data makes it worse, never better (REQ-2). */
import { smallest } from '../lib/smallest.ts';
import { requestOutcome } from '../../../src-shared/domain/event/outcome.ts';
import { REQUEST_OPERATIONS } from '../../../src-shared/service/event-vocabulary.ts';
import type { RequestOutline } from '../../../src-shared/service/request-message.ts';

export interface RequestAccount {
  readonly size: number | null;
  /** Upper bound if there are counters or a complete list. */
  readonly completed: number | null;
  readonly failed: number | null;
  /** Resources of the request that neither the counters nor the list account for; null if the size is unknown. */
  readonly unaccounted: number | null;
  readonly consistent: boolean;
  readonly contradictions: readonly string[];
}

export function requestAccount({
  operation,
  state,
  message,
  resources,
}: Pick<RequestOutline, 'operation' | 'state' | 'message' | 'resources'>): RequestAccount {
  const isOperationKnown = operation !== null && REQUEST_OPERATIONS.has(operation);
  const verdict = requestOutcome({ ...message, isOperationKnown, state });
  const contradictions = [...verdict.contradictions];
  const { requestType, counters, size } = message;
  if (requestType !== null && operation !== null && requestType !== operation)
    contradictions.push(`subscriptionRequestType ${requestType}, operation ${operation}`);

  const counted = counters === null ? null : sum(Object.values(counters));
  const listed = resources?.length ?? null;
  const listedFailed = resources?.filter(({ failed }) => failed).length ?? null;
  const listedCompleted = resources?.filter(({ completed }) => completed).length ?? null;
  const reported = resources?.filter((resource) => resource.failed || resource.state !== null).length ?? null;
  const completeCount = countIfComplete(listedCompleted, listed, size);
  // Without counters, an incomplete list still shows how many resources are completed at least.
  const done = smallest(counters?.completed ?? null, completeCount) ?? (counters === null ? listedCompleted : null);
  const room = verdict.resourceCount === null ? null : Math.max(0, verdict.resourceCount - (verdict.failedCount ?? 0));
  return {
    size: verdict.resourceCount,
    completed: done === null ? null : smallest(done, room),
    failed: verdict.failedCount,
    unaccounted: size === null ? null : Math.max(0, size - Math.max(counted ?? 0, reported ?? 0)),
    consistent:
      contradictions.length === 0 &&
      size !== null &&
      counted === size &&
      listed === size &&
      listedCompleted === counters?.completed &&
      listedFailed === (counters?.failed ?? 0) + (counters?.rejected ?? 0),
    contradictions,
  };
}

/** Returns null for an incomplete list: the state of the other resources is unknown. */
function countIfComplete(count: number | null, listed: number | null, size: number | null): number | null {
  return listed !== null && listed > 0 && size !== null && listed >= size ? count : null;
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
}
