import { describe, expect, test, vi } from 'vitest';
import type { AppendFault } from '../../../doubles/memory-team-log.ts';
import type { LogEntry } from '../../../../src-main/core/ports/team-log.ts';
import { takeAppend } from '../../../../src-main/core/team/next-append.ts';
import { anActionEntry } from '../../../doubles/action-entries.ts';
import { A_TAKE } from '../../../doubles/team-entries.ts';
import { oneOf } from '../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { LEASE_MS, MemoryWorld, seats } from '../../../doubles/memory-world.ts';
import { SECOND_SUBSCRIBER, worldFaults, type WorldMember } from '../../../doubles/team-world.ts';
import { rounds } from '../../../support/breadth.ts';

describe('[TEAM-340] members of a team', () => {
  test('agree on one holder, and every one has what it received', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    expect(seats(world)).toEqual(['holds', 'follows', 'follows']);
    world.member(2).store.act(anActionEntry(1));
    await world.pass(1);
    await world.clock.advance(1_000);
    expect(worldFaults(world.members)).toEqual([]);
    expect(world.member(2).store.model.events.length).toBeGreaterThan(50);
    expect(world.member(1).store.model.print()).toContain('action-0001');
    await world.end();
    expect(world.clock.sleeping).toBe(0);
  });

  test('have a new holder within the lease and 2 s after one was killed', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    await world.kill(world.member(0));
    await world.pass((LEASE_MS + 2_000) / 1_000);
    expect(seats(world).slice(1)).toEqual(['holds', 'follows']);
    world.start(world.member(0));
    await world.pass(5);
    await world.clock.advance(1_000);
    expect(seats(world)).toEqual(['follows', 'holds', 'follows']);
    expect(worldFaults(world.members)).toEqual([]);
    await world.end();
  });

  test('[TEAM-9] lose nothing when the holder is cut off: it goes on alone, and its events are merged once it is back', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    world.team.setCutOff('anna', true);
    await world.pass(20, 'allowed');
    expect(seats(world)).toEqual(['alone', 'holds', 'follows']);
    world.team.setCutOff('anna', false);
    await world.pass(5, 'allowed');
    await world.clock.advance(8_000);
    expect(seats(world)).toEqual(['follows', 'holds', 'follows']);
    expect(worldFaults(world.members)).toEqual([]);
    await world.end();
  });

  test('[TEAM-9] continue with the same holder after an outage of the log for all of them', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    for (const { name } of world.members) world.team.setCutOff(name, true);
    await world.pass(20);
    expect(seats(world)).toEqual(['alone', 'follows', 'follows']);
    const { epoch } = world.member(0).store.state;
    world.team.setCutOff('anna', false);
    await world.pass(3);
    for (const { name } of world.members) world.team.setCutOff(name, false);
    await world.pass(3);
    await world.clock.advance(1_000);
    expect(seats(world)).toEqual(['holds', 'follows', 'follows']);
    expect([worldFaults(world.members), world.member(1).store.state.epoch]).toEqual([[], epoch]);
    await world.end();
  });

  test('[TEAM-4] stop at once when the log shows that another process took the seat', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    const [anna] = world.members;
    expect(anna?.isWatching).toBe(true);
    const { append } = takeAppend(world.member(1).store.state, { member: 'dora', run: 'run-of-dora' }, A_TAKE);
    await world.team.connect('dora').append(append, new AbortController().signal);
    await world.clock.advance(0);
    expect([anna?.isWatching, seats(world)]).toEqual([false, ['follows', 'follows', 'follows']]);
    await world.end();
  });

  test('[TEAM-330] give the seat to a stand-by when the reader of the holder stays stopped, and take none until it reads', async () => {
    const world = new MemoryWorld();
    await world.pass(1);
    const [anna] = world.members as [WorldMember];
    await world.kill(anna);
    await world.kill(world.member(1));
    await world.kill(world.member(2));
    await world.clock.advance(LEASE_MS);
    let isStopped = false;
    let goOn: () => void = () => {};
    async function* stopping(entries: AsyncIterable<LogEntry>) {
      for await (const entry of entries) {
        if (isStopped) await new Promise<void>((resolve) => (goOn = resolve));
        yield entry;
      }
    }
    world.start(anna, 0, (log) => ({ ...log, read: (from, signal) => stopping(log.read(from, signal)) }));
    await world.pass(2);
    world.start(world.member(1));
    await world.pass(2);
    expect([anna.isWatching, world.member(1).isWatching]).toEqual([true, false]);
    isStopped = true;
    await world.pass(9);
    expect(anna.isWatching).toBe(true);
    await world.pass(8);
    expect([anna.isWatching, world.member(1).isWatching]).toEqual([false, true]);
    isStopped = false;
    goOn();
    await world.pass(10);
    await world.clock.advance(1_000);
    expect([anna.isWatching, world.member(1).isWatching]).toEqual([false, true]);
    expect(anna.store.model.print()).toBe(world.member(1).store.model.print());
    await world.end();
  });

  test('[TEAM-21] stop reading and watching at a record of a newer version', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    const newer = { lane: 'actions', id: 'newer', text: '{"v":2}', after: null } as const;
    await world.team.connect('dora').append(newer, new AbortController().signal);
    await world.clock.advance(0);
    const stopped = { kind: 'newer', version: 2 };
    expect(await Promise.all(world.members.map(({ ended }) => ended))).toEqual([stopped, stopped, stopped]);
    expect(world.members.map(({ isWatching }) => isWatching)).toEqual([false, false, false]);
    expect(world.clock.sleeping).toBe(0);
  });

  test('[TEAM-19] stop when the log was made again, and change nothing in their stores; the holder goes on alone', async () => {
    const world = new MemoryWorld();
    await world.pass(10);
    const before = world.members.map(({ store }) => store.model.print());
    world.team.wipe();
    await world.clock.advance(LEASE_MS);
    const [anna, ...others] = world.members as [WorldMember, ...WorldMember[]];
    const replaced = { kind: 'replaced' };
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([replaced, replaced]);
    expect(world.members.map(({ store }) => store.model.print())).toEqual(before);
    expect(anna.member?.seat.seat.kind).toBe('alone');
    const received = anna.store.model.received.length;
    await world.pass(20);
    expect([anna.member?.seat.seat.kind, anna.isWatching]).toEqual(['alone', true]);
    expect(anna.store.model.received.length).toBe(received + 100);
    // The new log gets nothing of it.
    expect(await world.team.connect('dora').status(new AbortController().signal)).toMatchObject({ last: 0 });
    await world.end();
    expect(world.clock.sleeping).toBe(0);
  });

  test('[TEAM-19] stop at once if the seat is lost while the log, which was made again, is asked', async () => {
    const world = new MemoryWorld();
    await world.pass(1);
    for (const member of world.members) await world.kill(member);
    await world.clock.advance(LEASE_MS);
    const anna = world.member(0);
    let isSlow = false;
    const asked: number[] = [];
    world.start(anna, 0, (log) => ({
      ...log,
      async status(signal) {
        if (isSlow) {
          asked.push(world.clock.now());
          await world.clock.sleep(1_000, signal);
        }
        return log.status(signal);
      },
    }));
    await world.pass(1);
    world.team.wipe();
    await world.clock.advance(LEASE_MS);
    expect(anna.member?.seat.seat.kind).toBe('alone');
    isSlow = true;
    for (let ms = 0; ms < 2 * LEASE_MS && asked.length === 0; ms += 100) await world.clock.advance(100);
    const ended = vi.fn<(end: unknown) => void>();
    void anna.ended.then(ended);
    anna.member?.seat.giveUp();
    await world.clock.advance(1_000);
    expect(ended).toHaveBeenCalledWith({ kind: 'replaced' });
    await world.end();
  });

  test('[TEAM-13] take the seat in their order, and never without a rank', async () => {
    const world = new MemoryWorld();
    await world.pass(1);
    await world.kill(world.member(0));
    await world.kill(world.member(1));
    world.start(world.member(1), null);
    await world.pass(10);
    expect(seats(world).slice(1)).toEqual(['follows', 'holds']);
    await world.end();
  });

  test('stay equal through random faults of members, log and service', async () => {
    for (let seed = 1; seed <= rounds({ usual: 4, thorough: 300 }); seed += 1)
      expect([seed, ...(await faultsOf(seed))]).toEqual([seed]);
  });
});

