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

test('[TEAM-206] the status of a team names members, holder and what waits, through a hand-over and a cut path', async () => {
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
  expect(waitingOf(ben)).toBeGreaterThan(0);
  expect(await statusOf(ben)).toMatchObject({
    seat: 'alone',
    problem: 'LOG_NO_ANSWER',
    waiting: { events: waitingOf(ben) },
  });
});
