import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../../src-main/core/ports/team-log.ts';
import {
  appendOutcome,
  holderAppend,
  takeAppend,
  type ChainAppend,
} from '../../../../src-main/core/team/next-append.ts';
import { nextContent, type Unconfirmed } from '../../../../src-main/core/team/holder-content.ts';
import { committedState, EMPTY_TEAM_STATE, type TeamState } from '../../../../src-main/core/team/team-state.ts';
import { A_TAKE, appendedEntry, chainEntry, folded } from '../../../doubles/team-entries.ts';
import { receivedEvent } from '../../../doubles/received-events.ts';

const ANNA = { member: 'anna', run: 'run-of-anna' };
const BEN = { member: 'ben', run: 'run-of-ben' };

const rows = (from: number, to: number): Unconfirmed[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    kind: 'event',
    seq: from + index,
    event: receivedEvent(from + index),
  }));

/** Takes the seat in a log that ends with `state`. */
const after = (state: TeamState, append: ChainAppend) =>
  folded([appendedEntry(state.position + 1, append)], state).state;
const held = after(EMPTY_TEAM_STATE, takeAppend(EMPTY_TEAM_STATE, ANNA, A_TAKE));

const appendOf = (state: TeamState, unconfirmed: readonly Unconfirmed[], writer = ANNA): ChainAppend => {
  const content = nextContent(state, unconfirmed, 'unused');
  const made = content && holderAppend(state, writer, content, 2);
  if (made === null) throw new Error('There is nothing to append.');
  return made;
};

test('each record has all following events, at most 500 of them and 700 kB', () => {
  const lengthOf = (unconfirmed: readonly Unconfirmed[], bytes?: number) => {
    const content = nextContent(held, unconfirmed, 'e-9', bytes === undefined ? undefined : { bytes, partChars: 50 });
    return content?.kind === 'events' ? [content.first, content.events.length] : content?.kind;
  };
  const ended = { kind: 'session-ended', endedAt: 1, lengthMs: 1, reason: 'silent', detail: null } as const;
  expect(lengthOf(rows(1, 9))).toEqual([1, 9]);
  expect(lengthOf(rows(1, 501))).toEqual([1, 500]);
  expect(lengthOf(rows(1, 9), 400)).toEqual([1, 2]);
  expect(lengthOf(rows(1, 9), 100)).toBe('part');
  expect(lengthOf([...rows(3, 4), ...rows(7, 9)])).toEqual([3, 2]);
  expect(lengthOf([...rows(1, 2), ended, ...rows(3, 4)])).toEqual([1, 2]);
  expect(lengthOf([ended, ...rows(3, 4)])).toBe('session-ended');
});

test('[TEAM-151] the record with the last event also says where the stream continues, if not after its last id', () => {
  const cursorOf = (unconfirmed: readonly Unconfirmed[], cursor: string) => nextContent(held, unconfirmed, cursor);
  expect(cursorOf(rows(1, 2), 'e-2')).not.toHaveProperty('cursor');
  expect(cursorOf(rows(1, 2), 'moved')).toMatchObject({ cursor: 'moved' });
  expect(cursorOf(rows(1, 501), 'moved')).not.toHaveProperty('cursor');
  expect(cursorOf([], 'moved')).toEqual({ kind: 'events', first: 1, events: [], cursor: 'moved' });
  expect(cursorOf([], '')).toBeNull();
});

test('[TEAM-4] two writers for one place have the same message id, and void records move the expected end', () => {
  const first = appendOf(held, rows(1, 1));
  expect(first.append).toMatchObject({ lane: 'chain', id: 'c:1:1', after: 1 });
  expect(takeAppend(held, BEN, A_TAKE).append).toMatchObject({ id: 'c:1:1', after: 1 });
  const { state } = folded([chainEntry(2, 'nonsense')], held);
  const { append, record } = appendOf(state, rows(1, 1));
  expect([append.id, append.after, record.prev, record.epoch]).toEqual(['c:1:2', 2, 1, 1]);
});

test('[TEAM-4] a process appends only while it holds the seat, and another process of the same member does not', () => {
  const content = { kind: 'session-opened', openedAt: 1 } as const;
  expect(holderAppend(held, ANNA, content, 1)?.record).toMatchObject({ by: 'anna', epoch: 1, prev: 1 });
  expect(holderAppend(held, BEN, content, 1)).toBeNull();
  expect(holderAppend(held, { ...ANNA, run: 'another-run' }, content, 1)).toBeNull();
  expect(holderAppend(EMPTY_TEAM_STATE, ANNA, content, 1)).toBeNull();
});

test('[TEAM-4] the log says what became of an append', () => {
  const mine = appendOf(held, rows(1, 1));
  const taken = takeAppend(held, BEN, A_TAKE);
  const outcome = (state: TeamState) => appendOutcome(state, ANNA, mine);
  expect(outcome(held)).toBe('waiting');
  expect(outcome(after(held, mine))).toBe('confirmed');
  expect(outcome(folded([chainEntry(2, 'nonsense')], held).state)).toBe('again');
  expect(outcome(after(held, taken))).toBe('replaced');
  expect(outcome(after(after(held, mine), takeAppend(after(held, mine), BEN, A_TAKE)))).toBe('replaced');
});

