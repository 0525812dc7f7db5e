/**
 * Computes who had what when a span ended. An action on a case counts if it is later than the failure that opened its
 * stay; an action on a group counts while the group was open.
 */
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import type { Author, StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { type CaseKey, isCauseKey, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { canAccept, seenThroughSeq } from '../cases/projection/apply-actions.ts';
import { type HandOverAction, ShiftHandOvers } from '../cases/shift-hand-overs.ts';
import type { CaseStay } from '../ports/case-projection.ts';
import { type OpenGroup, totalsOf } from './stay-tally.ts';

export type HandOverLine = ShiftReport['handOver'][number];

interface HandOverState {
  /** Null after a release; undefined if there was no action. */
  owner: Author | null | undefined;
  mute: StoredActionEntry | null;
  /** Id of the hand-over that no operator has accepted. */
  handOver: string | null;
}

interface UndoableState extends HandOverState {
  before: (HandOverState & { readonly action: string }) | null;
}

interface GroupHandOver extends UndoableState {
  readonly of: OpenGroup;
  /** By the id of their action, newest last. */
  readonly notes: Map<string, HandOverLine['note']>;
  ticket: string | null;
}

interface CaseHandOver extends UndoableState {
  readonly group: GroupHandOver;
  readonly stay: CaseStay;
}

const NO_ACTION: UndoableState = { owner: undefined, mute: null, handOver: null, before: null };

export class HandOver {
  readonly #to: number;
  readonly #groups = new Map<string, GroupHandOver>();
  /** Cases that an action named. */
  readonly #cases = new Map<string, CaseHandOver>();
  /** By the key of an open case; made for the first action that names a case. */
  #groupOfCase: ReadonlyMap<string, GroupHandOver> | null = null;
  readonly #shifts = new ShiftHandOvers();

  constructor(open: readonly OpenGroup[], to: number) {
    this.#to = to;
    for (const of of open) this.#groups.set(of.cause, { ...NO_ACTION, of, notes: new Map(), ticket: null });
  }

  /** Call it in the order in which the actions were stored. */
  add(action: StoredActionEntry): void {
    if (action.at >= this.#to) return;
    this.#shifts.add(action);
    for (const subject of action.subjects) {
      const group = this.#groups.get(subject);
      const one = isCauseKey(subject) ? undefined : this.#caseOf(subject);
      if (group !== undefined && action.at >= group.of.since) applyAction(group, group, action);
      else if (one !== undefined && action.afterSeq >= one.stay.fromSeq) applyAction(one, one.group, action);
    }
  }

  #caseOf(key: CaseKey): CaseHandOver | undefined {
    const known = this.#cases.get(key);
    if (known !== undefined) return known;
    const groups = [...this.#groups.values()];
    this.#groupOfCase ??= new Map(groups.flatMap((group) => [...group.of.cases.keys()].map((each) => [each, group])));
    const group = this.#groupOfCase.get(key);
    const stay = group?.of.cases.get(key);
    if (group === undefined || stay === undefined) return undefined;
    const named = { ...NO_ACTION, group, stay };
    this.#cases.set(key, named);
    return named;
  }

  get keysMutedUntilFailure(): CaseKey[] {
    return [...this.#groups.values()].flatMap((group) => {
      const keys = [...group.of.cases.keys()];
      if (endsWithFailure(group)) return keys;
      return this.#cases.size === 0 ? [] : keys.filter((key) => endsWithFailure(this.#cases.get(key)));
    });
  }

  lines(failures: ReadonlyMap<CaseKey, readonly number[]>): HandOverLine[] {
    const shifts = this.#shifts.list();
    return [...this.#groups.values()].flatMap((group) => {
      const cause = parseCauseKey(group.of.cause);
      if (cause === null) return [];
      const { consequence, cases } = group.of;
      const note = [...group.notes.values()].at(-1) ?? null;
      const { ticket } = group;
      const ownerOf = (key: CaseKey) => {
        const own = this.#cases.get(key)?.owner;
        return own === undefined ? (group.owner ?? null) : own;
      };
      const owners = new Map<Author | null, number>();
      let unassigned = 0;
      for (const [key, { consequence: own }] of cases) {
        const owner = ownerOf(key);
        owners.set(owner, (owners.get(owner) ?? 0) + 1);
        if (owner === null && own !== 'partial') unassigned += 1;
      }
      const isGroupMuted = this.#isMuted(group.mute, cases, failures, this.#isMoreThanMuted(group));
      const isCaseMuted = ([key, stay]: readonly [CaseKey, CaseStay]) => {
        const own = this.#cases.get(key)?.mute ?? null;
        return own === null ? isGroupMuted : this.#isMuted(own, [[key, stay]], failures, false);
      };
      const isMuted = this.#cases.size === 0 ? isGroupMuted : [...cases].every(isCaseMuted);
      const owner = mostFrequentOwner(owners);
      const together = totalsOf(cases.values());
      const shift = lastShift(shifts, group.of);
      const counts = { open: cases.size, nobodys: unassigned, ...together };
      return [{ cause, consequence, ...counts, owner, note, ticket, isMuted, shift }];
    });
  }

  #isMuted(
    action: StoredActionEntry | null,
    cases: Iterable<readonly [CaseKey, CaseStay]>,
    failures: ReadonlyMap<CaseKey, readonly number[]>,
    isWorse: boolean,
  ): boolean {
    if (action?.what.kind !== 'mute') return false;
    const { ends } = action.what;
    if (ends.kind === 'time') return ends.at > this.#to;
    if (ends.kind === 'worse') return !isWorse;
    const failed = (key: CaseKey) => failures.get(key)?.some((at) => at > action.at && at < this.#to) === true;
    return [...cases].every(([key, { fromSeq }]) => fromSeq <= seenThroughSeq(action) && !failed(key));
  }

  /**
   * True if at least twice as many cases are open as were muted. The action also names cases of its other groups. A
   * case that closed before the span counts for this group only if the action names no other group.
   */
  #isMoreThanMuted({ mute, of }: GroupHandOver): boolean {
    const subjects = mute?.subjects ?? [];
    const isOne = subjects.filter((subject) => isCauseKey(subject)).length === 1;
    const others = [...this.#groups.values()].filter((group) => group.of !== of);
    const isElsewhere = (key: CaseKey) => others.some((group) => group.of.keys.has(key));
    const muted = subjects.filter(
      (subject) => !isCauseKey(subject) && (of.keys.has(subject) || (isOne && !isElsewhere(subject))),
    );
    return of.cases.size >= 2 * muted.length;
  }
}

/** A hand-over from before the group opened was about an earlier failure. */
function lastShift(shifts: readonly HandOverAction[], { cause, since }: OpenGroup): HandOverLine['shift'] {
  for (const { items, at, author } of shifts) {
    const state = at < since ? undefined : items.get(cause);
    if (state !== undefined) return { author, at, state };
  }
  return null;
}

function endsWithFailure(state: HandOverState | undefined): boolean {
  return state?.mute?.what.kind === 'mute' && state.mute.what.ends.kind === 'next-failure';
}

function applyAction(state: UndoableState, group: GroupHandOver, action: StoredActionEntry): void {
  const { id, what, author, text, at } = action;
  if (what.kind === 'undo') {
    group.notes.delete(what.of);
    const { before } = state;
    if (before?.action === what.of) {
      const { owner, mute, handOver } = before;
      Object.assign(state, { owner, mute, handOver, before: null });
    }
    return;
  }
  // The subjects of an action name a group before its cases.
  const isAccepted =
    what.kind === 'accept' && (state === group ? canAccept(what, group) : group.owner?.id === author.id);
  if (what.kind === 'accept' && !isAccepted) return;
  state.before = { action: id, owner: state.owner, mute: state.mute, handOver: state.handOver };
  if (what.kind === 'hand-over') state.handOver = id;
  if (what.kind === 'take' || isAccepted) {
    state.owner = author;
    state.handOver = null;
  }
  if (what.kind === 'release') state.owner = null;
  else if (what.kind === 'mute' || what.kind === 'unmute') state.mute = action;
  else if (what.kind === 'pack' && what.ticket !== null) group.ticket = what.ticket;
  if (text.trim() !== '') group.notes.set(id, { text, author, at });
}

/** @param owners with the number of their cases; an author can be in it more than once */
function mostFrequentOwner(owners: ReadonlyMap<Author | null, number>): Author | null {
  const counts = new Map<string, { readonly author: Author; count: number }>();
  for (const [author, cases] of owners) {
    if (author === null) continue;
    const known = counts.get(author.id);
    if (known === undefined) counts.set(author.id, { author, count: cases });
    else known.count += cases;
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count)[0]?.author ?? null;
}
