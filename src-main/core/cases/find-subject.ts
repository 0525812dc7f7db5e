/** Finds the case or group that a user named. A part of a name must be unambiguous for the action. */
import { appError, type AppErrorDetails } from '../../../src-shared/api/errors.ts';
import type { CaseListQuery } from '../../../src-shared/api/cases.ts';
import type { ActedSubject, SubjectAction } from '../../../src-shared/api/subject-actions.ts';
import {
  type CaseKey,
  type Cause,
  type CauseKey,
  caseKey,
  causeKey,
  caseSubject,
  consequenceKinds,
  parseCaseKey,
  parseCauseKey,
} from '../../../src-shared/domain/cases/case-keys.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { readIdentifier, readIdentifierPart } from '../../../src-shared/service/identifier-text.ts';
import { causeWords, consequenceTitles } from '../../../src-shared/words/case-words.ts';
import type { CaseState, GroupState } from '../ports/case-projection.ts';
import type { Cases } from './create-cases.ts';
import { canReopen } from './projection/case-transitions.ts';

/** From 4 characters, as in a filter. */
const MIN_PART_LENGTH = 4;
const MAX_CANDIDATES = 8;
const MAX_CASES = 500;

export type SubjectCases = Pick<Cases, 'projection' | 'progress' | 'act'>;

interface Candidate extends ActedSubject {
  readonly isUsable: boolean;
}

/** @throws AppError BAD_SUBJECT */
export async function findSubject(
  cases: SubjectCases,
  named: string,
  { kind }: SubjectAction['what'],
  now: number,
): Promise<ActedSubject> {
  const text = named.trim();
  const finder = new SubjectFinder(cases, kind, now);
  for (const find of [
    () => finder.byKey(text),
    () => finder.byIdentifier(text),
    () => finder.byName(text),
    () => finder.byPart(text),
  ]) {
    const found = await find();
    const usable = found.filter(({ isUsable }) => isUsable);
    const [one, another] = usable.length > 0 ? usable : found;
    if (one === undefined) continue;
    if (another !== undefined) throw badSubject(named, 'ambiguous', usable.length > 0 ? usable : found);
    if (!one.isUsable) throw badSubject(named, kind === 'reopen' ? 'not-done' : 'not-open', found);
    return { key: one.key, name: one.name, cases: one.cases };
  }
  throw badSubject(named, 'unknown', []);
}

function badSubject(
  subject: string,
  problem: AppErrorDetails['BAD_SUBJECT']['problem'],
  candidates: readonly Candidate[],
) {
  return appError('BAD_SUBJECT', {
    subject,
    problem,
    candidates: candidates.slice(0, MAX_CANDIDATES).map(({ key }) => key),
    more: Math.max(0, candidates.length - MAX_CANDIDATES),
  });
}

class SubjectFinder {
  readonly #cases: SubjectCases;
  readonly #kind: SubjectAction['what']['kind'];
  readonly #now: number;

  constructor(cases: SubjectCases, kind: SubjectAction['what']['kind'], now: number) {
    this.#cases = cases;
    this.#kind = kind;
    this.#now = now;
  }

  async byKey(text: string): Promise<Candidate[]> {
    const cause = parseCauseKey(text);
    if (cause !== null) return (await this.#groups()).filter(({ key }) => key === causeKey(cause));
    const key = parseCaseKey(text);
    return key === null ? [] : this.#casesWith([key]);
  }

  byIdentifier(text: string): Promise<Candidate[]> {
    const eid = readIdentifier(text);
    return this.#casesWith([caseKey({ kind: 'eid', eid }), caseKey({ kind: 'request', requestId: text })]);
  }

  async byName(text: string): Promise<Candidate[]> {
    const wanted = text.toLowerCase();
    return (await this.#groups()).filter(({ names }) => names.includes(wanted));
  }

  async byPart(text: string): Promise<Candidate[]> {
    const parts = [text, readIdentifierPart(text)].map((part) => part.toLowerCase());
    if (parts.some((part) => part.length < MIN_PART_LENGTH)) return [];
    const [wanted = ''] = parts;
    const groups = (await this.#groups()).filter(
      ({ key, names }) => key.toLowerCase().includes(wanted) || names.some((name) => name.includes(wanted)),
    );
    const hasPart = ({ eid, iccid, requestId }: CaseState) =>
      [eid, iccid, requestId].some((identifier) =>
        parts.some((part) => identifier?.toLowerCase().includes(part) === true),
      );
    const found = (await this.#list('all', text)).filter(hasPart);
    return [...groups, ...found.map((state) => this.#ofCase(state))];
  }

  async #casesWith(keys: readonly CaseKey[]): Promise<Candidate[]> {
    return (await this.#cases.projection.cases(keys)).map((state) => this.#ofCase(state));
  }

  /** Groups with open cases; for `reopen` those with cases that were marked as done in the last 24 hours. */
  async #groups(): Promise<(Candidate & { readonly names: readonly string[] })[]> {
    if (this.#kind !== 'reopen') return [...this.#cases.progress.groups.values()].map(ofOpenGroup);
    const counts = new Map<CauseKey, number>();
    for (const state of await this.#list('done', '', this.#now - DAY_MS))
      if (state.cause !== null && canReopen(state)) counts.set(state.cause, (counts.get(state.cause) ?? 0) + 1);
    return [...counts].flatMap(([key, count]) => {
      const cause = parseCauseKey(key);
      return cause === null ? [] : [ofGroup(key, cause, count, [])];
    });
  }

  async #list(of: CaseListQuery['of'], find: string, since: number | null = null): Promise<CaseState[]> {
    const query = { of, find, since, cause: null, sort: 'newest', after: null, limit: MAX_CASES } as const;
    const pages = await Promise.all(
      (['localization', 'request'] as const).map((kind) => this.#cases.projection.list({ ...query, kind })),
    );
    return pages.flatMap(({ cases }) => cases);
  }

  #ofCase(state: CaseState): Candidate {
    const isOpen = state.openedAt !== null;
    const isUsable = this.#kind === 'note' || (this.#kind === 'reopen' ? canReopen(state) : isOpen);
    return { key: state.key, name: caseName(state.key), cases: 1, isUsable };
  }
}

function caseName(key: CaseKey): string {
  const subject = caseSubject(key);
  if (subject.kind === 'eid') return `eUICC ${subject.eid}`;
  return subject.kind === 'request' ? `request ${subject.requestId}` : `event ${subject.seq}`;
}

function ofOpenGroup({ key, cause, open, worst }: GroupState) {
  const consequence = worst === null ? undefined : consequenceKinds[worst];
  return ofGroup(key, cause, open, consequence === undefined ? [] : [consequenceTitles[consequence]]);
}

function ofGroup(key: CauseKey, cause: Cause, open: number, titles: readonly string[]) {
  const name = causeWords(cause);
  const names = [cause.code, cause.type, name, causeWords(cause, 'partial'), ...titles];
  return {
    key,
    name: cause.code === null ? name : `${name} (${cause.code})`,
    cases: open,
    isUsable: open > 0,
    names: names.flatMap((each) => (each === null ? [] : [each.toLowerCase()])),
  };
}
