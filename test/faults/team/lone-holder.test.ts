/** Tests a holder that cannot reach the log while the service refuses the stream to the new holder (TEAM-9). */
import { expect, test } from 'vitest';
import { shownSeat, SimulatedTeam, storedRows } from '../../doubles/simulated-team.ts';

test('[TEAM-9] a holder that is alone leaves the stream to the new holder at a planned end, which shows who has it until then', async () => {
  const team = await SimulatedTeam.start({ secondSubscriber: 'refuse-409' });
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(5);
  team.log.setCutOff('anna', true);
  await team.passUntil(() => shownSeat(anna) === 'alone', 20);
  await team.passUntil(() => shownSeat(ben) === 'seat-taken: seat-of-member', 60);
  expect(ben.instance.watch.snapshot().stream).toMatchObject({ cause: { holder: "anna's desk" } });
  expect(shownSeat(anna)).toBe('alone');

  const before = anna.instance.connects.length;
  team.night.simulator.control.endSession();
  await team.pass(8);
  expect(anna.instance.connects).toHaveLength(before);
  expect(shownSeat(anna)).toBe('reconnecting: session-ended');
  ben.instance.watch.retryNow();
  await team.pass(3);
  expect(shownSeat(ben)).toBe('holding');
  await team.pass(10);
  expect(anna.instance.connects.length).toBeGreaterThan(before);
  expect([shownSeat(ben), team.maxStreams]).toEqual(['holding', 1]);

  team.log.setCutOff('anna', false);
  await team.pass(10);
  expect(shownSeat(anna)).toBe("following ben's desk");
  expect(await storedRows(anna)).toEqual(await storedRows(ben));
});
