import { expect, onTestFinished, test } from 'vitest';
import { MemoryTeam } from '../../../doubles/memory-team-log.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import type { BaseHead } from '../../../../src-main/core/ports/team-base.ts';
import type { PlacedEvent } from '../../../../src-main/core/ports/team-store.ts';
import { linesOf, type BaseLine } from '../../../../src-main/core/team/base/base-content.ts';
import { makeBases } from '../../../../src-main/core/team/base/base-maker.ts';
import { EMPTY_TEAM_STATE } from '../../../../src-main/core/team/team-state.ts';
import { anActionEntry } from '../../../doubles/action-entries.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const never = new AbortController().signal;
const DAY_MS = 86_400_000;
const FIRST_MS = 60_000;
const STATE = { ...EMPTY_TEAM_STATE, position: 9, nextSeq: 3, lineage: 'of-the-team' };
const placedAt = (seq: number): PlacedEvent => ({ seq, event: { receivedAt: seq, kind: 'X', id: null, data: '{}' } });

function holder() {
  const clock = new FakeClock();
  const { bases } = new MemoryTeam({ clock, leaseMs: 6_000 }).connect('anna');
  const seat = { isHolding: true, changed: new ChangeSignal() };
  const head: BaseHead = {
    created: '1',
    position: 9,
    confirmedSeq: 2,
    team: JSON.stringify(STATE),
    member: 'anna',
    sessions: [],
    before: { sessions: [], gaps: [] },
    offered: [],
    unplaced: ['action-0002'],
  };
  const actions = [
    { ...anActionEntry(1), number: 1, afterSeq: 1 },
    { ...anActionEntry(2), number: 2, afterSeq: 2 },
    { ...anActionEntry(3), number: 3, afterSeq: 3 },
  ];
  /** Called while the holder reads its events. */
  let meanwhile = () => {};
  const reader = {
    baseHead: async () => head,
    lineage: async () => 'of-the-team',
    received: async (after: number, to: number) => {
      meanwhile();
      return { events: [placedAt(after + 1)], next: after + 1 < to ? after + 1 : null };
    },
    actions: async (after: number) => actions.filter(({ number }) => number > after),
  };
  const ends = new AbortController();
  const log = new SilentLog();
  const isHolding = () => seat.isHolding;
  const running = makeBases(
    { bases, reader, clock, log, service: 'abc', isHolding, changed: seat.changed },
    ends.signal,
  );
  onTestFinished(async () => {
    ends.abort();
    await running;
  });
  const list = () => bases.list(never);
  return { clock, bases, seat, list, onRead: (call: () => void) => (meanwhile = call) };
}

test('[TEAM-20] a base has what the log had confirmed, without actions that wait or that were placed later', async () => {
  const { clock, bases, list } = holder();
  await clock.advance(FIRST_MS);
  const [base] = await list();
  expect(base).toMatchObject({ upTo: 9, upToSeq: 2, created: '1', lineage: 'of-the-team', service: 'abc' });
  const lines: BaseLine[] = [];
  if (base !== undefined) for await (const some of linesOf(bases.read(base, never))) lines.push(...some);
  expect(lines).toEqual([
    { kind: 'events', events: [placedAt(1)] },
    { kind: 'events', events: [placedAt(2)] },
    { kind: 'actions', actions: [{ action: anActionEntry(1), afterSeq: 1 }] },
    { kind: 'end', state: STATE, offered: [] },
  ]);
});

test('[TEAM-20] a holder makes a base a minute after it took the seat, and then once a day', async () => {
  const { clock, list } = holder();
  await clock.advance(FIRST_MS - 1);
  const counts = [(await list()).length];
  await clock.advance(1);
  counts.push((await list()).length);
  await clock.advance(DAY_MS - FIRST_MS);
  counts.push((await list()).length);
  await clock.advance(2 * FIRST_MS + 600_000);
  counts.push((await list()).length);
  expect(counts).toEqual([0, 1, 1, 2]);
});

test('[TEAM-20] a member that follows makes no base until it has the seat', async () => {
  const { clock, seat, list } = holder();
  seat.isHolding = false;
  await clock.advance(DAY_MS);
  expect(await list()).toEqual([]);
  seat.isHolding = true;
  seat.changed.notify();
  await clock.advance(FIRST_MS);
  expect(await list()).toHaveLength(1);
});

test('[TEAM-20] a holder that loses the seat while it makes a base does not publish it', async () => {
  const { clock, seat, list, onRead } = holder();
  onRead(() => (seat.isHolding = false));
  await clock.advance(FIRST_MS);
  expect(await list()).toEqual([]);
});
