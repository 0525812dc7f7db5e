import { describe, expect, test } from 'vitest';
import { MemoryTeam } from '../../../doubles/memory-team-log.ts';
import type { BaseInfo } from '../../../../src-main/core/ports/team-base.ts';
import { linesOf, piecesOf, type BaseLine } from '../../../../src-main/core/team/base/base-content.ts';
import {
  HOLE_CHECK_MS,
  LONG_LOG_ENTRIES,
  restoreIfNeeded,
  type LogHole,
} from '../../../../src-main/core/team/base/base-restorer.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../../../src-main/core/team/team-state.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const never = new AbortController().signal;
const LINEAGE = 'of-the-team';

const stateAt = (position: number): TeamState => ({
  ...EMPTY_TEAM_STATE,
  position,
  nextSeq: position + 1,
  lineage: LINEAGE,
});

const infoOf = (upTo: number, changes: Partial<BaseInfo> = {}): BaseInfo => ({
  v: 1,
  upTo,
  upToAt: 0,
  upToSeq: upTo,
  created: '1',
  lineage: LINEAGE,
  service: 'abc',
  at: upTo,
  ...changes,
});

async function* each<Item>(...items: readonly Item[]) {
  yield* items;
}

const eventLine = (seq: number): BaseLine => ({
  kind: 'events',
  events: [{ seq, event: { receivedAt: seq, kind: 'X', id: null, data: `"😀é${'x'.repeat(seq)}` } }],
});
const endAt = (upTo: number): BaseLine => ({
  kind: 'end',
  state: { ...stateAt(upTo), offers: [], parts: null },
  offered: [],
});

/** A member that has read the log to `position`, and a log of `entries` of which the first `expired` have expired. */
async function memberAt(position: number, { entries, expired = 0 }: { entries: number; expired?: number }) {
  const clock = new FakeClock();
  const team = new MemoryTeam({ clock, leaseMs: 6_000 });
  const log = team.connect('ben');
  for (let number = 1; number <= entries; number += 1)
    await log.append({ lane: 'actions', id: `${number}`, text: '{}', after: null }, never);
  team.expire(expired);
  const restored: string[] = [];
  const shares: number[] = [];
  const failures: string[] = [];
  const holes: (LogHole | null)[] = [];
  const options = {
    log,
    clock,
    lineage: LINEAGE,
    created: '1',
    target: {
      async restorePart(part: Exclude<BaseLine, { kind: 'end' }>) {
        restored.push(part.kind);
      },
      async restoreEnd({ state }: Extract<BaseLine, { kind: 'end' }>) {
        restored.push(`to ${state.position}`);
      },
    },
    onHole: (hole: LogHole | null) => void holes.push(hole),
    onRestored: (share: number) => void shares.push(share),
    onFailure: (error: unknown) => void failures.push(String(error)),
  };
  const publish = async (upTo: number, changes: Partial<BaseInfo> = {}, end = endAt(upTo)) => {
    const upToAt = Number(await log.entryAt(upTo, never));
    await log.bases.publish(
      infoOf(upTo, { upToAt, ...changes }),
      piecesOf(each(eventLine(1), eventLine(2), end), 60),
      never,
    );
  };
  const state = stateAt(position);
  return { clock, publish, restored, shares, failures, holes, run: () => restoreIfNeeded(options, state, null, never) };
}

describe('[TEAM-20] a member that starts to read the log of a team', () => {
  test('restores no base if the log has everything and is short', async () => {
    const { publish, restored, run } = await memberAt(2, { entries: 20 });
    await publish(10);
    expect([await run(), restored]).toEqual([null, []]);
  });

  test('restores a base if the log is long, and reads a long log from its start if no base saves much', async () => {
    const { publish, restored, run } = await memberAt(0, { entries: LONG_LOG_ENTRIES });
    await publish(LONG_LOG_ENTRIES / 2 - 1);
    expect([await run(), restored]).toEqual([null, []]);
    await publish(LONG_LOG_ENTRIES - 1);
    expect(await run()).toEqual(stateAt(LONG_LOG_ENTRIES - 1));
    expect(restored).toEqual(['events', 'events', `to ${LONG_LOG_ENTRIES - 1}`]);
  });

  test('never restores a base of entries that the log has lost', async () => {
    const { clock, publish, restored, run } = await memberAt(2, { entries: 20, expired: 8 });
    await publish(15, { upToAt: clock.now() + 1_000 });
    void run().catch(() => null);
    await clock.advance(HOLE_CHECK_MS);
    expect(restored).toEqual([]);
  });

  test('never restores a base of another log or lineage', async () => {
    const { clock, publish, restored, run } = await memberAt(2, { entries: 20, expired: 8 });
    await publish(15, { created: '2' });
    await publish(16, { lineage: 'of another team' });
    void run().catch(() => null);
    await clock.advance(HOLE_CHECK_MS);
    expect(restored).toEqual([]);
  });
});

describe('[TEAM-20] a hole in the log', () => {
  test('is shown until a base reaches its end', async () => {
    const { clock, publish, restored, holes, run } = await memberAt(2, { entries: 20, expired: 8 });
    await publish(7);
    const running = run();
    await clock.advance(HOLE_CHECK_MS);
    expect([restored, holes]).toEqual([[], [{ from: 3, to: 8, firstSeq: 3, lastSeq: null }]]);
    await publish(8);
    await clock.advance(HOLE_CHECK_MS);
    expect(await running).toEqual(stateAt(8));
    expect([restored.at(-1), holes.length, holes.at(-1)]).toEqual(['to 8', 2, null]);
  });

  test('is filled from the older base if the newest one cannot be restored', async () => {
    const { publish, restored, failures, shares, run } = await memberAt(2, { entries: 20, expired: 8 });
    await publish(9);
    await publish(12, {}, endAt(11));
    expect(await run()).toEqual(stateAt(9));
    expect([failures, restored.at(-1)]).toEqual([['Error: The base ends at another position.'], 'to 9']);
    expect(shares).toContain(0);
  });
});

test('[TEAM-202] the share of a base that is restored rises to its end', async () => {
  const { publish, shares, run } = await memberAt(2, { entries: 20, expired: 8 });
  await publish(12);
  await run();
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect([shares.every((share) => share >= 2 && share < 12), new Set(shares).size]).toEqual([true, shares.length]);
});

test('[TEAM-20] a base is the same after it was cut anywhere', async () => {
  const lines = [eventLine(1), eventLine(40), endAt(7)];
  for (const maxChars of [1, 7, 60, 100_000]) {
    const found: BaseLine[] = [];
    for await (const some of linesOf(piecesOf(each(...lines), maxChars))) found.push(...some);
    expect(found).toEqual(lines);
  }
});
