/**
 * At most once a second, and for at most a tenth of the time. The newest query wins, and the last answer stays until a
 * better one arrives.
 */
import { asError } from '../../backend/backend-error.ts';
import type { PageClock } from '../../time/page-clock.ts';
import type { Loadable } from './watch-scoped.ts';

export interface PartialResult<Answer> {
  /** The sum of all parts so far. */
  readonly value: Answer;
  readonly isComplete: boolean;
}

export interface PacedQuery<Question> {
  setQuery(question: Question | null): void;
  refresh(): void;
}

const MIN_INTERVAL_MS = 1_000;
const COST_FACTOR = 10;

/** Earliest time at which the same query may run again. All times are monotonic ms. */
export function nextAllowedAt(askedAt: number, answeredAt: number): number {
  return Math.max(askedAt + MIN_INTERVAL_MS, answeredAt + (answeredAt - askedAt) * (COST_FACTOR - 1));
}

interface ActiveQuery<Question> {
  readonly question: Question;
  isReading: boolean;
  isStale: boolean;
  /** A complete answer was emitted; later partial ones are held back until they are complete. */
  hasComplete: boolean;
  nextAllowedAt: number;
  stopWaiting: (() => void) | null;
}

export function createPacedQuery<Question extends { readonly key: string }, Answer>(
  read: (question: Question, at: number) => AsyncIterable<PartialResult<Answer>>,
  clock: Pick<PageClock, 'read' | 'after'>,
  now: () => number,
  onResult: (result: Partial<Loadable<Answer>>) => void,
): PacedQuery<Question> {
  let active: ActiveQuery<Question> | null = null;

  async function readOn(query: ActiveQuery<Question>): Promise<void> {
    query.isReading = true;
    query.isStale = false;
    const asOf = now();
    const askedAt = clock.read().monotonic;
    try {
      for await (const { value, isComplete } of read(query.question, asOf)) {
        if (query !== active) return;
        if (isComplete || !query.hasComplete) onResult({ value, asOf, error: null });
        query.hasComplete ||= isComplete;
      }
    } catch (error) {
      if (query === active) onResult({ error: asError(error) });
    }
    query.isReading = false;
    query.nextAllowedAt = nextAllowedAt(askedAt, clock.read().monotonic);
    if (query.isStale && query === active) await readInTime(query);
  }

  async function readInTime(query: ActiveQuery<Question>): Promise<void> {
    const waitMs = query.nextAllowedAt - clock.read().monotonic;
    if (waitMs <= 0) {
      await readOn(query);
      return;
    }
    query.stopWaiting ??= clock.after(waitMs, () => {
      query.stopWaiting = null;
      if (query === active) void readOn(query);
    });
  }

  return {
    setQuery(question) {
      if (question !== null && question.key === active?.question.key) return;
      active?.stopWaiting?.();
      active =
        question === null
          ? null
          : { question, isReading: false, isStale: false, hasComplete: false, nextAllowedAt: 0, stopWaiting: null };
      if (active !== null) void readOn(active);
    },
    refresh() {
      if (active === null) return;
      active.isStale = true;
      if (!active.isReading) void readInTime(active);
    },
  };
}
