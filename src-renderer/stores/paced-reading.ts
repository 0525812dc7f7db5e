/**
 * Asks a question of the watch that is shown again and again, as often as its answer is cheap: at most once a second,
 * and never for more than a tenth of the time. An answer may come in pieces; the newest question wins, and what was
 * answered stays until there is better.
 */
import { asError } from '../backend/backend-error.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { Reading } from './watch-scoped.ts';

export interface Piece<Answer> {
  /** Of all pieces so far. */
  readonly answer: Answer;
  readonly isWhole: boolean;
}

export interface PacedReading<Question> {
  /** Asks at once where it is another question (`key`); `null`: nobody wants to know any more. */
  ask(question: Question | null): void;
  /** The answer may be another by now. */
  refresh(): void;
}

const LEAST_MS = 1_000;
const SHARE = 10;

/** When the same may be asked again, of monotonic moments at which it was asked and answered. */
export function mayAskAt(askedAt: number, answeredAt: number): number {
  return Math.max(askedAt + LEAST_MS, answeredAt + (answeredAt - askedAt) * (SHARE - 1));
}

interface Asked<Question> {
  readonly question: Question;
  isReading: boolean;
  isStale: boolean;
  /** A whole answer was told: one in pieces would be less than that, until it is whole. */
  hasWhole: boolean;
  mayAskAt: number;
  stopWaiting: (() => void) | null;
}

/** @param now the backend's wall clock. */
export function pacedReading<Question extends { readonly key: string }, Answer>(
  read: (question: Question, at: number) => AsyncIterable<Piece<Answer>>,
  clock: Pick<PageClock, 'read' | 'after'>,
  now: () => number,
  told: (reading: Partial<Reading<Answer>>) => void,
): PacedReading<Question> {
  let asked: Asked<Question> | null = null;

  async function readOn(of: Asked<Question>): Promise<void> {
    of.isReading = true;
    of.isStale = false;
    const asOf = now();
    const askedAt = clock.read().monotonic;
    try {
      for await (const { answer, isWhole } of read(of.question, asOf)) {
        if (of !== asked) return;
        if (isWhole || !of.hasWhole) told({ value: answer, asOf, error: null });
        of.hasWhole ||= isWhole;
      }
    } catch (error) {
      if (of === asked) told({ error: asError(error) });
    }
    of.isReading = false;
    of.mayAskAt = mayAskAt(askedAt, clock.read().monotonic);
    if (of.isStale && of === asked) await readInTime(of);
  }

  async function readInTime(of: Asked<Question>): Promise<void> {
    const waitMs = of.mayAskAt - clock.read().monotonic;
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
    ask(question) {
      if (question !== null && question.key === asked?.question.key) return;
      asked?.stopWaiting?.();
      asked =
        question === null
          ? null
          : { question, isReading: false, isStale: false, hasWhole: false, mayAskAt: 0, stopWaiting: null };
      if (asked !== null) void readOn(asked);
    },
    refresh() {
      if (asked === null) return;
      asked.isStale = true;
      if (!asked.isReading) void readInTime(asked);
    },
  };
}