test('[TEAM-4] the log says what became of a take', () => {
  const mine = takeAppend(held, BEN, A_TAKE);
  const outcome = (state: TeamState) => appendOutcome(state, BEN, mine);
  const other = takeAppend(held, { member: 'cleo', run: 'run-of-cleo' }, A_TAKE);
  const twin = takeAppend(held, { ...BEN, run: 'another-run' }, A_TAKE);
  expect(outcome(held)).toBe('waiting');
  expect(outcome(after(held, mine))).toBe('confirmed');
  expect(outcome(after(held, appendOf(held, rows(1, 1))))).toBe('again');
  expect(outcome(folded([chainEntry(2, 'nonsense')], held).state)).toBe('again');
  expect(outcome(after(held, other))).toBe('replaced');
  expect(outcome(after(held, twin))).toBe('replaced');
  const taken = after(held, mine);
  expect(outcome(after(taken, takeAppend(taken, { member: 'cleo', run: 'run-of-cleo' }, A_TAKE)))).toBe('replaced');
});

/** Appends until everything is confirmed. */
function appendedAll(
  from: TeamState,
  unconfirmed: readonly Unconfirmed[],
  limits?: { bytes: number; partChars: number },
) {
  const entries: LogEntry[] = [];
  let state = from;
  for (let content = nextContent(state, unconfirmed, 'e-2', limits); content !== null;) {
    const append = holderAppend(state, ANNA, content, 2);
    if (append === null) throw new Error('Anna does not hold the seat.');
    entries.push(appendedEntry(state.position + 1, append));
    ({ state } = folded(entries.slice(-1), state));
    const { nextSeq } = state;
    content = nextContent(
      state,
      unconfirmed.filter((one) => one.kind !== 'event' || one.seq >= nextSeq),
      'e-2',
      limits,
    );
  }
  return { entries, state };
}

describe('[TEAM-150] an event that is too large for one entry is divided', () => {
  const large = receivedEvent(1, { data: `"\\ Grüße \u{1F511} ${'漢字'.repeat(400_000)}` });
  const unconfirmed: readonly Unconfirmed[] = [{ kind: 'event', seq: 1, event: large }, ...rows(2, 2)];

  test('into entries that every engine takes, and is applied once the last one is read', () => {
    const { entries, state } = appendedAll(held, unconfirmed);
    const { changes } = folded(entries, held);
    expect(entries.length).toBe(6);
    expect(Math.max(...entries.map(({ text }) => Buffer.byteLength(text ?? '')))).toBeLessThan(1_000_000);
    const applied = changes.flatMap((change) => (change.kind === 'events' ? [[change.first, ...change.events]] : []));
    expect(applied).toEqual([
      [1, large],
      [2, receivedEvent(2)],
    ]);
    expect(changes.slice(0, -2)).toEqual(changes.slice(0, -2).map(() => ({ kind: 'part' })));
    expect([state.parts, state.nextSeq, state.voids, state.cursor]).toEqual([null, 3, 0, 'e-2']);
  });

  test('and read again from its first part by a process that starts in between', () => {
    const { entries, state } = appendedAll(held, unconfirmed);
    const between = folded(entries.slice(0, 3), held).state;
    expect(committedState(between)).toEqual(held);
    expect(folded(entries, committedState(between)).state).toEqual(state);
    expect(committedState(state)).toBe(state);
  });

  test('and its parts are forgotten when another member takes the seat', () => {
    const { entries } = appendedAll(held, unconfirmed);
    const between = folded(entries.slice(0, 3), held).state;
    const taken = after(between, takeAppend(between, BEN, A_TAKE));
    expect([taken.parts, taken.holder?.member, committedState(taken)]).toEqual([null, 'ben', taken]);
    const again = folded(
      [entries[3] as LogEntry].map((entry) => ({ ...entry, position: taken.position + 1 })),
      taken,
    );
    expect(again.changes).toEqual([{ kind: 'void', reason: 'prev' }]);
  });

  test.each([
    ['starts in the middle', { part: 2, of: 3 }],
    ['is beyond the last one', { part: 4, of: 3 }],
  ])('and a part that %s is void', (_, part) => {
    const append = holderAppend(held, ANNA, { kind: 'part', text: '', ...part }, 1);
    expect(folded([appendedEntry(2, append as ChainAppend)], held).changes).toEqual([{ kind: 'void', reason: 'part' }]);
  });

  test.each([
    ['make no events', '{', 'unreadable'],
    ['have seqs that are taken', JSON.stringify({ first: 1, events: [large] }), 'seq'],
  ])('and parts that %s are void for all', (_, text, reason) => {
    const { state } = appendedAll(held, rows(1, 1));
    const parts = [1, 2].map(
      (part) => ({ kind: 'part', part, of: 2, text: part === 1 ? text.slice(0, 1) : text.slice(1) }) as const,
    );
    let now = state;
    const changes = parts.flatMap((part) => {
      const result = folded([appendedEntry(now.position + 1, holderAppend(now, ANNA, part, 1) as ChainAppend)], now);
      now = result.state;
      return result.changes;
    });
    expect(changes).toEqual([{ kind: 'part' }, { kind: 'void', reason }]);
    expect([now.parts, now.chain, now.voids]).toEqual([null, now.position, 1]);
  });
});
