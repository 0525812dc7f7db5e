/**
 * The cases of one watch: follows what is stored, keeps what follows from it in the book, and answers from there. All of
 * it can be made again from events and facts; only `act` adds something that cannot.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Changes } from '../lib/changes.ts';
import type { BookReader, CaseBook } from '../ports/case-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, RetentionLimits } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { Cases } from './cases.ts';

export interface CasesParts {
  readonly profile: Pick<ConnectionProfile, 'attemptSilenceMinutes'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Random; of what people do. */
  readonly newId: () => string;
  readonly book: CaseBook;
  /** For whoever waits. */
  readonly reader: EventReader;
  /** For the follower. */
  readonly scanner: EventReader;
  /** Rejects where nothing can be written. */
  readonly addFacts: EventWriter['addFacts'];
  /** Told after events, gaps or facts were stored; told here where a fact was. */
  readonly stored: Changes;
}

export interface RunningCases extends Cases {
  /** Of the book, for reports. */
  readonly book: BookReader;
  /** Follows until the signal is aborted, and then resolves. */
  run(signal: AbortSignal): Promise<void>;
  /** Removes some of what is older than these; `true` while there is more. */
  tidy(limits: RetentionLimits): Promise<boolean>;
}

export function createCases(parts: CasesParts): RunningCases {
  const { book } = parts;
  const notYet = (): never => {
    throw new Error('not made yet');
  };
  return {
    book: book.reader,
    follow: notYet,
    list: async () => notYet(),
    detail: async () => notYet(),
    requestFacts: async () => notYet(),
    resources: async () => notYet(),
    act: async () => notYet(),
    caughtUp: async () => notYet(),
    run: async () => undefined,
    tidy: ({ failures, successes }) => book.writer.tidy({ failures, successes }),
  };
}
