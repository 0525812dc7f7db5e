import { expect, test } from 'vitest';
import { MemoryTeam } from '../../../doubles/memory-team-log.ts';
import { TeamClock } from '../../../../src-main/core/team/team-clock.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const { signal } = new AbortController();

/** The clock of a member whose computer is `ahead` of the engine (ms), and the member's log. */
function member(ahead: number) {
  const engine = new FakeClock();
  const own = new FakeClock(engine.now() + ahead);
  const team = new MemoryTeam({ clock: engine, leaseMs: 6 * SECOND });
  const clock = new TeamClock(own);
  const log = clock.reading(team.connect('anna'));
  const lease = log.lease('seat');
  const pass = async (ms: number) => {
    await engine.advance(ms);
    await own.advance(ms);
  };
  const renew = async () =>
    lease.write('held', (await team.connect('holder').lease('seat').read(signal).then(revisionOf)) ?? null, signal);
  const append = () => log.append({ lane: 'actions', id: String(engine.now()), text: '{}', after: null }, signal);
  /** How far the member's time is from the engine's. */
  const error = () => clock.now() - engine.now();
  return { engine, own, clock, log, lease, pass, renew, append, error };
}

const revisionOf = (value: { readonly revision: number } | null | 'no-answer') =>
  value === null || value === 'no-answer' ? null : value.revision;

test.each([-20 * MINUTE, -90 * SECOND, 0, 11 * MINUTE])(
  '[TEAM-310] a member whose clock is %i ms ahead has the time of the log from its first look at the lease on',
  async (ahead) => {
    const { clock, lease, renew, error } = member(ahead);
    expect([error(), clock.differenceMs]).toEqual([ahead, null]);
    await renew();
    await lease.read(signal);
    expect([error(), clock.differenceMs]).toEqual([0, ahead]);
  },
);

test('[TEAM-310] a lease that was renewed some time ago puts the time back by that at most, and the next entry corrects it', async () => {
  const { clock, log, lease, pass, renew, append, error } = member(5 * MINUTE);
  await renew();
  await pass(2 * SECOND);
  await lease.read(signal);
  expect(error()).toBe(-2 * SECOND);
  const entries = log.read(1, signal)[Symbol.asyncIterator]();
  await append();
  await entries.next();
  expect([error(), clock.differenceMs]).toEqual([0, 5 * MINUTE]);
});

test('[TEAM-310] old entries that a member reads at its start do not put its time back', async () => {
  const { log, lease, pass, renew, append, error } = member(MINUTE);
  await append();
  await pass(3 * 60 * MINUTE);
  const entries = log.read(1, signal)[Symbol.asyncIterator]();
  await entries.next();
  expect(error()).toBe(MINUTE);
  await renew();
  await lease.read(signal);
  expect(error()).toBe(0);
});

test('[TEAM-310] setting the clock of the computer changes nothing but the difference that is shown', async () => {
  const { own, clock, lease, pass, renew, error } = member(0);
  await renew();
  await lease.read(signal);
  await pass(SECOND);
  own.setWallClock(own.now() - 60 * MINUTE);
  expect([error(), clock.differenceMs]).toEqual([0, -60 * MINUTE]);
});

test('[TEAM-310] a member follows the clock of the engine when that is set: ahead at once, back within 20 minutes', async () => {
  const { engine, lease, pass, renew, error } = member(0);
  const look = async () => {
    await renew();
    await lease.read(signal);
    return error();
  };
  await look();
  engine.setWallClock(engine.now() + 5 * MINUTE);
  expect(await look()).toBe(0);
  engine.setWallClock(engine.now() - 3 * MINUTE);
  expect(await look()).toBe(3 * MINUTE);
  for (let minutes = 0; minutes < 20; minutes += 1) {
    await pass(MINUTE);
    await look();
  }
  expect(error()).toBe(0);
});
