/** Tests a team whose log was lost and made again, with real stores over a log in memory. */
import { describe, expect, test } from 'vitest';
import { walk } from '../../../src-main/core/timeline/walk.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { oneOf } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { rounds } from '../../support/breadth.ts';
import { shownSeat, SimulatedTeam, storedRows, type TeamDesk, teamOf } from '../../doubles/simulated-team.ts';

const problemOf = async (desk: TeamDesk) => (await teamOf(desk).report()).problem;

/** Notes something about an eUICC in the name of the desk. */
async function note({ name, instance: { watch } }: TeamDesk, text: string): Promise<void> {
  const { subjects } = anActionEntry(1);
  await watch.cases.act({ author: { id: name, name }, subjects, what: { kind: 'note' }, text });
}

async function eventIds({ instance: { watch } }: TeamDesk): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of walk(watch.reader(), { filter: EVERYTHING, direction: 'newer' })) ids.push(id ?? '');
  return ids;
}

async function startTeam() {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(10);
  const ben = await team.join('ben');
  const cleo = await team.join('cleo');
  await team.pass(5);
  expect([anna, ben, cleo].map(shownSeat)).toEqual(['holding', "following anna's desk", "following anna's desk"]);
  return { team, anna, ben, cleo };
}

describe('a team whose log was made again', () => {
  test('[TEAM-19] is watched by its holder alone, and has everything once more after the holder filled the log', async () => {
    const { team, anna, ben, cleo } = await startTeam();
    await note(ben, 'before');
    await team.pass(5);
    const before = await storedRows(cleo);
    team.log.wipe();
    await team.passUntil(() => shownSeat(anna) === 'alone', 30);
    await team.pass(15);
    expect(shownSeat(ben)).toBe('blind: log-unreachable');
    expect(await Promise.all([anna, ben, cleo].map(problemOf))).toEqual(Array(3).fill('LOG_REPLACED'));
    expect(await storedRows(cleo)).toEqual(before);
    await note(ben, 'meanwhile');
    const alone = await eventIds(anna);
    expect(alone.length).toBeGreaterThan((await eventIds(cleo)).length);

    expect(await teamOf(anna).publish()).toBe('sending');
    await team.passUntil(() => [ben, cleo].every((desk) => shownSeat(desk) === "following anna's desk"), 60);
    await team.pass(10);
    expect([anna, ben, cleo].map(shownSeat)).toEqual(['holding', "following anna's desk", "following anna's desk"]);
    const dora = await team.join('dora');
    await team.passUntil(() => shownSeat(dora) === "following anna's desk", 20);
    await team.pass(2);
    const rows = await storedRows(anna);
    for (const desk of [ben, cleo, dora]) expect(await storedRows(desk)).toEqual(rows);
    expect(rows.filter((row) => before.includes(row)).length).toBeGreaterThanOrEqual(before.length - 2);
    const after = await eventIds(dora);
    expect(alone.filter((event) => after.filter((one) => one === event).length !== 1)).toEqual([]);
    expect(rows.filter((row) => row.includes('before') || row.includes('meanwhile'))).toHaveLength(2);
  });

  test('[TEAM-19] can be filled by another member, while the holder has the stream and one is away', async () => {
    const { team, anna, ben, cleo } = await startTeam();
    await team.kill(cleo);
    await team.pass(10);
    team.log.wipe();
    await team.passUntil(() => shownSeat(anna) === 'alone', 30);
    await team.pass(15);
    const alone = await eventIds(anna);
    expect(await teamOf(ben).publish()).toBe('sending');
    await team.passUntil(() => shownSeat(ben) === 'holding' && shownSeat(anna) === "following ben's desk", 60);
    await team.pass(10);
    expect([anna, ben].map(shownSeat)).toEqual(["following ben's desk", 'holding']);
    const again = await team.join('cleo', {}, cleo.directory);
    await team.pass(30);
    const rows = await storedRows(ben);
    for (const desk of [anna, again]) expect(await storedRows(desk)).toEqual(rows);
    const after = await eventIds(again);
    expect(alone.filter((event) => after.filter((one) => one === event).length !== 1)).toEqual([]);
  });

  test('[TEAM-19] is not followed if a store of no member started the log', async () => {
    const { team, anna, ben } = await startTeam();
    team.log.wipe();
    await team.passUntil(() => shownSeat(anna) === 'alone', 30);
    await team.kill(ben);
    const before = await storedRows(anna);
    const dora = await team.join('dora');
    await team.pass(30);
    expect([shownSeat(anna), await problemOf(anna)]).toEqual(['alone', 'LOG_REPLACED']);
    expect((await storedRows(anna)).filter((row) => !before.includes(row)).length).toBeGreaterThan(0);
    expect(shownSeat(dora)).toBe('seat-taken: seat-of-stranger');
  });

  test(
    '[TEAM-19] loses no event, whatever happened before and meanwhile, and any member may fill the log',
    { timeout: 600_000 },
    async () => {
      for (let seed = 1; seed <= rounds({ usual: 1, thorough: 40 }); seed += 1)
        expect([seed, ...(await faultsOf(seed))]).toEqual([seed]);
    },
  );
});