async function faultsOf(seed: number): Promise<readonly string[]> {
  const random = randomNumbers(seed);
  let areFaultsOver = false;
  const faults: readonly AppendFault[] = [
    { isAnswerLost: true },
    { copies: 0 },
    { copies: 2 },
    { storeAfterMs: 3_000, isAnswerLost: true },
    { storeAfterMs: 500, answerAfterMs: 1_500 },
  ];
  const world = new MemoryWorld(() =>
    areFaultsOver || random(3) > 0 ? null : (faults[random(faults.length)] ?? null),
  );
  for (let step = 0; step < 12; step += 1) {
    const member = world.member(random(3));
    const dice = random(5);
    if (dice === 0) await (world.isRunning(member) ? world.kill(member) : world.start(member));
    else if (dice === 1) world.team.setCutOff(member.name, true);
    else if (dice === 2) world.team.setCutOff(member.name, false);
    else if (dice === 3) member.store.act(anActionEntry(seed * 1_000 + step));
    await world.pass(1 + random(8), oneOf(SECOND_SUBSCRIBER, random));
  }
  areFaultsOver = true;
  for (const member of world.members) {
    world.team.setCutOff(member.name, false);
    if (!world.isRunning(member)) world.start(member);
  }
  await world.pass(10);
  await world.clock.advance(30_000);
  const found = worldFaults(world.members);
  await world.end();
  return world.clock.sleeping === 0 ? found : [...found, 'something still sleeps'];
}
