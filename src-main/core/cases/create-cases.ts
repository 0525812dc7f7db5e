/**
 * The cases of one watch: follows what is stored, keeps what follows from it in the book, and answers from there. All of
 * it can be made again from events and facts; only `act` adds something that cannot.
 */
import type { CaseKey, CauseKey } from '../../../src-shared/domain/case.ts';
import { type CaseFact, FACT_MOST } from '../../../src-shared/domain/case-fact.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Changes } from '../lib/changes.ts';
import type { BookReader, CaseBook } from '../ports/case-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, RetentionLimits } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { createCaseFiles } from './case-files.ts';
import type { Cases } from './cases.ts';
import { CaseFollower } from './follow-cases.ts';
import { FollowedElsewhere, type FollowsCases } from './follow-elsewhere.ts';
import { KnownGaps } from './known-gaps.ts';
import { LiveBoard } from './live-board.ts';
import { ProviderWords } from './provider-words.ts';

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
  /** Resolves when what was stored before stays as it is; left out: nobody here changes it. */
  readonly settled?: (signal: AbortSignal) => Promise<void>;
  /** Raised when sessions or gaps are different; left out: they are read again every minute. */
  readonly coverageRevision?: () => number;
}

export interface RunningCases extends Cases {
  /** Of the book, for reports. */
  readonly book: BookReader;
  /** How far it took what is stored, and what the groups are then. */
  readonly progress: Pick<FollowsCases, 'changes' | 'looked' | 'groups'>;
  /** Follows until the signal is aborted, and then resolves. */
  run(signal: AbortSignal): Promise<void>;
  /** Removes some of what is older than these; `true` while there is more. */
  tidy(limits: RetentionLimits): Promise<boolean>;
}

const MINUTE_MS = 60_000;

export function createCases(parts: CasesParts): RunningCases {
  const { book, clock, log, reader, scanner, stored } = parts;
  const silenceMs = parts.profile.attemptSilenceMinutes * MINUTE_MS;
  const closed = new AbortController();
  const settled = parts.settled ?? (async () => undefined);
  const ofFollower = { scanner, stored, clock, log, silenceMs, settled };
  const follower: FollowsCases =
    book.following === null
      ? new CaseFollower({ ...ofFollower, book })
      : new FollowedElsewhere(book.following, ofFollower);
  const gaps = new KnownGaps(scanner, clock, parts.coverageRevision ?? (() => 0));
  const words = new ProviderWords(reader);
  const surroundings = async () => ({ gaps: await gaps.present(), now: clock.now(), silenceMs });
  const common = { book: book.reader, scanner, follower, words, surroundings, clock, log };
  const board = new LiveBoard(common);
  const until = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal]);

  return {
    book: book.reader,
    progress: follower,
    ...createCaseFiles({ ...common, reader }),
    follow: (signal) => board.follow(until(signal)),

    async act({ author, subjects, deed, text, seenSeq: seen }) {
      // Before the group is asked for: what is stored, and was not taken, nobody can know of.
      const seenSeq = seen ?? (await book.reader.position()).cursor;
      const causes = new Set<CauseKey>();
      const keys = new Set<CaseKey>();
      for (const subject of subjects) {
        if (isCause(subject)) causes.add(subject);
        else keys.add(subject);
      }
      for (const cause of causes)
        // oxlint-disable-next-line no-await-in-loop -- as a rule there is one
        for (const key of await book.writer.openOf(cause)) keys.add(key);
      const meant = [...causes, ...keys];
      const at = clock.now();
      const facts: CaseFact[] = [];
      for (let from = 0; from < meant.length; from += FACT_MOST.subjects) {
        const id = `${parts.newId()}${parts.newId()}`;
        facts.push({ id, at, author, subjects: meant.slice(from, from + FACT_MOST.subjects), deed, seenSeq, text });
      }
      await parts.addFacts(facts);
      stored.notify();
    },

    caughtUp: (signal) => follower.caughtUp(until(signal)),

    async run(signal) {
      await follower.run(signal);
      closed.abort(new Error('the watch was closed'));
    },

    async tidy({ failures, successes }) {
      const isMore = await book.writer.tidy({ failures, successes });
      follower.forget();
      return isMore;
    },
  };
}

function isCause(subject: CaseKey | CauseKey): subject is CauseKey {
  return subject.startsWith('cause:');
}
