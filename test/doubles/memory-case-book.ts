/** Books of cases in memory, by profile id: all that the port promises, over plain maps and without any speed. */
import { type CaseTerm, caseTerms } from '../../src-main/adapters/case-book/case-find.ts';
import { type PagePlace, placeBehind, placeText } from '../../src-main/adapters/case-book/case-query.ts';
import { codeLines, NO_STANDING, rankOf } from '../../src-main/adapters/case-book/case-columns.ts';
import { MOST_PAST } from '../../src-main/adapters/case-book/write-statements.ts';
import { GroupTally } from '../../src-main/adapters/case-book/group-tally.ts';
import type {
  BookCommit,
  BookPosition,
  BookReader,
  BookWriter,
  CaseBook,
  CaseBookOpener,
  CaseState,
  CaseStay,
  GroupState,
} from '../../src-main/core/ports/case-book.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { CaseKey } from '../../src-shared/domain/case-keys.ts';
import type { Outcome } from '../../src-shared/domain/event.ts';

type ListQuery = Parameters<BookReader['list']>[0];

/** What is kept of one profile. */
class Kept {
  basis: string | null = null;
  position: BookPosition = { cursor: 0, facts: 0 };
  cases = new Map<CaseKey, CaseState>();
  groups = new Map<string, GroupState>();
  attempts: BookCommit['attempts'][number][] = [];
  stays: { readonly key: CaseKey; readonly stay: CaseStay }[] = [];

  standingOf({ cause }: CaseState): GroupState['standing'] {
    return (cause === null ? undefined : this.groups.get(cause)?.standing) ?? NO_STANDING;
  }
}

export class MemoryCaseBooks implements CaseBookOpener {
  readonly #kept = new Map<string, Kept>();
  /** Where set, nothing is written. */
  failure: Error | null = null;
  /** What was committed, as (from, to] of events. */
  readonly commits: string[] = [];

  open({ id }: StorePlace): CaseBook {
    const kept = this.#kept.get(id) ?? new Kept();
    this.#kept.set(id, kept);
    return this.#bookOf(kept);
  }

  openPrivate({ id }: StorePlace): CaseBook {
    const kept = this.#kept.get(id) ?? new Kept();
    const { basis, position, cases, groups, attempts, stays } = kept;
    const copy = structuredClone({ basis, position, cases, groups, attempts, stays });
    return this.#bookOf(Object.assign(new Kept(), copy));
  }

  #bookOf(kept: Kept): CaseBook {
    return { reader: readerOf(kept), writer: this.#writerOf(kept), following: null, close: async () => undefined };
  }

  #writerOf(kept: Kept): BookWriter {
    return {
      position: async ({ version, events }) => {
        const basis = JSON.stringify([version, events]);
        if (kept.basis !== basis) Object.assign(kept, new Kept(), { basis });
        return kept.position;
      },
      cases: async (keys) => keys.flatMap((key) => kept.cases.get(key) ?? []),
      groups: async () => [...kept.groups.values()],
      openOf: async (cause) => openIn(kept).flatMap((state) => (state.cause === cause ? state.key : [])),
      commit: async (commit) => {
        if (this.failure !== null) throw this.failure;
        if (kept.position.cursor !== commit.from.cursor || kept.position.facts !== commit.from.facts) return false;
        this.commits.push(`${commit.from.cursor}-${commit.to.cursor}`);
        take(kept, structuredClone(commit));
        return true;
      },
      tidy: async ({ failures, successes }) => {
        for (const { key, openedAt, lastAt, cause } of kept.cases.values())
          if (openedAt === null && lastAt < (cause === null ? successes : failures)) {
            kept.cases.delete(key);
            kept.attempts = kept.attempts.filter((one) => one.key !== key);
            kept.stays = kept.stays.filter((one) => one.key !== key);
          }
        const causes = new Set(Array.from(kept.cases.values(), ({ cause }) => cause));
        for (const { key, open, lastAt } of kept.groups.values())
          if (open === 0 && lastAt < failures && !causes.has(key)) kept.groups.delete(key);
        return false;
      },
    };
  }
}

function take(kept: Kept, { to, cases, groups, attempts, stays }: BookCommit): void {
  for (const state of cases) kept.cases.set(state.key, state);
  for (const state of groups) kept.groups.set(state.key, state);
  kept.attempts = newest([...kept.attempts, ...attempts]);
  kept.stays = newest([...kept.stays, ...stays]);
  kept.position = to;
}

/** Of each case. */
function newest<Past extends { readonly key: CaseKey }>(past: readonly Past[]): Past[] {
  const counts = new Map<CaseKey, number>();
  const among = past.toReversed().filter(({ key }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= MOST_PAST;
  });
  return among.toReversed();
}

function openIn(kept: Kept): CaseState[] {
  return [...kept.cases.values()].filter(({ openedAt }) => openedAt !== null);
}

