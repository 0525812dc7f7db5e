/**
 * Asks a question of the watch that is shown again and again, as often as its answer is cheap: at most once a second,
 * and never for more than a tenth of the time. An answer may come in pieces; the newest question wins, and what was
 * answered stays until there is better.
 */
import { asError } from '../backend/backend-error.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { Loadable } from './watch-scoped.ts';

export interface PartialResult<Answer> {
  /** Of all pieces so far. */
  readonly answer: Answer;
  readonly isComplete: boolean;
}

export interface PacedQuery<Question> {
  /** Asks at once where it is another question (`key`); `null`: nobody wants to know any more. */
  setQuery(question: Question | null): void;
  /** The answer may be another by now. */
  refresh(): void;
}

const MIN_INTERVAL_MS = 1_000;
const COST_FACTOR = 10;

/** When the same may be asked again, of monotonic moments at which it was asked and answered. */
export function nextAllowedAt(askedAt: number, answeredAt: number): number {
  return Math.max(askedAt + MIN_INTERVAL_MS, answeredAt + (answeredAt - askedAt) * (COST_FACTOR - 1));
}

interface ActiveQuery<Question> {
  readonly question: Question;
  isReading: boolean;
  isStale: boolean;
  /** A whole answer was told: one in pieces would be less than that, until it is whole. */
  hasComplete: boolean;
  nextAllowedAt: number;
  stopWaiting: (() => void) | null;
}

/** @param now the backend's wall clock. */
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
