import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../../src-main/core/ports/clock.ts';
import type { LogEntry, TeamLog, TeamMessage } from '../../../../src-main/core/ports/team-log.ts';
import type { TeamSeat } from '../../../../src-main/core/team/team-seat.ts';
import { anActionEntry } from '../../../doubles/action-entries.ts';
import { LEASE_MS, MemoryWorld, seats } from '../../../doubles/memory-world.ts';
import { ModelStore } from '../../../doubles/team-store-model.ts';
import { worldFaults, type WorldMember } from '../../../doubles/team-world.ts';

const never = new AbortController().signal;

/** Anna holds the seat; Ben and Cleo follow. */
async function started(...options: ConstructorParameters<typeof MemoryWorld>) {
  const world = new MemoryWorld(...options);
  onTestFinished(() => world.end());
  await world.pass(10);
  expect(seats(world)).toEqual(['holds', 'follows', 'follows']);
  const [anna, ben, cleo] = world.members as [WorldMember, WorldMember, WorldMember];
  return { world, anna, ben, cleo };
}

const memberOf = ({ member }: WorldMember) => {
  if (member === null) throw new Error('The member does not run.');
  return member;
};

/** Lets the log be read to its end, without more events. */
async function faultsAfter(world: MemoryWorld, seconds: number) {
  await world.pass(seconds);
  await world.clock.advance(1_000);
  return worldFaults(world.members);
}

async function lanes(world: MemoryWorld): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const { position } = world.member(0).store.state;
  for await (const entry of world.team.connect('reader').read(1, never)) {
    found.add(entry.lane);
    if (entry.position >= position) break;
  }
  return found;
}

test('[TEAM-13] a holder closes the stream before another member opens it, also if it reads the log slowly', async () => {
  const { world, anna, ben } = await started();
  await world.kill(anna);
  await world.clock.advance(LEASE_MS);
  async function* slow(entries: AsyncIterable<LogEntry>, signal: AbortSignal) {
    for await (const entry of entries) {
      await world.clock.sleep(100, signal).catch(() => {});
      yield entry;
    }
  }
  await world.kill(ben);
  await world.kill(world.member(2));
  await world.clock.advance(LEASE_MS);
  world.start(anna, 0, (log) => ({ ...log, read: (from, signal) => slow(log.read(from, signal), signal) }));
  await world.clock.advance(30_000);
  world.start(ben);
  await world.clock.advance(1_000);
  expect([anna.isWatching, ben.isWatching]).toEqual([true, false]);
  world.mostWatching = 0;
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('done');
  expect([ben.isWatching, world.mostWatching]).toEqual([true, 1]);
  await world.clock.advance(1_000);
});

test('[TEAM-13] a holder gives the seat to a named member within 2 s, and two never watch at the same time', async () => {
  const { world, anna, ben, cleo } = await started();
  for (const [from, to] of [
    [anna, ben],
    [ben, cleo],
    [cleo, anna],
  ] as const) {
    await world.pass(1);
    const given = memberOf(from).handOver(to.name, never);
    expect(await world.answer(given, 2_000)).toBe('done');
    expect(world.members.filter(({ isWatching }) => isWatching)).toEqual([to]);
  }
  expect(world.mostWatching).toBe(1);
  expect(anna.store.state).toMatchObject({ epoch: 4, holder: { member: 'anna', why: 'handover' } });
  expect(await faultsAfter(world, 20)).toEqual([]);
  expect(seats(world)).toEqual(['holds', 'follows', 'follows']);
});

test('[TEAM-13] a holder keeps the seat if the other member is away or may not hold, and only a holder gives it', async () => {
  const { world, anna, ben, cleo } = await started();
  await world.kill(ben);
  await world.kill(cleo);
  world.start(cleo, null);
  await world.pass(1);
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('not-ready');
  expect(await world.answer(memberOf(anna).handOver('cleo', never), 5_000)).toBe('not-ready');
  expect([anna.isWatching, anna.store.state.epoch]).toEqual([true, 1]);
  expect(await world.answer(memberOf(cleo).handOver('anna', never), 5_000)).toBe('not-holder');
});

test('[TEAM-13] a holder has the seat again if the other member was ready and does not take it', async () => {
  const { world, anna, ben } = await started();
  async function* deaf(messages: AsyncIterable<TeamMessage>) {
    for await (const message of messages) if (!message.text.includes('take-it')) yield message;
  }
  await world.kill(ben);
  world.start(ben, 1, (log) => ({ ...log, subscribe: (...args) => deaf(log.subscribe(...args)) }));
  await world.pass(1);
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('not-taken');
  expect([anna.isWatching, ben.isWatching, anna.store.state.epoch]).toEqual([true, false, 1]);
  expect(await faultsAfter(world, 10)).toEqual([]);
});