function readerOf(kept: Kept): BookReader {
  return {
    position: async () => kept.position,
    async board(now, since) {
      if (kept.basis === null) throw appError('STORE_LOST', {});
      const groups = [...kept.groups.values()].flatMap((group) => {
        const tally = new GroupTally(now);
        for (const state of openIn(kept)) if (state.cause === group.key) tally.add(counted(state));
        return tally.facts(group, (key) => kept.cases.get(key) ?? null) ?? [];
      });
      const endedWell = [...kept.cases.values()].filter(
        ({ ended, endedAt }) => ended === 'well' && endedAt !== null && endedAt >= since,
      ).length;
      return { position: kept.position, groups, endedWell };
    },
    async sparks({ keys, from, stepMs, steps }) {
      return keys.map((key) => {
        const earlier = kept.attempts.flatMap(({ attempt, cause }) => (cause === key ? attempt.to : []));
        const last = [...kept.cases.values()].flatMap(({ cause, failedAt, outcome }) =>
          cause === key && failedAt !== null && ['failed', 'partial', 'unknown'].includes(outcome) ? failedAt : [],
        );
        return { key, counts: sparkOf([...earlier, ...last], from, stepMs, steps) };
      });
    },
    async list(query) {
      const terms = caseTerms(query.find);
      const listed = [...kept.cases.values()]
        .filter((state) => isOf(state, query) && terms.every((term) => holds(kept, state, term)))
        .map((state) => ({ state, place: placeOf(kept, state, query.sort) }))
        .toSorted((one, other) => order(one.place, other.place));
      const after = query.after === null ? null : placeBehind(query.sort, query.after);
      const left = after === null ? listed : listed.filter(({ place }) => order(place, after) > 0);
      const shown = left.slice(0, query.limit);
      const last = left.length > query.limit ? shown.at(-1) : undefined;
      return {
        cases: shown.map(({ state }) => state),
        next: last === undefined ? null : placeText(query.sort, last.place),
        total: listed.length,
      };
    },
    cases: async (keys) => keys.flatMap((key) => kept.cases.get(key) ?? []),
    attempts: async (key, limit) =>
      kept.attempts
        .flatMap((one) => (one.key === key ? one.attempt : []))
        .toSorted((one, other) => other.number - one.number)
        .slice(0, limit),
    async stays({ from, to }) {
      const ended = kept.stays
        .filter(({ stay }) => stay.to !== null && stay.to >= from && stay.from <= to)
        .toSorted((one, other) =>
          order([one.stay.to ?? 0, one.stay.fromSeq], [other.stay.to ?? 0, other.stay.fromSeq]),
        );
      const lasting = openIn(kept)
        .toSorted((one, other) => one.firstSeq - other.firstSeq)
        .flatMap(({ key, stay }) => (stay !== null && stay.to === null && stay.from <= to ? { key, stay } : []));
      return { stays: [...lasting, ...ended], next: null };
    },
    async requestOutcomes({ from, to }) {
      const counts = new Map<Outcome, number>();
      for (const { kind, lastAt, outcome } of kept.cases.values())
        if (kind === 'request' && lastAt >= from && lastAt < to) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      return [...counts].map(([outcome, count]) => ({ outcome, count }));
    },
    close: async () => undefined,
  };
}

function sparkOf(times: readonly number[], from: number, stepMs: number, steps: number): number[] {
  const counts = Array.from({ length: steps }, () => 0);
  for (const time of times) {
    const step = Math.floor((time - from) / stepMs);
    if (step >= 0 && step < steps) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}

function counted(state: CaseState): Parameters<GroupTally['add']>[0] {
  const { own, request } = state;
  const ends = own.mute?.ends;
  return {
    ...state,
    consequence: rankOf(state.consequence) ?? 0,
    openedAt: state.openedAt ?? 0,
    failedAt: state.failedAt ?? 0,
    failedSeq: state.causeSeq ?? 0,
    country: state.countryCode,
    owner: own.owner,
    ownedAt: own.ownedAt,
    codes: codeLines(state.run.errorCodes),
    failedResources: request?.failed ?? 0,
    resources: request?.size ?? 0,
    remindAt: own.remindAt,
    mutedUntil: ends === undefined ? null : ends.kind === 'time' ? ends.at : Number.MAX_SAFE_INTEGER,
  };
}

function isOf(state: CaseState, { kind, of, cause, since }: ListQuery): boolean {
  if (state.kind !== kind || (cause !== null && state.cause !== cause)) return false;
  if (of === 'open') return state.openedAt !== null;
  if (of === 'well') return state.ended === 'well' && (since === null || (state.endedAt ?? 0) >= since);
  return of === 'all' || state.ended === 'done';
}

function ownerOf(kept: Kept, state: CaseState): string | null {
  const { own, openedAt } = state;
  const { owner } = openedAt === null || own.ownedAt !== null ? own : kept.standingOf(state);
  return owner?.name.toLowerCase() ?? null;
}

function holds(kept: Kept, state: CaseState, term: CaseTerm): boolean {
  const { key, request, run, errorCode, iccid, operation, countryCode, outcome } = state;
  const codes = [errorCode, ...run.errorCodes];
  const has = (value: string | null | undefined, text: string): boolean => value?.toLowerCase().includes(text) ?? false;
  switch (term.kind) {
    case 'piece':
      return [key.slice(key.indexOf(':') + 1), iccid, operation, countryCode, ...codes].some((one) =>
        has(one, term.text),
      );
    case 'outcome':
      return outcome === term.text;
    case 'code':
      return codes.some((code) => code?.toLowerCase() === term.text);
    case 'country':
      return countryCode?.toLowerCase() === term.text;
    case 'target':
      return has(request?.target, term.text);
    case 'by':
      return has(request?.createdBy, term.text);
    case 'owner':
      return has(ownerOf(kept, state), term.text);
    case 'nobodys':
      return ownerOf(kept, state) === null;
    default:
      throw new Error('There is no such term.');
  }
}

function placeOf(kept: Kept, state: CaseState, sort: ListQuery['sort']): PagePlace {
  const { lastSeq, firstSeq, openedAt, failedAt, firstAt, consequence, own } = state;
  const since = openedAt ?? failedAt ?? firstAt;
  if (sort === 'newest') return [-lastSeq, 0, firstSeq];
  if (sort === 'worst') return [rankOf(consequence) ?? 99, since, firstSeq];
  const touched = Math.max(own.touchedAt ?? 0, kept.standingOf(state).touchedAt ?? 0);
  return ownerOf(kept, state) === null ? [1, since, firstSeq] : [0, touched, firstSeq];
}

function order(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
