/** Tests what users read about their team, and what they can change, over three Watchfloors. */
import { expect, test } from 'vitest';
import { teamStatusSchema } from '../../../src-shared/api/team.ts';
import { shownSeat, SimulatedTeam, type TeamDesk } from '../../doubles/simulated-team.ts';

async function statusOf({ instance: { watch } }: TeamDesk) {
  return teamStatusSchema.parse(await watch.team?.control.status());
}

function watchingOf({ instance: { watch } }: TeamDesk) {
  const { stream } = watch.snapshot();
  return stream.kind === 'watching' ? stream : null;
}
function waitingOf(desk: TeamDesk): number {
  const team = watchingOf(desk)?.team;
  return team?.kind === 'alone' ? team.waiting : 0;
}

test('[TEAM-202] the status of a team names members, holder and what waits, through a hand-over and a cut path', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(20);
  const { settings: _settings, ...following } = await statusOf(ben);
  expect(following).toMatchObject({
    seat: 'follows',
    problem: null,
    holder: { member: 'anna', name: "anna's desk", isLive: true },
    members: [
      { member: 'ben', isSelf: true, isHolder: false, behind: 0 },
      { member: 'anna', name: "anna's desk", isSelf: false, isHolder: true, mayHold: true },
    ],
    waiting: { events: 0, actions: 0 },
    asked: null,
    request: null,
  });
  expect(anna.instance.watch.snapshot().stream).toMatchObject({ team: { kind: 'holding', followers: 1 } });

  ben.instance.watch.team?.control.ask();
  await team.passUntil(() => anna.instance.watch.team?.request != null, 5);
  expect((await statusOf(anna)).request).toEqual({ member: 'ben', name: "ben's desk" });
  anna.instance.watch.team?.control.decline('in ten minutes');
  await team.pass(2);
  expect((await statusOf(ben)).asked).toEqual({ kind: 'declined', reason: 'in ten minutes' });

  const handed = anna.instance.watch.team?.control.handOver('ben');
  await team.passUntil(() => shownSeat(ben) === 'holding', 10);
  expect(await handed).toBe('done');
  await team.pass(10);
  expect((await statusOf(anna)).holder).toMatchObject({ member: 'ben', why: 'handover' });

  team.log.setCutOff('ben', true);
  await team.passUntil(() => shownSeat(ben) === 'alone', 30);
  await team.passUntil(() => watchingOf(ben)?.team?.kind === 'alone' && waitingOf(ben) > 0, 60);
  // The last answer of the log counts for 8 s, which is longer than the lease.
  await team.passUntil(() => ben.instance.watch.team?.seatState?.problem === 'LOG_NO_ANSWER', 10);
  expect(waitingOf(ben)).toBeGreaterThan(0);
  expect(await statusOf(ben)).toMatchObject({
    seat: 'alone',
    problem: 'LOG_NO_ANSWER',
    waiting: { events: waitingOf(ben) },
  });
});

test('[TEAM-13] all members have the reason of a take-over and the name of the new holder', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  const [ben, cleo] = [await team.join('ben'), await team.join('cleo')];
  await team.pass(20);
  const taken = ben.instance.watch.team?.control.takeOver('Anna went home');
  await team.passUntil(() => shownSeat(ben) === 'holding', 20);
  expect(await taken).toBe('done');
  await team.pass(15);
  for (const desk of [anna, ben, cleo]) {
    expect((await statusOf(desk)).holder).toMatchObject({ member: 'ben', why: 'takeover', reason: 'Anna went home' });
  }
  for (const desk of [anna, ben, cleo]) {
    const { gaps } = await desk.instance.watch.reader().coverage({ from: 0, to: desk.instance.clock.now() });
    expect(gaps.at(-1)).toMatchObject({ reason: 'taken-over', detail: 'Anna went home' });
  }
  const shown = async (desk: TeamDesk) => (await statusOf(desk)).holder?.name;
  expect([await shown(anna), await shown(ben), await shown(cleo)]).toEqual(Array(3).fill("ben's desk"));
});

test('[TEAM-202] a member that was killed is listed as gone since its last report, and is here again after its start', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(20);
  await team.kill(ben);
  const killedAt = anna.instance.clock.now();
  await team.pass(50);
  const [, gone] = (await statusOf(anna)).members;
  expect(gone).toMatchObject({ member: 'ben', name: "ben's desk", isHolder: false, behind: null });
  expect(gone?.goneSince).toBeGreaterThan(killedAt - 16_000);
  expect(gone?.goneSince).toBeLessThanOrEqual(killedAt);
  await team.join('ben', {}, ben.directory);
  await team.pass(5);
  expect((await statusOf(anna)).members[1]).toMatchObject({ member: 'ben', behind: 0, goneSince: null });
});

test('[TEAM-320] the status says that the log is full until it takes entries again, and the holder goes on watching', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(20);
  expect(await statusOf(anna)).toMatchObject({ refusals: [] });
  team.log.setFull(true);
  await team.pass(30);
  expect(await statusOf(anna)).toMatchObject({ refusals: [{ of: 'events', why: 'full' }], seat: 'holds' });
  expect(shownSeat(anna)).toBe('holding');
  team.log.setFull(false);
  await team.pass(5);
  expect(await statusOf(anna)).toMatchObject({ refusals: [], waiting: { events: 0 } });
});
