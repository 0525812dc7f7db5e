/**
 * How many resources of a request are done, failed, or told of by nobody. Whatever is missing or does not agree makes it
 * worse, never better (product.md, D1); the verdict itself is `domain/outcome.ts`'s.
 */
import { requestOutcome } from '../../../src-shared/domain/outcome.ts';
import { REQUEST_OPERATIONS } from '../../../src-shared/service/event-vocabulary.ts';
import type { RequestDocument } from '../../../src-shared/service/request-document.ts';

export interface RequestAccount {
  /** Resources in the request; `null` where nothing tells. */
  readonly size: number | null;
  /** So many at most. */
  readonly completed: number | null;
  /** So many at least; rejected ones, too. */
  readonly failed: number | null;
  /** Of the request those that neither counters nor list tell anything of. */
  readonly unaccounted: number | null;
  /** Size, counters and list are all there, and agree. */
  readonly consistent: boolean;
  readonly contradictions: readonly string[];
}

export function requestAccount({ operation, state, message, resources }: RequestDocument): RequestAccount {
  const operationKnown = operation !== null && REQUEST_OPERATIONS.has(operation);
  const verdict = requestOutcome({ ...message, operationKnown, state });
  const contradictions = [...verdict.contradictions];
  const { requestType, counters, size } = message;
  if (requestType !== null && operation !== null && requestType !== operation)
    contradictions.push(`subscriptionRequestType ${requestType}, operation ${operation}`);

  const counted = counters === null ? null : sum(Object.values(counters));
  const listed = resources?.length ?? null;
  const listedFailed = resources?.filter(({ failed }) => failed).length ?? null;
  const listedCompleted = resources?.filter(({ completed }) => completed).length ?? null;
  const told = resources?.filter((resource) => resource.failed || resource.state !== null).length ?? null;
  const whole = wholeOrNull(listedCompleted, listed, size);
  // A list that may be a part says how many it has: so many are done at least.
  const done = leastOf(counters?.completed ?? null, whole) ?? (counters === null ? listedCompleted : null);
  const room = verdict.resourceCount === null ? null : Math.max(0, verdict.resourceCount - (verdict.failedCount ?? 0));
  return {
    size: verdict.resourceCount,
    completed: done === null ? null : leastOf(done, room),
    failed: verdict.failedCount,
    unaccounted: size === null ? null : Math.max(0, size - Math.max(counted ?? 0, told ?? 0)),
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

/** Of a list that does not have all of them nothing is known of the rest. */
function wholeOrNull(count: number | null, listed: number | null, size: number | null): number | null {
  return listed !== null && listed > 0 && size !== null && listed >= size ? count : null;
}

function leastOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** `null` where one of them is unknown. */
function sum(counts: readonly (number | null)[]): number | null {
  return counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
}
