/** Tests that nothing waits for an event or action that is too large for one entry of a team's log. */
import { expect, test } from 'vitest';
import type { TeamStore } from '../../../src-main/core/ports/team-store.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { shownSeat, SimulatedTeam, storedRows, type TeamDesk } from '../../doubles/simulated-team.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const LARGE = 150_000;

async function twoDesks() {
  const team = await SimulatedTeam.start();
  const stores: TeamStore[] = [];
  const anna = await team.join('anna', {}, temporaryDirectory(), undefined, (store) => {
    stores.push(store.team);
    return store;
  });
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(5);
  const [store] = stores;
  if (store === undefined) throw new Error('No store was opened.');
  return { team, anna, ben, store };
}

const emit = (team: SimulatedTeam, id: string, length = 1) =>
  team.night.simulator.control.emit({ event: 'X', id, data: 'x'.repeat(length) });

const textOf = async (desk: TeamDesk) => (await storedRows(desk)).join('\n');
const has = async (desk: TeamDesk, id: string) => (await textOf(desk)).includes(`"${id}"`);

test('[TEAM-320] a late event that no entry of the log can take stays with its member, and those behind it do not wait', async () => {
  const { team, anna, ben, store } = await twoDesks();
  team.log.limitEntries(LARGE / 3);
  team.log.setCutOff('anna', true);
  await team.passUntil(() => shownSeat(anna) === 'alone', 20);
  emit(team, 'before-it');
  emit(team, 'too-large', LARGE);
  emit(team, 'behind-it');
  await team.pass(3);
  expect(await has(anna, 'too-large')).toBe(true);
  team.log.setCutOff('anna', false);
  for (let turn = 0; turn < 20 && !(await has(ben, 'behind-it')); turn += 1) await team.pass(3);
  for (const desk of [anna, ben]) for (const id of ['before-it', 'behind-it']) expect(await has(desk, id)).toBe(true);
  expect(await has(ben, 'too-large')).toBe(false);
  expect((await store.lateEvents(0, 10)).map(({ event: { id } }) => id)).toEqual(['too-large']);
  expect(await anna.instance.watch.team?.report()).toMatchObject({ tooLarge: { actions: [], events: 1 } });

  await team.kill(anna);
  team.log.limitEntries(LARGE * 3);
  const again = await team.join('anna', {}, anna.directory);
  for (let turn = 0; turn < 20 && !(await has(ben, 'too-large')); turn += 1) await team.pass(3);
  expect(await has(ben, 'too-large')).toBe(true);
  await team.pass(2);
  expect(await storedRows(again)).toEqual(await storedRows(ben));
});

test('[TEAM-320] an action that no entry of the log can take waits on its member, and later ones do not wait for it', async () => {
  const { team, anna, ben } = await twoDesks();
  team.log.limitEntries(2_500);
  const { author, subjects } = anActionEntry(1);
  for (const text of [`large ${'x'.repeat(3_000)}`, 'a small note'])
    await ben.instance.watch.cases.act({ author, subjects, what: { kind: 'note' }, text });
  await team.pass(5);
  expect(await textOf(anna)).toContain('a small note');
  expect(await textOf(anna)).not.toContain('large x');
  expect(await ben.instance.watch.team?.report()).toMatchObject({
    unconfirmed: { actions: 1 },
    tooLarge: { actions: [{ kind: 'note' }], events: 0 },
  });
});

test('[TEAM-150] a holder sends smaller entries if the log takes none of the usual size', async () => {
  const { team, anna, ben } = await twoDesks();
  team.log.limitEntries(LARGE / 5);
  emit(team, 'large', LARGE);
  emit(team, 'behind-it');
  for (let turn = 0; turn < 20 && !(await has(ben, 'behind-it')); turn += 1) await team.pass(3);
  expect([await has(ben, 'large'), await has(ben, 'behind-it')]).toEqual([true, true]);
  await team.pass(3);
  expect(await storedRows(anna)).toEqual(await storedRows(ben));
});
