/** Runs the cases of one watch. Only `act` adds data that cannot be derived again from events and actions. */
import { isCauseKey, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ActionRequest, Undone, UndoRequest } from '../../../src-shared/api/cases.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { ActionEntry, Author, UndoableAction } from '../../../src-shared/domain/cases/action.ts';
import { ACTION_LIMITS } from '../../../src-shared/domain/cases/action-limits.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { CaseProjection, CaseProjectionReader } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, RetentionLimits } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { ProjectionLoop } from '../projections/projection-loop.ts';
import { createCaseFigures } from './case-figures.ts';
import { createCaseQueries } from './case-queries.ts';
import { Deadlines } from './deadlines.ts';
import { canReopen } from './projection/case-transitions.ts';
import { FollowedCases } from './projection/followed-cases.ts';
import { createGapCache } from './gap-cache.ts';
import { LiveBoard } from './live-board.ts';
import { LiveHandOvers } from './live-hand-overs.ts';
import { waitForProjection } from './projection/wait-for-projection.ts';
import { ProviderSentenceCache } from './provider-sentence-cache.ts';
import { undoActions } from './undo.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import { DAY_MS, MINUTE_MS } from '../../../src-shared/lib/durations.ts';

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
  readonly isStoreBusy?: () => boolean;
  /** Resolves when stored events are no longer being changed. Omitted if this process does not change them. */
  readonly waitUntilStable?: (signal: AbortSignal) => Promise<void>;
  /** Increases when sessions or gaps change. If omitted, they are read again every minute. */
  readonly coverageRevision?: () => number;
}

type Authored<Request> = Omit<Request, 'watch' | 'author'> & { readonly author: Author };

export type Cases = ReturnType<typeof createCases>;

/** The page offers an undo for seconds. */
const MAX_UNDOABLE = 20;
const CASES_PER_PAGE = 500;

export function createCases(parts: CasesParts) {
  const { projection, clock, log, reader, scanner, committed } = parts;
  const silenceMs = parts.profile.attemptSilenceMinutes * MINUTE_MS;
  const closed = new AbortController();
  const waitUntilStable = parts.waitUntilStable ?? (async () => undefined);
  const { projector } = projection;
  const providerSentences = new ProviderSentenceCache(reader);
  const onLoad = () => {
    providerSentences.clear();
    handOvers.forget();
  };
  const followed = new FollowedCases({ projector, scanner, silenceMs, waitUntilStable, onLoad });
  const loop = new ProjectionLoop(followed, { committed, clock, log, isStoreBusy: parts.isStoreBusy });
  const gaps = createGapCache(scanner, clock, parts.coverageRevision ?? (() => 0));
  const context = async () => ({ gaps: await gaps(), now: clock.now(), silenceMs });
  const common = { projection: projection.reader, scanner, followed, providerSentences, context, clock, log };
  const deadlines = new Deadlines();
  const board = new LiveBoard({ ...common, deadlines });
  const handOvers = new LiveHandOvers(common);
  /** By id, oldest first. */
  const undoable = new Map<
    string,
    { readonly action: ActionEntry & { readonly what: UndoableAction }; readonly after: number }
  >();
  const until = (signal: AbortSignal | undefined): AbortSignal => eitherSignal(signal, closed.signal);
  const waitUntilCaughtUp = (signal?: AbortSignal): Promise<void> => loop.waitUntilCaughtUp(until(signal));

  const newActionId = () => `${parts.newId()}${parts.newId()}`;

  async function record(actions: readonly ActionEntry[]): Promise<void> {
    await parts.writer.addActions(actions);
    committed.notify();
  }

  async function casesOf(cause: CauseKey, what: UndoableAction): Promise<readonly CaseKey[]> {
    const kind = parseCauseKey(cause)?.kind;
    if (what.kind !== 'reopen' || kind === undefined) return projector.openCasesOf(cause);
    const since = clock.now() - DAY_MS;
    const query = { kind, of: 'done', cause, find: '', since, sort: 'newest', limit: CASES_PER_PAGE } as const;
    const keys: CaseKey[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<CaseProjectionReader['list']>> = await projection.reader.list({ ...query, after });
      keys.push(...page.cases.filter((state) => canReopen(state)).map(({ key }) => key));
      after = page.next;
    } while (after !== null);
    return keys;
  }

  return {
    projection: projection.reader,
    progress: followed,
    deadlines,
    ...createCaseQueries({ ...common, reader }),
    subscribe: (signal: AbortSignal | undefined) => board.subscribe(until(signal)),
    handOvers: (signal: AbortSignal | undefined) => handOvers.subscribe(until(signal)),

    /** The board follows. An action whose id is stored already is not repeated. @throws AppError STORE_UNWRITABLE */
    async act({ author, subjects, what, text, seenSeq: seen }: Authored<ActionRequest>, newId = newActionId) {
      // Read before the open cases of the group: the operator cannot have seen events that are not applied yet.
      const position = await projection.reader.position();
      const seenSeq = seen ?? position.cursor;
      const causes = new Set<CauseKey>();
      const keys = new Set<CaseKey>();
      for (const subject of subjects) {
        if (isCauseKey(subject)) causes.add(subject);
        else keys.add(subject);
      }
      for (const cause of causes) for (const key of await casesOf(cause, what)) keys.add(key);
      const meant = [...causes, ...keys];
      const at = clock.now();
      const actions: (ActionEntry & { readonly what: UndoableAction })[] = [];
      for (let from = 0; from < meant.length; from += ACTION_LIMITS.subjects)
        actions.push({
          id: newId(),
          at,
          author,
          subjects: meant.slice(from, from + ACTION_LIMITS.subjects),
          what,
          seenSeq,
          text,
        });
      await record(actions);
      for (const action of actions) undoable.set(action.id, { action, after: position.actions });
      for (const id of undoable.keys()) if (undoable.size > MAX_UNDOABLE) undoable.delete(id);
      return { actions: actions.map(({ id }) => id) };
    },

    /** The board follows. @throws AppError UNDO_EXPIRED, STORE_UNWRITABLE */
    async undo({ author, actions: ids }: Authored<UndoRequest>): Promise<Undone> {
      const wanted = ids.flatMap((id) => undoable.get(id) ?? []);
      if (wanted.length < ids.length) throw appError('UNDO_EXPIRED', {});
      const signal = until(undefined);
      await waitForProjection({ waitUntilCaughtUp }, clock, signal);
      const recordUndo = async () => {
        const at = clock.now();
        const actions = wanted.map(({ action: { id: of, subjects, what } }): ActionEntry => ({
          id: newActionId(),
          at,
          author,
          subjects,
          what: { kind: 'undo', of, undone: what },
          text: '',
        }));
        await record(actions);
        for (const id of ids) undoable.delete(id);
        return actions;
      };
      const request = {
        undone: wanted.map(({ action }) => action),
        after: Math.min(...wanted.map(({ after }) => after)),
        record: recordUndo,
      };
      return undoActions({ ...common, reader, committed, groups: followed.groups }, request, signal);
    },

    waitUntilCaughtUp,

    figures: createCaseFigures({ ...common, waitUntilCaughtUp }),

    async run(signal: AbortSignal): Promise<void> {
      await loop.run(signal);
      closed.abort(new Error('the watch was closed'));
    },

    removeExpired: ({ failures, successes }: RetentionLimits): Promise<boolean> =>
      projector.removeExpired({ failures, successes }),
  };
}
