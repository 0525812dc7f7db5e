import { allActions } from './all-actions.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import type {
  CaseDetail,
  CaseList,
  CaseListQuery,
  CaseSummary,
  CaseValuesQuery,
  ValueCount,
  ChangeRequestDetail,
  GroupCourse,
  ListedCases,
  ResourcesPage,
  ResourcesQuery,
} from '../../../src-shared/api/cases.ts';
import type { Attempt } from '../../../src-shared/domain/cases/case.ts';
import { type CaseKey, isCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { CaseHistoriesQuery, CaseProjectionReader, CaseState, GroupState } from '../ports/case-projection.ts';
import type { EventReader, ActionSubjects } from '../ports/event-store.ts';
import { changeRequestDetail, requestCauses, resourcesOf } from '../requests/request-facts.ts';
import { adviceOf } from './advice.ts';
import { attemptOf, summaryOf, type CaseContext } from './case-summary.ts';
import { groupCourse } from './group-course.ts';
import { createNamedCases } from './named-cases.ts';
import type { FollowedCases } from './projection/followed-cases.ts';
import type { ProviderSentenceCache } from './provider-sentence-cache.ts';

export interface CaseQueriesParts {
  readonly projection: CaseProjectionReader;
  readonly reader: Pick<EventReader, 'event'>;
  readonly scanner: Pick<EventReader, 'actions' | 'summaries' | 'extent' | 'basis' | 'facets'>;
  readonly followed: Pick<FollowedCases, 'groups'>;
  readonly providerSentences: ProviderSentenceCache;
  readonly context: () => Promise<CaseContext>;
}

export interface CaseHistory {
  readonly summary: CaseSummary;
  readonly attempts: readonly Attempt[];
  /** Report that a request shows; null for a localization. */
  readonly reportSeq: number | null;
  /** When it was opened the last time, UTC epoch ms; null if it never failed. */
  readonly openedAt: number | null;
}

const MAX_ATTEMPTS = 50;
const MAX_ACTIONS = 200;

export function createCaseQueries(parts: CaseQueriesParts) {
  const { projection, reader, scanner, followed, providerSentences, context } = parts;
  const namedCases = createNamedCases(scanner);
  const groupOf = (state: CaseState): GroupState | null =>
    state.cause === null ? null : (followed.groups.get(state.cause) ?? null);

  async function caseOf(key: CaseKey): Promise<CaseState> {
    const [state] = await projection.cases([key]);
    if (state === undefined) throw appError('NO_CASE', { key });
    return state;
  }

  /** The newest report, whenever it arrived. @throws AppError NO_CASE if no request has it, or its text is gone */
  async function requestOf(key: CaseKey): Promise<StoredEvent> {
    const state = await caseOf(key);
    const event = state.kind === 'request' ? await reader.event(state.reportSeq ?? state.lastSeq) : null;
    if (event === null) throw appError('NO_CASE', { key });
    return event;
  }

  /** Also of an ended case; null if it never failed. */
  async function openedAt({ openedAt: at, stay, openedSeq }: CaseState): Promise<number | null> {
    if (at !== null || stay === null) return at;
    if (stay.began !== 'moved' || openedSeq === null) return stay.from;
    return (await reader.event(openedSeq))?.receivedAt ?? stay.from;
  }

  async function actionsOf(state: CaseState): Promise<StoredActionEntry[]> {
    const about: ActionSubjects = state.cause === null ? [state.key] : [state.key, state.cause];
    const found: StoredActionEntry[] = [];
    for await (const action of allActions(scanner, undefined, about))
      if (isAbout(action, state, groupOf(state))) found.push(action);
    return found;
  }

  return {
    /** @throws AppError STORE_… */
    async list(query: Omit<CaseListQuery, 'watch'>, signal?: AbortSignal): Promise<CaseList> {
      const list = await projection.list({ ...query, named: await namedCases(query, signal) }, signal);
      const around = await context();
      return { ...list, cases: list.cases.map((state) => summaryOf(state, groupOf(state), around)) };
    },

    /** The cases that reach into the span, with all their attempts, newest first. @throws AppError STORE_… */
    async histories(query: CaseHistoriesQuery) {
      const [{ cases, next }, around] = await Promise.all([projection.histories(query), context()]);
      const whole = cases.map(async ({ state, earlier }): Promise<CaseHistory> => {
        const runs = [state.run, ...earlier];
        const attempts = runs.map((run, index) => attemptOf(state, run, runs[index - 1] ?? null, around));
        const { reportSeq } = state;
        return {
          summary: summaryOf(state, groupOf(state), around),
          attempts,
          reportSeq,
          openedAt: await openedAt(state),
        };
      });
      return { cases: await Promise.all(whole), next };
    },

    /** @throws AppError STORE_… */
    async values(query: Omit<CaseValuesQuery, 'watch'>, signal?: AbortSignal): Promise<ValueCount[]> {
      return projection.values({ ...query, named: await namedCases(query, signal) }, signal);
    },

    /** @throws AppError STORE_… */
    async course(query: ListedCases, signal?: AbortSignal): Promise<GroupCourse> {
      const named = await namedCases(query, signal);
      return groupCourse(await projection.failures({ ...query, named }, signal), await context());
    },

    /** @throws AppError NO_CASE */
    async detail(key: CaseKey): Promise<CaseDetail> {
      const state = await caseOf(key);
      const [around, before, actions, provider] = await Promise.all([
        context(),
        projection.attempts(key, MAX_ATTEMPTS - 1),
        actionsOf(state),
        providerSentences.forEvent(state.causeSeq),
      ]);
      const runs = [state.run, ...before];
      return {
        summary: summaryOf(state, groupOf(state), around),
        attempts: runs.map((run, index) => attemptOf(state, run, runs[index - 1] ?? null, around)),
        provider,
        advice: adviceOf(state, before, withoutUndone(actions), around.now),
        actions: actions
          .toReversed()
          .slice(0, MAX_ACTIONS)
          .map(({ number: _number, afterSeq: _afterSeq, ...action }) => ({
            ...action,
            // An action may name ten thousand cases. The answer names only this case and the groups.
            subjects: action.subjects.filter((subject) => subject === key || isCauseKey(subject)),
          })),
        moreActions: Math.max(0, actions.length - MAX_ACTIONS),
      };
    },

    /** Returns the content of the report that counts for a request. @throws AppError NO_CASE */
    requestDetail: async (key: CaseKey): Promise<ChangeRequestDetail> => changeRequestDetail(await requestOf(key)),
    /** @throws AppError NO_CASE */
    requestCauses: async (key: CaseKey) => requestCauses(await requestOf(key)),
    resources: async ({ key, ...query }: Omit<ResourcesQuery, 'watch'>): Promise<ResourcesPage> =>
      resourcesOf(await requestOf(key), query),
  };
}

function withoutUndone(actions: readonly StoredActionEntry[]): StoredActionEntry[] {
  const undone = new Set(actions.flatMap(({ what }) => (what.kind === 'undo' ? [what.of] : [])));
  return actions.filter(({ id, what }) => what.kind !== 'undo' && !undone.has(id));
}

/** True if the action names the case, or its group while the case belonged to it or before the case joined it. */
function isAbout(
  { subjects, at }: StoredActionEntry,
  { key, cause, stay }: CaseState,
  group: GroupState | null,
): boolean {
  if (subjects.includes(key)) return true;
  if (cause === null || stay === null || !subjects.includes(cause)) return false;
  const from = Math.min(stay.from, group?.openSince ?? stay.from);
  return at >= from && (stay.to === null || at <= stay.to);
}
