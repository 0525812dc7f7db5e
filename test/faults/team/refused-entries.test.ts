/** Tests that what the log of a team refuses is shown, waits here, and is sent once the log takes it. */
import { expect, test } from 'vitest';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { shownSeat, SimulatedTeam, storedRows, type TeamDesk } from '../../doubles/simulated-team.ts';

async function twoDesks() {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(5);
  return { team, anna, ben };
}

const reportOf = async ({ instance: { watch } }: TeamDesk) => watch.team?.report();
const textOf = async (desk: TeamDesk) => (await storedRows(desk)).join('\n');
const emit = ({ night }: SimulatedTeam, id: string) => night.simulator.control.emit({ event: 'X', id, data: 'x' });

async function addNote({ instance: { watch } }: TeamDesk, text: string) {
  const { author, subjects } = anActionEntry(1);
  await watch.cases.act({ author, subjects, what: { kind: 'note' }, text });
}

test('[TEAM-320] a holder that may not write events any more shows it and leaves the seat to one that may', async () => {
  const { team, anna, ben } = await twoDesks();
  team.log.refuse('anna', 'chain', 'no-right');
  emit(team, 'before-it');
  await team.passUntil(() => shownSeat(ben) === 'holding', 30);
  expect(await reportOf(anna)).toMatchObject({ refusals: [{ of: 'events', why: 'no-right' }] });
  emit(team, 'behind-it');
  await team.pass(10);
  for (const desk of [anna, ben]) expect(await textOf(desk)).toContain('"before-it"');
  for (const desk of [anna, ben]) expect(await textOf(desk)).toContain('"behind-it"');
  team.log.refuse('anna', 'chain', null);
  await team.pass(60);
  expect(await reportOf(anna)).toMatchObject({ refusals: [] });
});

test('[TEAM-320] actions that a member may not write are shown, hold up no late event, and are sent once it may', async () => {
  const { team, anna, ben } = await twoDesks();
  team.log.refuse('anna', 'actions', 'no-right');
  await addNote(anna, 'a note');
  await team.pass(3);
  team.log.setCutOff('anna', true);
  await team.passUntil(() => shownSeat(anna) === 'alone', 20);
  emit(team, 'late');
  await team.pass(3);
  team.log.setCutOff('anna', false);
  await team.passUntil(() => shownSeat(anna) !== 'alone', 30);
  await team.pass(10);
  expect(await textOf(ben)).toContain('"late"');
  expect(await textOf(ben)).not.toContain('a note');
  expect(await reportOf(anna)).toMatchObject({
    refusals: [{ of: 'actions', why: 'no-right' }],
    unconfirmed: { actions: 1 },
  });
  team.log.refuse('anna', 'actions', null);
  await team.pass(10);
  expect(await textOf(ben)).toContain('a note');
  expect(await reportOf(anna)).toMatchObject({ refusals: [], unconfirmed: { actions: 0 } });
});

test('[TEAM-320] a log that answers everything but appends is shown as one that does not store', async () => {
  const { team, anna } = await twoDesks();
  team.log.refuse('anna', 'chain', 'silent');
  emit(team, 'not-stored');
  await team.pass(5);
  expect(await reportOf(anna)).toMatchObject({ refusals: [] });
  await team.pass(10);
  expect(await reportOf(anna)).toMatchObject({ refusals: [{ of: 'events', why: 'not-stored' }], problem: null });
  team.log.refuse('anna', 'chain', null);
  await team.pass(5);
  expect(await reportOf(anna)).toMatchObject({ refusals: [], unconfirmed: { events: 0 } });
});