test('[TEAM-13] a holder does not say that the named member has the seat if a third one took it meanwhile', async () => {
  const { world, anna, ben, cleo } = await started();
  async function* deaf(messages: AsyncIterable<TeamMessage>) {
    for await (const message of messages) if (!message.text.includes('take-it')) yield message;
  }
  await world.kill(ben);
  world.start(ben, 1, (log) => ({ ...log, subscribe: (...args) => deaf(log.subscribe(...args)) }));
  await world.pass(1);
  const handed = memberOf(anna).handOver('ben', never);
  await world.clock.advance(200);
  const taken = memberOf(cleo).seat.takeOver('Mine', never);
  expect([await world.answer(handed, 5_000), await taken]).toEqual(['not-taken', 'done']);
  expect(seats(world)).toEqual(['follows', 'follows', 'holds']);
});

test('[TEAM-13] a member that has not read the newest entries yet is ready once it has', async () => {
  const { world, anna, ben } = await started();
  async function* late(entries: AsyncIterable<LogEntry>, signal: AbortSignal) {
    for await (const entry of entries) {
      await world.clock.sleep(200, signal).catch(() => {});
      yield entry;
    }
  }
  await world.kill(ben);
  world.start(ben, 1, (log) => ({ ...log, read: (from, signal) => late(log.read(from, signal), signal) }));
  await world.clock.advance(30_000);
  anna.store.receive(1_000_000);
  await world.clock.advance(50);
  expect(ben.store.state.position).toBeLessThan(anna.store.state.position);
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('done');
});

test('[TEAM-13] a holder keeps the seat if the other member has not read the log to its end', async () => {
  const { world, anna, ben } = await started();
  async function* stuck(entries: AsyncIterable<LogEntry>, signal: AbortSignal) {
    for await (const entry of entries) {
      if (entry.position > 5) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield entry;
    }
  }
  await world.kill(ben);
  ben.store.model = new ModelStore();
  world.start(ben, 1, (log) => ({ ...log, read: (from, signal) => stuck(log.read(from, signal), signal) }));
  await world.pass(1);
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('not-ready');
  expect(anna.isWatching).toBe(true);
});

test('[TEAM-13] a holder gives the seat after the log has its last events', async () => {
  const { world, anna, ben } = await started((append, member) =>
    member === 'anna' && append.lane === 'chain' ? { storeAfterMs: 300 } : null,
  );
  await world.pass(1);
  expect(anna.store.model.unconfirmed.length).toBeGreaterThan(0);
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('done');
  expect(ben.isWatching).toBe(true);
  expect((await lanes(world)).has('offers')).toBe(false);
  expect(await faultsAfter(world, 2)).toEqual([]);
});

