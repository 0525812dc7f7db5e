/**
 * What the follower holds in memory while it takes a piece: all groups, and the cases that it met last. A case that is
 * not here is asked of the book; so many eUICCs as there are would not fit.
 */
import { type CaseKey, type CauseKey, caseKeySchema } from '../../../src-shared/domain/case.ts';
import type { BookCommit, BookWriter, CaseState, GroupState } from '../ports/case-book.ts';
import type { CasePiece } from './case-pieces.ts';
import { keyOf, Taking } from './taking.ts';

/** Some kilobytes each. */
const MOST_KNOWN = 1_000;
/** Asked for at once: an answer that holds nobody up. */
const ASKED = 500;

type Changed = Pick<BookCommit, 'cases' | 'groups' | 'attempts' | 'stays'>;

export class KnownCases {
  readonly #writer: Pick<BookWriter, 'cases' | 'groups'>;
  readonly #silenceMs: number;
  #groups: Map<CauseKey, GroupState>;
  #isOld = false;
  /** The one that was met last is the last. */
  readonly #cases = new Map<CaseKey, CaseState>();

  constructor(writer: Pick<BookWriter, 'cases' | 'groups'>, groups: readonly GroupState[], silenceMs: number) {
    this.#writer = writer;
    this.#silenceMs = silenceMs;
    this.#groups = new Map(groups.map((group) => [group.key, group]));
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#groups;
  }

  /** Some are not kept in the book any more, nor some groups: those are asked for again. */
  forget(): void {
    this.#cases.clear();
    this.#isOld = true;
  }

  /** Everything that the piece makes different. What was taken before must be committed. */
  async take(piece: CasePiece): Promise<Changed> {
    if (this.#isOld) {
      this.#isOld = false;
      this.#groups = new Map((await this.#writer.groups()).map((group) => [group.key, group]));
    }
    const cases = await this.#casesOf(piece);
    const taking = new Taking({ cases, groups: this.#groups.values(), silenceMs: this.#silenceMs });
    const facts = [...piece.facts];
    const takeFacts = (before: number): void => {
      while ((facts[0]?.afterSeq ?? Infinity) < before) {
        const fact = facts.shift();
        if (fact !== undefined) taking.fact(fact);
      }
    };
    for (const { event, request } of piece.events) {
      takeFacts(event.seq);
      taking.event(event, request);
    }
    takeFacts(Infinity);
    const changes = taking.changes();
    this.#remember(changes.cases);
    for (const group of changes.groups) this.#groups.set(group.key, group);
    return changes;
  }

  async #casesOf({ events, facts }: CasePiece): Promise<CaseState[]> {
    const keys = new Set(events.map(({ event }) => keyOf(event)));
    for (const { subjects } of facts)
      for (const subject of subjects) {
        const key = caseKeySchema.safeParse(subject);
        if (key.success) keys.add(key.data);
      }
    const found: CaseState[] = [];
    const missing: CaseKey[] = [];
    for (const key of keys) {
      const known = this.#cases.get(key);
      if (known === undefined) missing.push(key);
      else found.push(known);
    }
    for (let from = 0; from < missing.length; from += ASKED)
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other: each may be large
      found.push(...(await this.#writer.cases(missing.slice(from, from + ASKED))));
    return found;
  }

  #remember(cases: readonly CaseState[]): void {
    for (const state of cases) {
      this.#cases.delete(state.key);
      this.#cases.set(state.key, state);
    }
    for (const key of this.#cases.keys()) {
      if (this.#cases.size <= MOST_KNOWN) break;
      this.#cases.delete(key);
    }
  }
}
