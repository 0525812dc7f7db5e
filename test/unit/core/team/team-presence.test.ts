import { expect, onTestFinished, test } from 'vitest';
import { MemoryTeam } from '../../../../src-main/adapters/team/memory-team-log.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { TeamPresence, type Presence } from '../../../../src-main/core/team/team-presence.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const AT_DESK: Presence = {
  name: 'A desk',
  role: 'desk',
  mayHold: true,
  seat: 'follows',
  position: 1,
  behind: 0,
  isOnShift: true,
  clockDifferenceMs: 0,
};

async function present(...members: readonly string[]) {
  const clock = new FakeClock();
  const team = new MemoryTeam({ clock, leaseMs: 6_000 });
  const started = members.map((member) => {
    const ends = new AbortController();
    onTestFinished(() => ends.abort());
    const state = { own: { ...AT_DESK, name: `Desk of ${member}` }, changed: new ChangeSignal() };
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
  });
  await clock.advance(0);
  return { clock, started, names: () => started.map(({ presence }) => presence.members().map(({ name }) => name)) };
}

test('[TEAM-113] members see each other at once, and a change of one at once', async () => {
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

test('[TEAM-113] a member that is silent for 45 s is gone, and a report that is none is ignored', async () => {
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

test('[TEAM-274] others see within a second that a member fell far behind and that it has caught up, and small changes with the next report', async () => {
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