test('[TEAM-13] a holder gives the seat at once if it reads its last entry back while it asks whether the log has all', async () => {
  const { world, anna, ben } = await started();
  let isAsked = false;
  const isAllAppended = async () => {
    if (isAsked) return true;
    isAsked = true;
    const { position } = anna.store.state;
    anna.store.act(anActionEntry(1));
    while (anna.store.state.position === position)
      await anna.store.stored.changedSince(anna.store.stored.revision, never);
    return false;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the member hides only this method of its seat
  const seat = memberOf(anna).seat as TeamSeat;
  expect(await world.answer(seat.handOver('ben', isAllAppended, never), 500)).toBe('done');
  expect(ben.isWatching).toBe(true);
});

test('[TEAM-13] a slow new holder has the seat in the end, or the old one', async () => {
  let isSlow = true;
  const { world, anna, ben } = await started((_append, member) => (member === 'ben' && isSlow ? { copies: 0 } : null));
  expect(await world.answer(memberOf(anna).handOver('ben', never), 5_000)).toBe('not-taken');
  expect(anna.isWatching).toBe(false);
  isSlow = false;
  expect(await faultsAfter(world, 10)).toEqual([]);
  expect([anna.isWatching, ben.isWatching]).toEqual([false, true]);
});

test('[TEAM-13] a member asks for the seat, and the holder gives it, declines with a reason, or does not answer', async () => {
  const { world, anna, ben, cleo } = await started();
  const first = memberOf(ben).seat.ask(never);
  await world.clock.advance(0);
  expect(anna.asked).toMatchObject([{ from: 'ben' }]);
  const [request] = anna.asked;
  if (request !== undefined) memberOf(anna).seat.decline(request, 'In the middle of a call');
  expect(await world.answer(first, 1_000)).toEqual({ reason: 'In the middle of a call' });
  expect(await world.answer(memberOf(cleo).seat.ask(never), 21_000)).toBeNull();
  const last = memberOf(ben).seat.ask(never);
  await world.clock.advance(0);
  void memberOf(anna).handOver('ben', never);
  expect(await world.answer(last, 2_000)).toBe('done');
  expect(seats(world)).toEqual(['follows', 'holds', 'follows']);
});

test('[TEAM-13] a member takes the seat with a reason that all see, at most once a minute in a team', async () => {
  const { world, anna, ben, cleo } = await started();
  expect(await world.answer(memberOf(ben).seat.takeOver('Anna is away', never), 2_000)).toBe('done');
  await world.clock.advance(200);
  expect(seats(world)).toEqual(['follows', 'holds', 'follows']);
  expect([anna.isWatching, cleo.store.state.holder]).toMatchObject([false, { member: 'ben', why: 'takeover' }]);
  expect(await world.answer(memberOf(anna).seat.takeOver('Mine', never), 2_000)).toBe('too-soon');
  await world.pass(60);
  expect(await world.answer(memberOf(anna).seat.takeOver('Mine', never), 2_000)).toBe('done');
  expect(await faultsAfter(world, 10)).toEqual([]);
});

test.each([-600_000, 600_000])(
  '[TEAM-13] two members whose clocks differ by %i ms take the seat over at most once a minute',
  async (aheadMs) => {
    const { world, anna, ben } = await started();
    const { clock } = world;
    const wrong: Clock = {
      now: () => clock.now() + aheadMs,
      monotonic: () => clock.monotonic(),
      elapsed: () => clock.elapsed(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
    };
    await world.kill(ben);
    world.start(ben, 1, undefined, wrong);
    await world.pass(3);
    expect(await world.answer(memberOf(ben).seat.takeOver('Anna is away', never), 2_000)).toBe('done');
    await world.pass(3);
    expect(await world.answer(memberOf(anna).seat.takeOver('Mine', never), 2_000)).toBe('too-soon');
    await world.pass(60);
    expect(await world.answer(memberOf(anna).seat.takeOver('Mine', never), 2_000)).toBe('done');
    await world.pass(3);
    expect(await world.answer(memberOf(ben).seat.takeOver('Mine again', never), 2_000)).toBe('too-soon');
  },
);

test('[TEAM-151] a holder keeps the seat when the answer to a renewal is lost', async () => {
  const { world, anna } = await started();
  await world.kill(anna);
  let lost = 0;
  const losing = (log: TeamLog): TeamLog => ({
    ...log,
    lease: (name) => ({
      ...log.lease(name),
      async write(...args) {
        const answer = await log.lease(name).write(...args);
        lost += 1;
        return lost % 2 === 1 ? { kind: 'no-answer', detail: 'lost' } : answer;
      },
    }),
  });
  await world.kill(world.member(1));
  await world.kill(world.member(2));
  await world.clock.advance(LEASE_MS);
  world.start(anna, 0, losing);
  for (let turn = 0; turn < 10; turn += 1) {
    await world.pass(6);
    expect(seats(world)[0]).toBe('holds');
  }
  expect(anna.store.state.epoch).toBe(2);
});

test('[TEAM-330] a holder whose store takes nothing leaves the seat after 5 s to a member that can store, and takes none meanwhile', async () => {
  const { world, anna, ben } = await started();
  anna.isStoring = false;
  await world.clock.advance(4_000);
  expect(seats(world)[0]).toBe('holds');
  await world.clock.advance(LEASE_MS);
  expect(seats(world)).toEqual(['follows', 'holds', 'follows']);
  expect(await world.answer(memberOf(anna).seat.takeOver('Mine', never), 2_000)).toBe('cannot-store');
  expect(await world.answer(memberOf(ben).handOver('anna', never), 5_000)).toBe('not-ready');
  await world.kill(ben);
  await world.kill(world.member(2));
  await world.clock.advance(5 * LEASE_MS);
  expect(seats(world)[0]).toBe('follows');
  anna.isStoring = true;
  await world.clock.advance(LEASE_MS);
  expect(seats(world)[0]).toBe('holds');
});

test('[TEAM-330] a holder whose store takes nothing keeps the seat while no member can store, and after a failure of a moment', async () => {
  const { world, anna } = await started();
  anna.hasStandBy = false;
  anna.isStoring = false;
  await world.clock.advance(10 * LEASE_MS);
  anna.isStoring = true;
  anna.hasStandBy = true;
  for (let failure = 0; failure < 5; failure += 1) {
    await world.clock.advance(4_000);
    anna.isStoring = false;
    await world.clock.advance(2_000);
    anna.isStoring = true;
  }
  expect([seats(world)[0], anna.store.state.epoch]).toEqual(['holds', 1]);
});

test('[TEAM-330] a member takes a free seat at once when its user has signed in', async () => {
  const { world, anna, ben, cleo } = await started();
  await world.kill(ben);
  await world.kill(cleo);
  const { seat } = memberOf(anna);
  seat.stepDown(Number.POSITIVE_INFINITY);
  await world.clock.advance(LEASE_MS);
  expect(seats(world)[0]).toBe('follows');
  seat.standBy();
  await world.clock.advance(0);
  expect(seats(world)[0]).toBe('holds');
});
