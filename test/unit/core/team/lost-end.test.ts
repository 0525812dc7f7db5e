import { describe, expect, test } from 'vitest';
import { MemoryTeam } from '../../../doubles/memory-team-log.ts';
import { hasEntry, rewindIfLost, untilLost } from '../../../../src-main/core/team/lost-end.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../../../src-main/core/team/team-state.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const never = new AbortController().signal;
const PAUSE_MS = 2_000;
const SECOND = 1_000;

/** A log that gets an entry each second, and a member that has read the first `read` of its `entries`. */
async function memberOf({ entries, read = entries }: { readonly entries: number; readonly read?: number }) {
  const clock = new FakeClock();
  const team = new MemoryTeam({ clock, leaseMs: 6_000 });
  const log = team.connect('ben');
  const add = async (id: string) => {
    await clock.advance(SECOND);
    await log.append({ lane: 'actions', id, text: '{}', after: null }, never);
  };
  const copies: (() => void)[] = [team.copy()];
  for (let number = 1; number <= entries; number += 1) {
    await add(`${number}`);
    copies.push(team.copy());
  }
  const readAt = async (position: number): Promise<TeamState> => {
    const at = await log.entryAt(position, never);
    return { ...EMPTY_TEAM_STATE, position, at: typeof at === 'number' ? at : 0 };
  };
  const states = await Promise.all(Array.from({ length: entries + 1 }, (_, position) => readAt(position)));
  const state = states[read] ?? EMPTY_TEAM_STATE;
  const rewound: string[] = [];
  const options = {
    log,
    clock,
    created: '1',
    target: {
      marks: async () => states.slice(0, read + 1).toReversed(),
      rewind: async ({ position }: TeamState, end: number) => void rewound.push(`to ${position} of ${end}`),
    },
    onRewind: (lastAt: number) => void rewound.push(`at ${lastAt}`),
  };
  return { clock, team, log, add, state, states, rewound, options, cutTo: (position: number) => copies[position]?.() };
}

const settled = async <Value>(clock: FakeClock, wanted: Promise<Value>): Promise<Value> => {
  await clock.advance(5 * SECOND);
  return wanted;
};

describe('[TEAM-340] a member whose log may have lost its end', () => {
  test('stays where it is if the log has its last entry, also as one of many, or if that has expired', async () => {
    const { team, options, state, rewound, clock } = await memberOf({ entries: 9, read: 7 });
    expect(await settled(clock, rewindIfLost(options, state, null, never))).toBeNull();
    team.expire(8);
    expect(await settled(clock, rewindIfLost(options, state, null, never))).toBeNull();
    expect(rewound).toEqual([]);
  });

  test('goes back to the newest entry that the log still has', async () => {
    const { options, state, states, rewound, clock, cutTo } = await memberOf({ entries: 9 });
    cutTo(6);
    expect(await settled(clock, rewindIfLost(options, state, null, never))).toMatchObject({ position: 6 });
    expect(rewound).toEqual([`at ${states[6]?.at}`, 'to 6 of 6']);
  });

  test('goes back also if others have added more than was lost', async () => {
    const { options, state, rewound, clock, cutTo, add } = await memberOf({ entries: 9 });
    cutTo(6);
    for (let number = 10; number < 20; number += 1) await add(`${number}`);
    expect(await settled(clock, rewindIfLost(options, state, null, never))).toMatchObject({ position: 6 });
    expect(rewound[1]).toBe('to 6 of 16');
  });

  test('does not go back to an entry that came after one that is lost', async () => {
    const { options, state, clock } = await memberOf({ entries: 9 });
    expect(await settled(clock, rewindIfLost(options, state, 5, never))).toMatchObject({ position: 4 });
  });

  test('goes back to the start if the log has lost everything', async () => {
    const { options, state, rewound, clock, cutTo } = await memberOf({ entries: 3 });
    cutTo(0);
    expect(await settled(clock, rewindIfLost(options, state, null, never))).toMatchObject({ position: 0 });
    expect(rewound).toEqual(['at 0', 'to 0 of 0']);
  });

  test('does nothing while the log does not answer, or is another one', async () => {
    const { team, options, state, rewound, clock, cutTo } = await memberOf({ entries: 9 });
    cutTo(6);
    team.setCutOff('ben', true);
    expect(await settled(clock, rewindIfLost(options, state, null, never))).toBeNull();
    expect(await hasEntry(options, state, never)).toBeNull();
    team.setCutOff('ben', false);
    expect(await settled(clock, rewindIfLost({ ...options, created: '2' }, state, null, never))).toBeNull();
    expect(rewound).toEqual([]);
  });

  test('waits until the log says it three times, because a new leader may not know the end for a moment', async () => {
    const { options, state, clock, cutTo, team } = await memberOf({ entries: 9 });
    const putBack = team.copy();
    const found: number[] = [];
    void untilLost(options, () => state, PAUSE_MS, never).then((lost) => found.push(lost));
    cutTo(6);
    await clock.advance(PAUSE_MS + 1.5 * SECOND);
    putBack();
    await clock.advance(10 * SECOND);
    expect(found).toEqual([]);
    cutTo(6);
    await clock.advance(PAUSE_MS + 2.5 * SECOND);
    expect(found).toEqual([9]);
  });

  test('notices it also if it has read on in between', async () => {
    const { options, states, clock, cutTo, log } = await memberOf({ entries: 9 });
    let state = states[9] ?? EMPTY_TEAM_STATE;
    const lost = untilLost(options, () => state, PAUSE_MS, never);
    cutTo(6);
    await clock.advance(100);
    for (const id of ['a', 'b', 'c', 'd']) await log.append({ lane: 'actions', id, text: '{}', after: null }, never);
    state = { ...EMPTY_TEAM_STATE, position: 10, at: clock.now() };
    await clock.advance(10 * SECOND);
    expect(await lost).toBe(9);
  });

  test('notices a chain of which the log has another record at the place', async () => {
    const { options, states, clock, cutTo, add, log } = await memberOf({ entries: 9, read: 6 });
    const before = states[9] ?? EMPTY_TEAM_STATE;
    cutTo(6);
    for (const id of ['a', 'b', 'c', 'd']) await add(id);
    // Its store was full, so it has stored what it had read before, and then read on.
    const at = await log.entryAt(10, never);
    const state = { ...EMPTY_TEAM_STATE, position: 10, at: Number(at), chain: before.position, chainAt: before.at };
    const lost = untilLost(options, () => state, PAUSE_MS, never);
    await clock.advance(10 * SECOND);
    expect(await lost).toBe(9);
  });
});
