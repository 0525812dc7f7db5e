/**
 * Runs the cases of one watch: applies stored events and actions to the case projection and answers from it. The
 * projection can be rebuilt from them; only `act` adds data that cannot be rebuilt.
 */
import { isCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { ActionRequest } from '../../../src-shared/api/cases.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { ActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { CaseProjection } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, RetentionLimits } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { ProjectionLoop } from '../projections/projection-loop.ts';
import { createCaseQueries } from './case-queries.ts';
import { FollowedCases } from './projection/followed-cases.ts';
import { createGapCache } from './gap-cache.ts';
import { LiveBoard } from './live-board.ts';
import { ProviderSentenceCache } from './provider-sentence-cache.ts';
import { eitherSignal } from '../lib/either-signal.ts';

export interface CasesParts {
  readonly profile: Pick<ConnectionProfile, 'attemptSilenceMinutes'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly projection: CaseProjection;
  readonly reader: EventReader;
  readonly scanner: EventReader;
  readonly writer: Pick<EventWriter, 'addActions'>;
  /** Emits after each commit of events, gaps or actions. `act` emits it, too. */
  readonly committed: ChangeSignal;
  /** Resolves when stored events are no longer being changed. Omitted if this process does not change them. */
  readonly waitUntilStable?: (signal: AbortSignal) => Promise<void>;
  /** Increases when sessions or gaps change. If omitted, they are read again every minute. */
  readonly coverageRevision?: () => number;
}

export type Cases = ReturnType<typeof createCases>;

const MINUTE_MS = 60_000;

export function createCases(parts: CasesParts) {
  const { projection, clock, log, reader, scanner, committed } = parts;
  const silenceMs = parts.profile.attemptSilenceMinutes * MINUTE_MS;
  const closed = new AbortController();
  const waitUntilStable = parts.waitUntilStable ?? (async () => undefined);
  const { projector } = projection;
  const followed = new FollowedCases({ projector, scanner, silenceMs, waitUntilStable });
  const loop = new ProjectionLoop(followed, { committed, clock, log });
  const gaps = createGapCache(scanner, clock, parts.coverageRevision ?? (() => 0));
  const providerSentences = new ProviderSentenceCache(reader);
  const context = async () => ({ gaps: await gaps(), now: clock.now(), silenceMs });
  const common = { projection: projection.reader, scanner, followed, providerSentences, context, clock, log };
  const board = new LiveBoard(common);
  const until = (signal: AbortSignal | undefined): AbortSignal => eitherSignal(signal, closed.signal);

  return {
    projection: projection.reader,
    /** Position up to which stored data is applied, and the groups at that position. */
    progress: followed,
    ...createCaseQueries({ ...common, reader }),
    /** Yields the current board immediately, then each change, at most twice a second and at least once a minute. */
    subscribe: (signal: AbortSignal | undefined) => board.subscribe(until(signal)),

    /**
     * Resolves when the action is stored; the board follows.
     * @throws AppError STORE_UNWRITABLE
     */
    async act({ author, subjects, deed, text, seenSeq: seen }: Omit<ActionRequest, 'watch'>): Promise<void> {
      // Read before the open cases of the group: the operator cannot have seen events that are not applied yet.
      const seenSeq = seen ?? (await projection.reader.position()).cursor;
      const causes = new Set<CauseKey>();
      const keys = new Set<CaseKey>();
      for (const subject of subjects) {
        if (isCauseKey(subject)) causes.add(subject);
        else keys.add(subject);
      }
      for (const cause of causes) for (const key of await projector.openCasesOf(cause)) keys.add(key);
      const meant = [...causes, ...keys];
      const at = clock.now();
      const actions: ActionEntry[] = [];
      for (let from = 0; from < meant.length; from += ACTION_LIMITS.subjects) {
        const id = `${parts.newId()}${parts.newId()}`;
        actions.push({
          id,
          at,
          author,
          subjects: meant.slice(from, from + ACTION_LIMITS.subjects),
          deed,
          seenSeq,
          text,
        });
      }
      await parts.writer.addActions(actions);
      committed.notify();
    },

    /** Resolves when every event and action that is stored now is applied, or when the signal is aborted. */
    waitUntilCaughtUp: (signal?: AbortSignal): Promise<void> => loop.waitUntilCaughtUp(until(signal)),

    async run(signal: AbortSignal): Promise<void> {
      await loop.run(signal);
      closed.abort(new Error('the watch was closed'));
    },

    removeExpired: ({ failures, successes }: RetentionLimits): Promise<boolean> =>
      projector.removeExpired({ failures, successes }),
  };
}
