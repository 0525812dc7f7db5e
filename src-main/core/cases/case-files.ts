/** Cases as people ask for them: lists, one case whole, and what a request says of itself. Reads alone. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { CaseDetail } from '../../../src-shared/api/cases.ts';
import type { CaseKey } from '../../../src-shared/domain/case.ts';
import type { StoredFact } from '../../../src-shared/domain/case-fact.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { BookReader, CaseState, GroupState } from '../ports/case-book.ts';
import type { EventReader, FactSubjects } from '../ports/event-store.ts';
import { requestFacts, resourcesOf } from '../requests/request-facts.ts';
import { adviceOf } from './advice.ts';
import { attemptOf, summaryOf, type Surroundings } from './case-summary.ts';
import type { Cases } from './cases.ts';
import type { CaseFollower } from './follow-cases.ts';
import type { ProviderWords } from './provider-words.ts';

export interface CaseFilesParts {
  readonly book: BookReader;
  readonly reader: Pick<EventReader, 'event'>;
  readonly scanner: Pick<EventReader, 'facts'>;
  readonly follower: Pick<CaseFollower, 'groups'>;
  readonly words: ProviderWords;
  readonly surroundings: () => Promise<Surroundings>;
}

const MOST_ATTEMPTS = 50;
const MOST_FACTS = 200;
const PIECE_FACTS = 200;

export function createCaseFiles(parts: CaseFilesParts): Pick<Cases, 'list' | 'detail' | 'requestFacts' | 'resources'> {
  const { book, reader, scanner, follower, words, surroundings } = parts;
  const groupOf = (state: CaseState): GroupState | null =>
    state.cause === null ? null : (follower.groups.get(state.cause) ?? null);

  async function caseOf(key: CaseKey): Promise<CaseState> {
    const [state] = await book.cases([key]);
    if (state === undefined) throw appError('NO_CASE', { key });
    return state;
  }

  /**
   * What the request came to: a report that is older and came later is not it.
   * @throws AppError NO_CASE where it is no request, or its text is not kept any more
   */
  async function requestOf(key: CaseKey): Promise<StoredEvent> {
    const state = await caseOf(key);
    const event = state.kind === 'request' ? await reader.event(state.reportSeq ?? state.lastSeq) : null;
    if (event === null) throw appError('NO_CASE', { key });
    return event;
  }

  async function factsOf(state: CaseState): Promise<StoredFact[]> {
    const about: FactSubjects = state.cause === null ? [state.key] : [state.key, state.cause];
    const found: StoredFact[] = [];
    for (let after = 0; ;) {
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      const piece = await scanner.facts(after, PIECE_FACTS, about);
      const last = piece.at(-1);
      if (last === undefined) return found;
      found.push(...piece.filter((fact) => isAbout(fact, state, groupOf(state))));
      after = last.number;
    }
  }

  return {
    async list(query, signal) {
      const { cases, next, total } = await book.list(query, signal);
      const around = await surroundings();
      return { cases: cases.map((state) => summaryOf(state, groupOf(state), around)), next, total };
    },

    async detail(key): Promise<CaseDetail> {
      const state = await caseOf(key);
      const [around, before, facts, provider] = await Promise.all([
        surroundings(),
        book.attempts(key, MOST_ATTEMPTS - 1),
        factsOf(state),
        words.of(state.causeSeq),
      ]);
      const runs = [state.run, ...before];
      return {
        summary: summaryOf(state, groupOf(state), around),
        attempts: runs.map((run, place) => attemptOf(state, run, runs[place - 1] ?? null, around)),
        provider,
        advice: adviceOf(state, before, facts, around.now),
        facts: facts
          .toReversed()
          .slice(0, MOST_FACTS)
          .map(({ number: _number, afterSeq: _afterSeq, ...fact }) => ({
            ...fact,
            // Of ten thousand that were meant, this one and its group.
            subjects: fact.subjects.filter((subject) => subject === key || subject.startsWith('cause:')),
          })),
        moreFacts: Math.max(0, facts.length - MOST_FACTS),
      };
    },

    requestFacts: async (key) => requestFacts(await requestOf(key)),
    resources: async ({ key, ...query }) => resourcesOf(await requestOf(key), query),
  };
}

/** It names the case, or its group while the case was, or became, a part of it. */
function isAbout({ subjects, at }: StoredFact, { key, cause, stay }: CaseState, group: GroupState | null): boolean {
  if (subjects.includes(key)) return true;
  if (cause === null || stay === null || !subjects.includes(cause)) return false;
  const from = Math.min(stay.from, group?.openSince ?? stay.from);
  return at >= from && (stay.to === null || at <= stay.to);
}
