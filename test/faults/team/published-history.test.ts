/** Tests that a team gets what its first member had before, with real stores over a log in memory. */
import { expect, test } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import { makeBase } from '../../../src-main/core/team/base/base-maker.ts';
import { teamService } from '../../../src-main/core/team/team-service.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { shownSeat, SimulatedTeam, storedRows, type TeamDesk, teamOf } from '../../doubles/simulated-team.ts';
import { generatedEvents } from '../../bench/generated-events.ts';

/** Six parts of the log. */
const EVENTS = 3_000;
const NEVER = new AbortController().signal;

const historyOf = async (desk: TeamDesk) => (await teamOf(desk).report()).history;

/** Opens the store of the first member outside the watch. */
async function withStore(team: SimulatedTeam, directory: string, act: (store: EventStore) => Promise<void>) {
  const source = team.night.simulator.profile.eventsUrl;
  const identity = { id: profileIdSchema.parse('watcher-1'), name: 'first', practice: false, source };
  const store = await inThreadDatabases(directory).stores.open(identity, () => undefined);
  await act(store);
  await store.close();
}

/** A store with sessions, gaps, actions and events. @returns its directory */
async function storeFromBefore(team: SimulatedTeam, name: string): Promise<string> {
  const directory = await team.watchOutside(name, 40);
  await withStore(team, directory, async ({ writer }) => {
    await writer.resume();
    await writer.addActions([anActionEntry(1), anActionEntry(2)]);
    const startAt = team.night.clock.now() - EVENTS;
    await writer.append(batchOf('opens', [...generatedEvents(0, EVENTS, { startAt, stepMs: 1 })]));
    await writer.addActions([anActionEntry(3)]);
  });
  return directory;
}

test('[TEAM-220] the log gets the events, actions, sessions and gaps of the first store with their seqs, while the watch goes on and its process is killed', async () => {
  const team = await SimulatedTeam.start();
  const directory = await storeFromBefore(team, 'anna');
  let partsLeft = 3;
  const anna = await team.join('anna', {}, directory, undefined, (store) => ({
    ...store,
    team: new Proxy(store.team, {
      get(target, method, receiver) {
        if (method !== 'nextHistory' || --partsLeft >= 0) return Reflect.get(target, method, receiver);
        return async () => null;
      },
    }),
  }));
  await team.pass(5);
  expect(shownSeat(anna)).toBe('holding');
  const before = await storedRows(anna);
  expect(before.length).toBeGreaterThan(EVENTS);
  const ben = await team.join('ben');
  await team.pass(5);
  // Nothing is sent without the command.
  expect((await storedRows(ben)).length).toBeLessThan(10);
  expect(await historyOf(anna)).toMatchObject({ sentSeq: 0 });

  expect(await teamOf(anna).publish()).toBe('sending');
  await team.passUntil(() => partsLeft < 0, 30);
  expect((await historyOf(anna))?.sentSeq).toBeGreaterThan(500);
  const { extent } = ben.instance.watch.snapshot();
  expect(extent.storedEvents).toBeGreaterThan(500);
  expect(extent.storedEvents).toBeLessThan(EVENTS);
  await team.kill(anna);
  // The seat and its events do not wait for the rest.
  await team.passUntil(() => shownSeat(ben) === 'holding', 20);
  await team.pass(12);
  const again = await team.join('anna', {}, directory);
  await team.passUntil(() => shownSeat(again) === "following ben's desk", 20);
  for (let second = 0; second < 60 && (await historyOf(again)) !== null; second += 1) await team.pass(1);
  expect(await historyOf(again)).toBeNull();
  await team.pass(5);

  const cleo = await team.join('cleo');
  await team.passUntil(() => shownSeat(cleo) === "following ben's desk", 20);
  await team.pass(2);
  const rows = await storedRows(again);
  for (const desk of [ben, cleo]) expect(await storedRows(desk)).toEqual(rows);
  // Nothing changed in the store that they came from.
  expect(rows.filter((row) => before.includes(row)).length).toBeGreaterThanOrEqual(before.length - 2);
  expect(await teamOf(again).publish()).toBe('nothing');
  expect(await teamOf(ben).publish()).toBe('nothing');
});

/** Makes a base and removes from the log what the base has. */
async function replaceLogByBase(
  { log, night }: SimulatedTeam,
  { instance: { watch, clock } }: TeamDesk,
): Promise<void> {
  const { bases } = log.connect('observer');
  const reader = watch.reader();
  const service = teamService('memory', night.simulator.profile);
  await makeBase({ bases, reader, clock, service, isHolding: () => true }, NEVER);
  const [base] = await bases.list(NEVER);
  log.expire(base?.upTo ?? 0);
}

test('[TEAM-20] a base has from before the team only what the log has', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna', {}, await storeFromBefore(team, 'anna'));
  await team.pass(5);
  await replaceLogByBase(team, anna);
  const ben = await team.join('ben');
  await team.pass(5);
  expect(shownSeat(ben)).toBe("following anna's desk");
  expect((await storedRows(ben)).length).toBeLessThan(20);

  expect(await teamOf(anna).publish()).toBe('sending');
  for (let second = 0; second < 60 && (await historyOf(anna)) !== null; second += 1) await team.pass(1);
  await team.pass(5);
  await replaceLogByBase(team, anna);
  const cleo = await team.join('cleo');
  await team.pass(5);
  const rows = await storedRows(anna);
  expect(rows.length).toBeGreaterThan(EVENTS);
  for (const desk of [ben, cleo]) expect(await storedRows(desk)).toEqual(rows);
});

test('[TEAM-9] events that a member received after it left the team are in the log once when it has joined again', async () => {
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  await team.pass(5);
  await team.kill(anna);
  await team.kill(ben);
  // `watchfloor team leave`
  await withStore(team, anna.directory, ({ team: left }) => left.goOnAlone());
  const watchedFrom = team.night.clock.now();
  await team.watchOutside('anna', 20, anna.directory);
  const watchedTo = team.night.clock.now();

  const holder = await team.join('ben', {}, ben.directory);
  await team.passUntil(() => shownSeat(holder) === 'holding', 20);
  await team.pass(5);
  const again = await team.join('anna', {}, anna.directory);
  await team.pass(20);
  expect(shownSeat(again)).toBe("following ben's desk");
  const rows = await storedRows(holder);
  expect(await storedRows(again)).toEqual(rows);
  const { events } = await holder.instance.watch
    .reader()
    .events({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 500 });
  const outside = events.filter(({ receivedAt }) => receivedAt > watchedFrom && receivedAt <= watchedTo);
  expect(outside.length).toBeGreaterThan(3);
  expect(new Set(outside.map(({ id }) => id)).size).toBe(outside.length);
});