/** Returns what is wrong after random faults, a lost log, more faults, and a log that any member filled. */
async function faultsOf(seed: number): Promise<readonly string[]> {
  const random = randomNumbers(seed);
  const { team, ...desks } = await startTeam();
  const running = new Map<string, TeamDesk>(Object.entries(desks));
  const directories = new Map(Object.values(desks).map(({ name, directory }) => [name, directory]));
  const stored = new Set<string>();
  async function remember(): Promise<void> {
    for (const desk of running.values()) for (const id of await eventIds(desk)) stored.add(id);
  }
  async function start(name: string): Promise<void> {
    if (!running.has(name)) running.set(name, await team.join(name, {}, directories.get(name)));
  }
  async function randomFaults(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      const name = oneOf([...directories.keys()], random);
      const desk = running.get(name);
      const dice = random(5);
      if (desk === undefined) await start(name);
      else if (dice === 0 && running.size > 1) {
        await remember();
        running.delete(name);
        await team.kill(desk);
      } else if (dice === 1) team.log.setCutOff(name, true);
      else if (dice === 2) team.log.setCutOff(name, false);
      else if (dice === 3) await note(desk, `note ${seed} ${step}`);
      await team.pass(random(15));
    }
  }
  await randomFaults(6);
  await remember();
  team.log.wipe();
  for (const name of running.keys()) team.log.setCutOff(name, false);
  await team.pass(20);
  await randomFaults(4);
  for (const name of running.keys()) team.log.setCutOff(name, false);
  await team.pass(20);
  await remember();
  const filler = oneOf([...running.values()], random);
  const found: string[] = [];
  if ((await teamOf(filler).publish()) !== 'sending') found.push(`${filler.name} fills nothing`);
  await team.pass(30);
  for (const name of directories.keys()) await start(name);
  let differences: readonly string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await team.pass(10);
    differences = await differencesFrom(filler, running.values());
    if (differences.length === 0) break;
  }
  found.push(...differences);
  const ids = await eventIds(filler);
  if (new Set(ids).size !== ids.length) found.push('an event is there twice');
  const lost = [...stored].filter((id) => !ids.includes(id));
  if (lost.length > 0) found.push(`${lost.length} events are lost`);
  for (const desk of running.values()) await team.kill(desk);
  return found;
}

async function differencesFrom(filler: TeamDesk, desks: Iterable<TeamDesk>): Promise<readonly string[]> {
  const rows = await storedRows(filler);
  const found: string[] = [];
  for (const desk of desks) {
    const others = await storedRows(desk);
    const only = rows.find((row) => !others.includes(row)) ?? others.find((row) => !rows.includes(row));
    if (only !== undefined) found.push(`the store of ${desk.name} differs in ${only.slice(0, 100)}`);
  }
  return found;
}
