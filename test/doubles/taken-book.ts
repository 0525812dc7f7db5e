/**
 * A book of cases in memory as a follower keeps it: pieces are taken one after the other, each with the cases that it names
 * and no others, and what is kept passes through JSON.
 */
import type { StoredFact } from '../../src-shared/domain/case-fact.ts';
import type { EventSummary, StoredEvent } from '../../src-shared/domain/event.ts';
import { keyOf, Taking } from '../../src-main/core/cases/taking.ts';
import type { AttemptState, CaseState, CaseStay, GroupState } from '../../src-main/core/ports/case-book.ts';
import { requestReading } from '../../src-main/core/requests/request-reading.ts';

export type Taken = EventSummary | StoredEvent | StoredFact;

export const SILENCE_MS = 30 * 60_000;

export class TakenBook {
  readonly cases = new Map<string, CaseState>();
  readonly groups = new Map<string, GroupState>();
  readonly attempts = new Map<string, AttemptState[]>();
  readonly stays = new Map<string, CaseStay[]>();
  /** Of each attempt that was put aside: for which group it counts. */
  readonly counted: (string | null)[] = [];

  static of(...taken: readonly Taken[]): TakenBook {
    const book = new TakenBook();
    book.take(taken);
    return book;
  }

  take(taken: readonly Taken[]): void {
    const named = new Set(taken.flatMap((each): string[] => ('deed' in each ? each.subjects : [keyOf(each)])));
    const cases = [...named].map((key) => this.cases.get(key)).filter((state) => state !== undefined);
    const taking = new Taking({ cases, groups: this.groups.values(), silenceMs: SILENCE_MS });
    for (const each of taken)
      if ('deed' in each) taking.fact(each);
      else taking.event(each, 'raw' in each && each.kind === 'CMP_EVENT' ? requestReading(each) : null);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/prefer-structured-clone -- as it is kept
    const changes = JSON.parse(JSON.stringify(taking.changes())) as ReturnType<Taking['changes']>;
    for (const state of changes.cases) this.cases.set(state.key, state);
    for (const state of changes.groups) this.groups.set(state.key, state);
    for (const { key, attempt, cause } of changes.attempts) {
      add(this.attempts, key, attempt);
      this.counted.push(cause);
    }
    for (const { key, stay } of changes.stays) add(this.stays, key, stay);
  }

  /** The one case that there is, or this one. */
  only(key?: string): CaseState {
    const found = key === undefined ? [...this.cases.values()] : [this.cases.get(key)];
    const [state] = found;
    if (state === undefined || found.length > 1)
      throw new Error(`${found.length} cases: ${[...this.cases.keys()].join(' ')}`);
    return state;
  }

  /** All attempts of a case, oldest first. */
  runs(key?: string): AttemptState[] {
    const state = this.only(key);
    return [...(this.attempts.get(state.key) ?? []), state.run];
  }

  group(key: string): GroupState {
    const state = this.groups.get(key);
    if (state === undefined) throw new Error(`no group ${key} in ${[...this.groups.keys()].join(' ')}`);
    return state;
  }
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** "1 failed ALLOCATED, 2 succeeded LOCALIZED · open" */
export function toldOf(book: TakenBook, key?: string): string {
  const state = book.only(key);
  const runs = book.runs(key).map(({ number, outcome, operation }) => `${number} ${outcome} ${operation ?? '–'}`);
  const standing = state.openedAt === null ? (state.ended ?? 'never open') : state.isBack ? 'back' : 'open';
  return `${runs.join(', ')} · ${standing}`;
}
