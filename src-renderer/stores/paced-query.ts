/**
 * Repeats a query of the shown watch at a rate that depends on its cost: at most once a second, and for at most a tenth
 * of the time. Answers may arrive in parts. The newest query wins, and the last answer stays until a better one
 * arrives.
 */
import { asError } from '../backend/backend-error.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { Loadable } from './watch-scoped.ts';

export interface PartialResult<Answer> {
  /** The sum of all parts so far. */
  readonly answer: Answer;
  readonly isComplete: boolean;
}

export interface PacedQuery<Question> {
  /** Starts the query immediately if its `key` is new; null stops. */
  setQuery(question: Question | null): void;
  /** Call if the answer may have changed. */
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

/** @param now the backend's wall clock */
export function createPacedQuery<Question extends { readonly key: string }, Answer>(
  read: (question: Question, at: number) => AsyncIterable<PartialResult<Answer>>,
  clock: Pick<PageClock, 'read' | 'after'>,
  now: () => number,
  onResult: (reading: Partial<Loadable<Answer>>) => void,
): PacedQuery<Question> {
  let asked: ActiveQuery<Question> | null = null;

  async function readOn(of: ActiveQuery<Question>): Promise<void> {
    of.isReading = true;
    of.isStale = false;
    const asOf = now();
    const askedAt = clock.read().monotonic;
    try {
      for await (const { answer, isComplete } of read(of.question, asOf)) {
        if (of !== asked) return;
        if (isComplete || !of.hasComplete) onResult({ value: answer, asOf, error: null });
        of.hasComplete ||= isComplete;
      }
    } catch (error) {
      if (of === asked) onResult({ error: asError(error) });
    }
    of.isReading = false;
    of.nextAllowedAt = nextAllowedAt(askedAt, clock.read().monotonic);
    if (of.isStale && of === asked) await readInTime(of);
  }

  async function readInTime(of: ActiveQuery<Question>): Promise<void> {
    const waitMs = of.nextAllowedAt - clock.read().monotonic;
    if (waitMs <= 0) {
      await readOn(of);
      return;
    }
    of.stopWaiting ??= clock.after(waitMs, () => {
      of.stopWaiting = null;
      if (of === asked) void readOn(of);
    });
  }

  return {
    setQuery(question) {
      if (question !== null && question.key === asked?.question.key) return;
      asked?.stopWaiting?.();
      asked =
        question === null
          ? null
          : { question, isReading: false, isStale: false, hasComplete: false, nextAllowedAt: 0, stopWaiting: null };
      if (asked !== null) void readOn(asked);
    },
    refresh() {
      if (asked === null) return;
      asked.isStale = true;
      if (!asked.isReading) void readInTime(asked);
    },
  };
}
