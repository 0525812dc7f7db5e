import { expect, onTestFinished, test } from 'vitest';
import { MemoryTeam } from '../../../doubles/memory-team-log.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { TeamPresence, type Presence } from '../../../../src-main/core/team/presence/team-presence.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const AT_DESK: Presence = {
  run: 'run-1',
  name: 'A desk',
  role: 'desk',
  mayHold: true,
  seat: 'follows',
  isStoring: true,
  position: 1,
  behind: 0,
  isOnShift: true,
  clockDifferenceMs: 0,
};

async function present(...members: readonly string[]) {
  const clock = new FakeClock();
  const team = new MemoryTeam({ clock, leaseMs: 6_000 });
  const started: ReturnType<typeof startPresence>[] = [];
  const start = (member: string) => started.push(startPresence(member, `run-${started.length}`));
  function startPresence(member: string, run: string) {
    const ends = new AbortController();
    onTestFinished(() => ends.abort());
    const state = { own: { ...AT_DESK, run, name: `Desk of ${member}` }, changed: new ChangeSignal() };
    const log = team.connect(member);
    const presence = new TeamPresence({
      log,
      clock,
      member,
      own: () => state.own,
      changes: [state.changed],
      heard: new ChangeSignal(),
    });
    return { ...state, state, log, presence, ends, done: presence.run(ends.signal) };
  }
  for (const member of members) start(member);
  await clock.advance(0);
  return {
    clock,
    start,
    started,
    names: () => started.map(({ presence }) => presence.members().map(({ name }) => name)),
  };
}

test('[TEAM-202] members see each other at once, and a change of one at once', async () => {
  const { clock, started, names } = await present('anna', 'ben', 'cleo');
  expect(names()).toEqual([
    ['Desk of ben', 'Desk of cleo'],
    ['Desk of anna', 'Desk of cleo'],
    ['Desk of anna', 'Desk of ben'],
  ]);
  const [anna, ben] = started;
  if (anna === undefined || ben === undefined) throw new Error('Nothing was started.');
  anna.state.own = { ...anna.state.own, seat: 'holds' };
  anna.changed.notify();
  await clock.advance(0);
  expect(ben.presence.members()[0]).toMatchObject({ member: 'anna', seat: 'holds' });
});

test('[TEAM-202] a member that is silent for 45 s is gone, and a report that is none is ignored', async () => {
  const { clock, started, names } = await present('anna', 'ben');
  const [anna, ben] = started;
  ben?.ends.abort();
  await ben?.done;
  await clock.advance(44_000);
  expect(names()[0]).toEqual(['Desk of ben']);
  ben?.log.publish({ topic: 'presence', member: 'ben', text: '{"name":"Ben"}' });
  ben?.log.publish({ topic: 'presence', member: 'ben', text: 'nonsense' });
  await clock.advance(1_000);
  expect(names()[0]).toEqual([]);
  anna?.ends.abort();
  await anna?.done;
  expect(clock.sleeping).toBe(0);
});

test('[TEAM-202] two processes of one member that are both here are seen by all and by themselves, until one is gone', async () => {
  const { clock, started } = await present('anna', 'ben', 'ben');
  const doubled = () =>
    started.map(({ presence }) => presence.isSelfDoubled || presence.members().some(({ isDoubled }) => isDoubled));
  expect(doubled()).toEqual([true, true, true]);
  await clock.advance(60_000);
  expect(doubled()).toEqual([true, true, true]);
  started[2]?.ends.abort();
  await clock.advance(45_000);
  expect(doubled().slice(0, 2)).toEqual([false, false]);
});

test('[TEAM-202] a member that was started again is not taken for two', async () => {
  const { clock, start, started } = await present('anna', 'ben');
  for (let restart = 0; restart < 3; restart += 1) {
    started.at(-1)?.ends.abort();
    await clock.advance(1_000);
    start('ben');
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      expect(started[0]?.presence.members()).toMatchObject([{ member: 'ben', isDoubled: false }]);
      expect(started.at(-1)?.presence.isSelfDoubled).toBe(false);
    }
  }
});

test('[TEAM-330] others see within a second that the store of a member takes nothing', async () => {
  const { clock, started } = await present('anna', 'ben');
  const [anna, ben] = started;
  if (anna === undefined || ben === undefined) throw new Error('Nothing was started.');
  anna.state.own = { ...anna.state.own, isStoring: false };
  await clock.advance(1_000);
  expect(ben.presence.members()).toMatchObject([{ member: 'anna', isStoring: false }]);
});

test('[TEAM-202] others see within a second that a member fell far behind and that it has caught up, and small changes with the next report', async () => {
  const { clock, started } = await present('anna', 'ben');
  const [anna, ben] = started;
  if (anna === undefined || ben === undefined) throw new Error('Nothing was started.');
  const behindAfter = async (behind: number, ms: number) => {
    anna.state.own = { ...anna.state.own, behind };
    await clock.advance(ms);
    return ben.presence.members()[0]?.behind;
  };
  expect(await behindAfter(5_000, 1_000)).toBe(5_000);
  expect(await behindAfter(4_950, 1_000)).toBe(5_000);
  expect(await behindAfter(0, 1_000)).toBe(0);
  expect(await behindAfter(3, 2_000)).toBe(0);
  expect(await behindAfter(3, 15_000)).toBe(3);
});
