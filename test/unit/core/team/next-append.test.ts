import { expect, test } from 'vitest';
import {
  appendOutcome,
  holderAppend,
  nextContent,
  takeAppend,
  type ChainAppend,
  type Unconfirmed,
} from '../../../../src-main/core/team/next-append.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../../../src-main/core/team/team-state.ts';
import { appendedEntry, chainEntry, folded } from '../../../doubles/team-entries.ts';
import { receivedEvent } from '../../../doubles/received-events.ts';

const ANNA = { member: 'anna', run: 'run-of-anna' };
const BEN = { member: 'ben', run: 'run-of-ben' };
const START = { why: 'start', reason: '', at: 1 } as const;

const rows = (from: number, to: number): Unconfirmed[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    kind: 'event',
    seq: from + index,
    event: receivedEvent(from + index),
  }));

/** Takes the seat in a log that ends with `state`. */
const after = (state: TeamState, append: ChainAppend) =>
  folded([appendedEntry(state.position + 1, append)], state).state;
const held = after(EMPTY_TEAM_STATE, takeAppend(EMPTY_TEAM_STATE, ANNA, START));

const appendOf = (state: TeamState, unconfirmed: readonly Unconfirmed[], writer = ANNA): ChainAppend => {
  const content = nextContent(state, unconfirmed, 'unused');
  const made = content && holderAppend(state, writer, content, 2);
  if (made === null) throw new Error('There is nothing to append.');
  return made;
};

test('[TEAM-2] each record has all following events, at most 500 of them and 700 kB', () => {
  const lengthOf = (unconfirmed: readonly Unconfirmed[], maxChars?: number) => {
    const content = nextContent(held, unconfirmed, 'e-9', maxChars);
    return content?.kind === 'events' ? [content.first, content.events.length] : content?.kind;
  };
  const ended = { kind: 'session-ended', endedAt: 1, lengthMs: 1, reason: 'silent', detail: null } as const;
  expect(lengthOf(rows(1, 9))).toEqual([1, 9]);
  expect(lengthOf(rows(1, 501))).toEqual([1, 500]);
  expect(lengthOf(rows(1, 9), 400)).toEqual([1, 2]);
  expect(lengthOf(rows(1, 9), 1)).toEqual([1, 1]);
  expect(lengthOf([...rows(3, 4), ...rows(7, 9)])).toEqual([3, 2]);
  expect(lengthOf([...rows(1, 2), ended, ...rows(3, 4)])).toEqual([1, 2]);
  expect(lengthOf([ended, ...rows(3, 4)])).toBe('session-ended');
});

test('[TEAM-7] the record with the last event also says where the stream continues, if not after its last id', () => {
  const cursorOf = (unconfirmed: readonly Unconfirmed[], cursor: string) => nextContent(held, unconfirmed, cursor);
  expect(cursorOf(rows(1, 2), 'e-2')).not.toHaveProperty('cursor');
  expect(cursorOf(rows(1, 2), 'moved')).toMatchObject({ cursor: 'moved' });
  expect(cursorOf(rows(1, 501), 'moved')).not.toHaveProperty('cursor');
  expect(cursorOf([], 'moved')).toEqual({ kind: 'events', first: 1, events: [], cursor: 'moved' });
  expect(cursorOf([], '')).toBeNull();
});

test('[TEAM-3] two writers for one place have the same message id, and void records move the expected end', () => {
  const first = appendOf(held, rows(1, 1));
  expect(first.append).toMatchObject({ lane: 'chain', id: 'c:1:1', after: 1 });
  expect(takeAppend(held, BEN, START).append).toMatchObject({ id: 'c:1:1', after: 1 });
  const { state } = folded([chainEntry(2, 'nonsense')], held);
  const { append, record } = appendOf(state, rows(1, 1));
  expect([append.id, append.after, record.prev, record.epoch]).toEqual(['c:1:2', 2, 1, 1]);
});

test('[TEAM-6] a process appends only while it holds the seat, and another process of the same member does not', () => {
  const content = { kind: 'session-opened', openedAt: 1 } as const;
  expect(holderAppend(held, ANNA, content, 1)?.record).toMatchObject({ by: 'anna', epoch: 1, prev: 1 });
  expect(holderAppend(held, BEN, content, 1)).toBeNull();
  expect(holderAppend(held, { ...ANNA, run: 'another-run' }, content, 1)).toBeNull();
  expect(holderAppend(EMPTY_TEAM_STATE, ANNA, content, 1)).toBeNull();
});

test('[TEAM-5] the log says what became of an append', () => {
  const mine = appendOf(held, rows(1, 1));
  const taken = takeAppend(held, BEN, START);
  const outcome = (state: TeamState) => appendOutcome(state, ANNA, mine);
  expect(outcome(held)).toBe('waiting');
  expect(outcome(after(held, mine))).toBe('confirmed');
  expect(outcome(folded([chainEntry(2, 'nonsense')], held).state)).toBe('again');
  expect(outcome(after(held, taken))).toBe('replaced');
  expect(outcome(after(after(held, mine), takeAppend(after(held, mine), BEN, START)))).toBe('replaced');
});

test('[TEAM-5] the log says what became of a take', () => {
  const mine = takeAppend(held, BEN, START);
  const outcome = (state: TeamState) => appendOutcome(state, BEN, mine);
  const other = takeAppend(held, { member: 'cleo', run: 'run-of-cleo' }, START);
  const twin = takeAppend(held, { ...BEN, run: 'another-run' }, START);
  expect(outcome(held)).toBe('waiting');
  expect(outcome(after(held, mine))).toBe('confirmed');
  expect(outcome(after(held, appendOf(held, rows(1, 1))))).toBe('again');
  expect(outcome(folded([chainEntry(2, 'nonsense')], held).state)).toBe('again');
  expect(outcome(after(held, other))).toBe('replaced');
  expect(outcome(after(held, twin))).toBe('replaced');
});
