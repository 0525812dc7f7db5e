/** Tests members of a team that start while no server of the log answers. */
import { expect, test } from 'vitest';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { shownSeat, SimulatedTeam, storedRows, type TeamDesk } from '../../doubles/simulated-team.ts';

const AWAY = 'reconnecting: log-unreachable';
/** Blind after 2.5 heartbeats of 30 s. */
const HEARTBEAT_LIMIT_SECONDS = 75;

async function act({ instance: { watch } }: TeamDesk, text: string): Promise<void> {
  const { author, subjects } = anActionEntry(1);
  await watch.cases.act({ author, subjects, what: { kind: 'note' }, text });
}

const waitingActions = async ({ instance: { watch } }: TeamDesk) =>
  (await watch.team?.control.status())?.waiting.actions;

const eventsOf = async (desk: TeamDesk) =>
  (await storedRows(desk)).filter((row) => row.startsWith('[') && row.includes('"'));

test('[TEAM-9] a former holder and a follower that start without the log show what they have, watch nothing, keep actions, and join once it is back', async () => {
  const team = await SimulatedTeam.start();
  const before = [await team.join('anna')];
  await team.pass(5);
  before.push(await team.join('ben'));
  await team.pass(5);
  const stored = await Promise.all(before.map(eventsOf));
  for (const desk of before) await team.kill(desk);

  team.isLogAway = true;
  team.maxStreams = 0;
  const desks: TeamDesk[] = [];
  for (const { name, directory } of before) desks.push(await team.join(name, {}, directory));
  await team.pass(8);
  for (const [index, desk] of desks.entries()) {
    expect(shownSeat(desk)).toBe(AWAY);
    expect(desk.instance.watch.snapshot().stream).toMatchObject({ cause: { code: 'LOG_NO_ANSWER' } });
    const events = (await eventsOf(desk)).filter((row) => stored[index]?.includes(row));
    expect(events.length).toBeGreaterThan(2);
    await act(desk, `a note of ${desk.name}`);
    expect(await waitingActions(desk)).toBe(1);
  }
  await team.pass(HEARTBEAT_LIMIT_SECONDS);
  expect(desks.map(shownSeat)).toEqual(['blind: log-unreachable', 'blind: log-unreachable']);
  expect([team.maxStreams, ...desks.map(({ instance }) => instance.connects.length)]).toEqual([0, 0, 0]);

  for (const { name } of desks) team.log.setCutOff(name, false);
  await team.passUntil(() => desks.some((desk) => shownSeat(desk) === 'holding'), 30);
  await team.pass(10);
  expect(desks.map(shownSeat).toSorted()[1]).toBe('holding');
  expect(team.maxStreams).toBe(1);
  const [rows = [], others] = await Promise.all(desks.map(storedRows));
  expect(rows).toEqual(others);
  for (const { name } of desks) expect(rows.join()).toContain(`a note of ${name}`);
  expect(await Promise.all(desks.map(waitingActions))).toEqual([0, 0]);
});

test('[TEAM-9] a new member that starts without the log and acts joins once the log is back', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  team.isLogAway = true;
  const ben = await team.join('ben');
  await team.pass(5);
  expect(shownSeat(ben)).toBe(AWAY);
  await act(ben, 'a note of ben');
  await team.pass(5);
  team.log.setCutOff('ben', false);
  await team.pass(10);
  expect(shownSeat(ben)).toBe("following anna's desk");
  expect((await storedRows(anna)).join()).toContain('a note of ben');
  expect(await storedRows(ben)).toEqual(await storedRows(anna));
});
