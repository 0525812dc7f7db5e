/** Tests where a new holder of a team resumes the stream (TEAM-151). */
import { expect, test } from 'vitest';
import { shownSeat, SimulatedTeam } from '../../doubles/simulated-team.ts';

test('[TEAM-151] a new holder resumes after the last id of the stream, also if it came without an event', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(5);
  const { control } = team.night.simulator;
  await control.sendRaw('id: moved-without-event\n\n');
  await team.pass(1 / 4);
  const handed = anna.instance.watch.team?.handOver('ben', new AbortController().signal);
  await team.passUntil(() => shownSeat(ben) === 'holding', 10);
  expect(await handed).toBe('done');
  expect(control.subscribers()).toMatchObject([{ lastEventId: 'moved-without-event' }]);
});
