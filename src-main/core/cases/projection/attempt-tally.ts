/**
 * Counts attempts and recovered cases by day. A change of a case moves its attempt from one count to another, so the
 * sums are exact at any position and with batches of any size.
 */
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { type Cause, parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import {
  combinationKey,
  dayOf,
  type DayTally,
  headOfNames,
  hourOf,
  isNothing,
  type NamedCounts,
} from '../../../../src-shared/domain/quality/day-tally.ts';
import { endingOf } from '../../../../src-shared/domain/quality/ending.ts';
import { recoveryClass, retryClass } from '../../../../src-shared/domain/quality/recovery-time.ts';
import type { CaseState } from '../../ports/case-projection.ts';

interface Counted {
  readonly day: number;
  readonly named: NamedCounts;
  readonly slot: number;
  readonly isWeakened: boolean;
  readonly completed: number;
  readonly failed: number;
}

/** Changed in place, because a batch has thousands of attempts. */
interface Change extends Pick<DayTally, 'day' | 'combination'> {
  readonly counts: { readonly slots: Record<number, number>; weakened: number; completed: number; failed: number };
}

/** By one value each, because making a text of all of them for each attempt takes three times as long. */
type ChangesBy = Map<string | number | null, ChangesBy | Change>;

export class AttemptTally {
  /** Ended gaps without reconnects that may overlap the attempts. */
  readonly #gaps: readonly Gap[];
  readonly #silenceMs: number;
  readonly #changes: Change[] = [];
  readonly #byValues: ChangesBy = new Map();

  constructor(gaps: readonly Gap[], silenceMs: number) {
    this.#gaps = gaps;
    this.#silenceMs = silenceMs;
  }

  /** @param before the same case before the event; null for a new one */
  add(before: CaseState | null, after: CaseState): void {
    // The attempt before a new one has its count and keeps it.
    const same = before?.run.number === after.run.number ? before : null;
    if (same === null || !isCountedAlike(same, after)) {
      if (same !== null) {
        this.#count(countedAttempt(same, this.#gaps, this.#silenceMs), -1);
        this.#count(recoveringRetry(same), -1);
      }
      this.#count(countedAttempt(after, this.#gaps, this.#silenceMs), 1);
      this.#count(recoveringRetry(after), 1);
    }
    if (before === null) return;
    if (isOpen(before) && hasRecovered(after)) this.#count(recoveryOf(after), 1);
    // A report that undoes the success. An attempt before may have ended the case.
    else if (same !== null && hasRecovered(same) && isOpen(after) && (same.endedAt ?? 0) >= same.run.from)
      this.#count(recoveryOf(same), -1);
  }

  changes(): DayTally[] {
    for (const { counts } of this.#changes)
      for (const slot of Object.keys(counts.slots))
        if (counts.slots[Number(slot)] === 0) delete counts.slots[Number(slot)];
    return this.#changes.filter(({ counts }) => !isNothing(counts));
  }

  #count(counted: Counted | null, sign: 1 | -1): void {
    if (counted === null) return;
    const { slot, isWeakened, completed, failed } = counted;
    const { counts } = this.#changeOf(counted);
    counts.slots[slot] = (counts.slots[slot] ?? 0) + sign;
    counts.weakened += isWeakened ? sign : 0;
    counts.completed += sign * completed;
    counts.failed += sign * failed;
  }

  #changeOf({ day, named }: Counted): Change {
    const { country, customer, cause } = named;
    // The values that repeat most come first, so that few maps are made.
    const ofHead = within(within(this.#byValues, day), headOfNames(named));
    const ofCause = within(within(within(ofHead, cause.operation), cause.type), cause.code);
    const changes = within(ofCause, country);
    const known = changes.get(customer);
    if (known !== undefined && !(known instanceof Map)) return known;
    const counts = { slots: {}, weakened: 0, completed: 0, failed: 0 };
    const change = { day, combination: combinationKey(named), counts };
    this.#changes.push(change);
    changes.set(customer, change);
    return change;
  }
}

function within(changes: ChangesBy, value: string | number | null): ChangesBy {
  const known = changes.get(value);
  if (known instanceof Map) return known;
  const own: ChangesBy = new Map();
  changes.set(value, own);
  return own;
}

/** @param gaps ended ones without reconnects */
export function countedAttempt(state: CaseState, gaps: readonly Gap[], silenceMs: number): Counted {
  const { run, request } = state;
  const named = {
    of: endingOf(run.outcome),
    country: run.countryCode,
    customer: customerOf(state),
    cause: causeOf(state),
  };
  return {
    day: dayOf(run.toldAt),
    named,
    slot: hourOf(run.toldAt),
    isWeakened: isWeakenedBy(gaps, state, silenceMs),
    completed: request?.completed ?? 0,
    failed: request?.failed ?? 0,
  };
}

function isWeakenedBy(
  gaps: readonly Gap[],
  { kind, run: { from, notBefore, toldAt } }: CaseState,
  silenceMs: number,
): boolean {
  if (kind !== 'localization') return false;
  const start = Math.max(from - silenceMs, Math.min(notBefore ?? -Infinity, from));
  return gaps.some((gap) => gap.from < toldAt && gap.to !== null && gap.to > start);
}

function isOpen({ openedAt }: CaseState): boolean {
  return openedAt !== null;
}

function hasRecovered({ openedAt, ended }: CaseState): boolean {
  return openedAt === null && ended === 'well';
}

function isCountedAlike(one: CaseState, other: CaseState): boolean {
  const [run, next] = [one.run, other.run];
  return (
    run.toldAt === next.toldAt &&
    run.outcome === next.outcome &&
    run.isRecovery === next.isRecovery &&
    run.operation === next.operation &&
    run.errorCode === next.errorCode &&
    run.countryCode === next.countryCode &&
    one.principal === other.principal &&
    one.request === other.request
  );
}

/** A localization names only a domain. */
function customerOf({ principal, request }: CaseState): string | null {
  return principal ?? request?.company ?? null;
}

/** The failure of the attempt itself: a case may keep the cause of an earlier, worse one. */
function causeOf({ kind, cause, run }: CaseState): Cause {
  const { outcome, operation, errorCode: code, errorTypes } = run;
  const named = operation?.toWellFormed() ?? null;
  if (outcome === 'succeeded' || outcome === 'in-progress') return { kind, operation: named, type: null, code: null };
  // No event of a localization names a type.
  if (kind === 'localization') return { kind, operation: named, type: null, code };
  const known = cause === null ? null : parseCauseKey(cause);
  if (known?.operation === operation && known.code === code) return known;
  return { kind, operation: named, type: errorTypes[0] ?? null, code };
}

function recoveringRetry({ kind, run }: CaseState): Counted | null {
  if (kind === 'request' || !run.isRecovery) return null;
  const cause = { kind, operation: null, type: null, code: null };
  const named = { of: 'retried', country: null, customer: null, cause } as const;
  const slot = retryClass(run.retry);
  return { day: dayOf(run.toldAt), named, slot, isWeakened: false, completed: 0, failed: 0 };
}

/**
 * The time is that of the last cause: a case that failed in another way is counted where it ended. The country is that of
 * the failure, because a later success may name another one before it is undone.
 */
function recoveryOf(state: CaseState): Counted | null {
  const { stay } = state;
  const cause = stay === null ? null : parseCauseKey(stay.cause);
  if (stay?.to == null || cause === null) return null;
  const { from, to, countryCode: country } = stay;
  const named = { of: 'recovered', country, customer: customerOf(state), cause } as const;
  return { day: dayOf(to), named, slot: recoveryClass(to - from), isWeakened: false, completed: 0, failed: 0 };
}
