/**
 * Tests teams whose log loses its end, as in a power cut of its server, together with wrong clocks, stopped and killed
 * members, cut paths and full disks: real stores over a log in memory, in simulated time.
 */
import { describe, expect, test } from 'vitest';
import { FailingTeam, MEMBERS } from '../../doubles/failing-team.ts';
import { oneOf } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { MINUTE, SECOND } from '../../doubles/simulated-night.ts';
import { teamOf } from '../../doubles/simulated-team.ts';
import { rounds } from '../../support/breadth.ts';

const NEVER = new AbortController().signal;

/** Clocks from 20 minutes behind to an hour ahead. */
const CLOCKS_MS = [-20 * MINUTE, -100 * SECOND, -3 * SECOND, 0, 5 * SECOND, 10 * MINUTE, 60 * MINUTE];

/** Faults of one team. */
const FAULTS = rounds({ usual: 1, thorough: 3 });
/** Seconds that the log loses, and actions at once after them. */
const CUTS = [
  [3, 0],
  [60, 0],
  [5, 25],
] as const;

type Random = (below: number) => number;

const KINDS: Readonly<Record<string, (team: FailingTeam, random: Random) => unknown>> = {
  'nothing else': () => {},
  'clock of the holder': (team, random) => team.holder && team.setClock(team.holder, oneOf(CLOCKS_MS, random)),
  'clock of a follower': (team, random) => team.follower && team.setClock(team.follower, oneOf(CLOCKS_MS, random)),
  'holder stopped': (team) => team.holder && team.stop(team.holder),
  'follower stopped': (team) => team.follower && team.stop(team.follower),
  'member cut off': (team, random) => team.setCutOff(oneOf(MEMBERS, random), true),
  'member killed': (team, random) => team.kill(oneOf(MEMBERS, random)),
  'disk full': (team, random) => team.setFull(oneOf(MEMBERS, random), true),
  'hand-over': async (team) => {
    const { holder, follower } = team;
    if (holder && follower) void teamOf(holder).handOver(follower.name, NEVER);
    await team.pass(3);
  },
};

/** Plays faults before and while the log gets the entries that it loses; it loses none in 0 s. @returns their names */
async function playFaults(team: FailingTeam, random: Random, lostSeconds: number): Promise<string> {
  const awaySeconds = 1 + random(8);
  // A holder makes four entries a second, so with some of these the log is as long as before.
  const notes = random(2) === 0 ? 0 : random(lostSeconds * 5);
  const [before, meanwhile] = [oneOf(Object.keys(KINDS), random), oneOf(Object.keys(KINDS), random)];
  await KINDS[before]?.(team, random);
  await team.pass(random(10));
  if (lostSeconds > 0) await team.cutPower(lostSeconds, awaySeconds, notes, () => KINDS[meanwhile]?.(team, random));
  else await KINDS[meanwhile]?.(team, random);
  await team.pass(random(10));
  await team.heal();
  return `${before}; ${meanwhile}, ${lostSeconds} s lost, ${awaySeconds} s away, ${notes} notes`;
}

async function expectWholeAfterFaults(seeds: number, lostSecondsOf: (random: Random) => number): Promise<void> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = randomNumbers(seed);
    const team = await FailingTeam.start(oneOf(['refuse-409', 'end-first'] as const, random));
    const played: string[] = [];
    for (let fault = 0; fault < FAULTS; fault += 1) {
      played.push(await playFaults(team, random, lostSecondsOf(random)));
      await team.passUntilWhole();
      expect([seed, played, await team.faults()]).toEqual([seed, played, []]);
    }
    await team.end();
  }
}

test('[TEAM-340] a team is whole again after random faults of its members, has everything once, and its coverage is true', async () =>
  expectWholeAfterFaults(rounds({ usual: 1, thorough: 8 }), () => 0));

describe('a team whose log loses its end', () => {
  test('[TEAM-340] is whole again without a person, also if operators add as much as was lost at once', async () => {
    const team = await FailingTeam.start('refuse-409');
    for (const [lostSeconds, notes] of CUTS.slice(0, rounds({ usual: 1, thorough: CUTS.length }))) {
      await team.cutPower(lostSeconds, 2, notes);
      await team.passUntilWhole();
      expect([lostSeconds, await team.faults()]).toEqual([lostSeconds, []]);
    }
  });

  test('[TEAM-340] is whole again after random faults of log and members, has everything once, and its coverage is true', async () =>
    expectWholeAfterFaults(rounds({ usual: 1, thorough: 20 }), (random) => 3 + random(random(3) === 0 ? 58 : 10)));
});
