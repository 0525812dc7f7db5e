/**
 * A case projection in memory. It applies batches in sequence, each with only the cases that it names, and stores
 * states through JSON.
 */
import { caseKeyOf } from '../../src-shared/domain/cases/case-keys.ts';
import type { StoredActionEntry } from '../../src-shared/domain/cases/action.ts';
import { type DayTally, isNothing, NO_COUNTS, sumOf } from '../../src-shared/domain/quality/day-tally.ts';
import type { EventSummary, StoredEvent } from '../../src-shared/domain/event/event.ts';
import { CaseReducer } from '../../src-main/core/cases/projection/case-reducer.ts';
import type { AttemptState, CaseState, CaseStay, GroupState } from '../../src-main/core/ports/case-projection.ts';
import { requestDigest } from '../../src-main/core/requests/request-digest.ts';

export type ProjectionInput = EventSummary | StoredEvent | StoredActionEntry;

export const SILENCE_MS = 30 * 60_000;

export class MemoryCaseProjection {
  readonly cases = new Map<string, CaseState>();
  readonly groups = new Map<string, GroupState>();
  readonly attempts = new Map<string, AttemptState[]>();
  readonly stays = new Map<string, CaseStay[]>();
  /** By day and combination. */
  readonly tallies = new Map<string, DayTally>();
  /** Failure group for which each finished attempt counts. */
  readonly counted: (string | null)[] = [];

  static of(...inputs: readonly ProjectionInput[]): MemoryCaseProjection {
    const caseProjection = new MemoryCaseProjection();
    caseProjection.apply(inputs);
    return caseProjection;
  }

  apply(inputs: readonly ProjectionInput[]): void {
    const named = new Set(inputs.flatMap((each): string[] => ('what' in each ? each.subjects : [caseKeyOf(each)])));
    const cases = [...named].map((key) => this.cases.get(key)).filter((state) => state !== undefined);
    const taking = new CaseReducer({ cases, groups: this.groups, silenceMs: SILENCE_MS, gaps: [] });
    for (const each of inputs)
      if ('what' in each) taking.applyAction(each);
      else
        taking.applyEvent(
          each,
          'raw' in each && each.kind === 'CMP_EVENT' ? requestDigest(each, each.marks.length === 0) : null,
        );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/prefer-structured-clone -- as it is kept
    const changes = JSON.parse(JSON.stringify(taking.changes())) as ReturnType<CaseReducer['changes']>;
    for (const state of changes.cases) this.cases.set(state.key, state);
    for (const state of changes.groups) this.groups.set(state.key, state);
    for (const { key, attempt, cause } of changes.attempts) {
      add(this.attempts, key, attempt);
      this.counted.push(cause);
    }
    for (const { key, fromSeq } of changes.resumedStays)
      this.stays.set(
        key,
        (this.stays.get(key) ?? []).filter((stay) => stay.fromSeq !== fromSeq),
      );
    for (const { key, stay } of changes.stays) add(this.stays, key, stay);
    for (const { day, combination, counts } of changes.tallies) {
      const key = `${day} ${combination}`;
      const sum = sumOf(this.tallies.get(key)?.counts ?? NO_COUNTS, counts);
      if (isNothing(sum)) this.tallies.delete(key);
      else this.tallies.set(key, { day, combination, counts: sum });
    }
  }

  onlyCase(key?: string): CaseState {
    const found = key === undefined ? [...this.cases.values()] : [this.cases.get(key)];
    const [state] = found;
    if (state === undefined || found.length > 1)
      throw new Error(`${found.length} cases: ${[...this.cases.keys()].join(' ')}`);
    return state;
  }

  allAttempts(key?: string): AttemptState[] {
    const state = this.onlyCase(key);
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

/** Describes a case, for example "1 failed ALLOCATED, 2 succeeded LOCALIZED · open". */
export function describeCase(projection: MemoryCaseProjection, key?: string): string {
  const state = projection.onlyCase(key);
  const runs = projection
    .allAttempts(key)
    .map(({ number, outcome, operation }) => `${number} ${outcome} ${operation ?? '–'}`);
  const status = state.openedAt === null ? (state.ended ?? 'never open') : state.isBack ? 'back' : 'open';
  return `${runs.join(', ')} · ${status}`;
}
