/** Tests three Watchfloors of a team with real stores and real HTTP. */
import { describe, expect, test } from 'vitest';
import { walk } from '../../../src-main/core/timeline/walk.ts';
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import type { HandedOverItem } from '../../../src-shared/api/shift.ts';
import type { UndoableAction } from '../../../src-shared/domain/cases/action.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { aGrantSource } from '../../doubles/watch-ports.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { firstState } from '../../doubles/cases-over-store.ts';
import { sentLocalization } from '../../doubles/sent-failures.ts';
import { LEASE_MS, shownSeat, SimulatedTeam, storedRows, type TeamDesk, teamOf } from '../../doubles/simulated-team.ts';

const seats = (desks: readonly TeamDesk[]) => desks.map(shownSeat);

/** The stores have everything that the log has. */
async function expectEqualStores(desks: readonly TeamDesk[]): Promise<readonly string[]> {
  const [first = [], ...others] = await Promise.all(desks.map(storedRows));
  for (const rows of others) expect(rows).toEqual(first);
  return first;
}

async function threeDesks(options: Parameters<typeof SimulatedTeam.start>[0] = {}, hasCases = false) {
  const team = await SimulatedTeam.start(options);
  team.night.hasCases = hasCases;
  const anna = await team.join('anna');
  await team.pass(5);
  const ben = await team.join('ben');
  const cleo = await team.join('cleo');
  await team.pass(5);
  return { team, anna, ben, cleo, desks: [anna, ben, cleo] };
}

/** Blind after 2.5 heartbeats of 30 s. */
const HEARTBEAT_LIMIT_SECONDS = 75;

const NEVER = new AbortController().signal;

const CODE = 'NO_PROFILE';

/** @throws if no case is open with that code */
async function groupOf({ instance: { watch } }: TeamDesk): Promise<FailureGroup> {
  await watch.cases.waitUntilCaughtUp();
  const { groups } = await firstState((signal) => watch.cases.subscribe(signal));
  const group = groups.find(({ cause }) => cause.kind === 'localization' && cause.code === CODE);
  if (group === undefined) throw new Error('No case is open.');
  return group;
}

/** Names for each hand-over its author and the states of its groups. */
async function handedOver({ instance: { watch } }: TeamDesk): Promise<readonly string[]> {
  await watch.cases.waitUntilCaughtUp();
  const handOvers = await firstState((signal) => watch.cases.handOvers(signal));
  const words = ({ state }: HandedOverItem) =>
    state.kind === 'accepted' ? `accepted by ${state.author.name}` : state.kind;
  return handOvers.map(({ author, items }) => `${author.name}: ${items.map(words).join()}`);
}

/** Acts on a failure group in the name of the desk. @returns the id of the action */
async function actOnGroup(desk: TeamDesk, what: UndoableAction): Promise<string> {
  const author = { id: desk.name, name: desk.name };
  const subjects = [(await groupOf(desk)).key];
  const { actions } = await desk.instance.watch.cases.act({ author, subjects, what, text: '' });
  return actions.join();
}

const isHolding = (desk: TeamDesk) => shownSeat(desk) === 'holding';

describe('three Watchfloors of a team', () => {
  test('[TEAM-152] never show that they watch without proof', async () => {
    const { team, anna, ben, cleo } = await threeDesks();
    team.log.setCutOff('cleo', true);
    await team.passUntil(() => shownSeat(cleo) !== "following anna's desk", 10);
    expect(shownSeat(cleo)).toBe('reconnecting: log-unreachable');
    await team.pass(HEARTBEAT_LIMIT_SECONDS);
    expect(seats([ben, cleo])).toEqual(["following anna's desk", 'blind: log-unreachable']);
    team.log.setCutOff('cleo', false);
    await team.pass(5);
    expect(shownSeat(cleo)).toBe("following anna's desk");
    team.night.outage([team.minutes, team.minutes + 5], { endpoint: 'subscribe', answer: { status: 503 } });
    await team.pass(3);
    expect(seats([anna, ben, cleo])).toEqual([
      'reconnecting: service-down',
      'reconnecting: holder-blind',
      'reconnecting: holder-blind',
    ]);
  });

  test('[TEAM-152] show that no member has the seat', async () => {
    const team = await SimulatedTeam.start();
    const wall = await team.join('wall', { role: 'wall' });
    const desk = await team.join('desk', { mayHold: false });
    await team.pass(10);
    expect(seats([wall, desk])).toEqual(['blind: no-holder', 'blind: no-holder']);
    expect(team.maxStreams).toBe(0);
  });

  test('[TEAM-330] give the seat to another member when the holder cannot sign in', async () => {
    const team = await SimulatedTeam.start();
    const desk = await team.join('anna', {}, temporaryDirectory(), aGrantSource('of somebody else'));
    await team.pass(10);
    expect(shownSeat(desk)).toBe('sign-in-needed: client-refused');
    const ben = await team.join('ben');
    await team.pass(10);
    expect(seats([desk, ben])).toEqual(["following ben's desk", 'holding']);
  });

  test('[TEAM-330] have every member again after its store failed', async () => {
    const { team, desks } = await threeDesks();
    const failures = ['applyLog', 'unplacedActions'];
    const dora = await team.join('dora', {}, temporaryDirectory(), undefined, (store) => ({
      ...store,
      team: new Proxy(store.team, {
        get(target, method, receiver) {
          const index = failures.indexOf(String(method));
          if (index === -1) return Reflect.get(target, method, receiver);
          failures.splice(index, 1);
          return () => Promise.reject(new Error('the disk is full'));
        },
      }),
    }));
    await team.pass(25);
    expect(shownSeat(dora)).toBe("following anna's desk");
    expect(failures).toEqual([]);
    await expectEqualStores([...desks, dora]);
  });

  test('[TEAM-153] leave a store alone that has events from before the team', async () => {
    const team = await SimulatedTeam.start();
    const directory = await team.watchOutside('desk', 10);
    const anna = await team.join('anna');
    await team.pass(5);
    const desk = await team.join('desk', {}, directory);
    const rows = await storedRows(desk);
    expect(rows.length).toBeGreaterThan(3);
    await team.pass(5);
    expect(seats([anna, desk])).toEqual(['holding', 'reconnecting: log-unreachable']);
    expect(desk.instance.watch.snapshot().stream).toMatchObject({ cause: { code: 'STORE_OF_ANOTHER_TEAM' } });
    expect((await storedRows(desk)).slice(0, rows.length - 1)).toEqual(rows.slice(0, -1));
    expect(team.maxStreams).toBe(1);
  });

  test('[TEAM-150] share one stream: one desk holds the seat, the others follow, and all have the same rows', async () => {
    const { team, desks } = await threeDesks();
    await team.pass(20);
    expect(seats(desks)).toEqual(['holding', "following anna's desk", "following anna's desk"]);
    expect(team.maxStreams).toBe(1);
    expect(desks.map(({ instance }) => instance.connects.length)).toEqual([1, 0, 0]);
    const rows = await expectEqualStores(desks);
    expect(rows.length).toBeGreaterThan(8);
    expect(desks.map(({ instance: { watch } }) => watch.snapshot().extent.newestSeq)).toEqual(
      desks.map(() => desks[0]?.instance.watch.snapshot().extent.newestSeq),
    );
  });

  test('[TEAM-151] have another holder within the lease and 2 s after the holder was killed', async () => {
    const team = await SimulatedTeam.start();
    const anna = await team.join('anna');
    await team.pass(5);
    // The others look at the lease just before it ends, and then 2 s later at the earliest, unless they notice more.
    await team.passUntilRenewal();
    await team.pass(1.5);
    const others = [await team.join('ben'), await team.join('cleo')];
    await team.pass(3);
    await team.passUntilRenewal();
    await team.kill(anna);
    const seconds = await team.passUntil(() => others.some(isHolding), 60);
    expect(seconds * 1_000).toBeLessThanOrEqual(LEASE_MS + 2_000);
    expect(team.maxStreams).toBe(1);
    const again = await team.join('anna', {}, anna.directory);
    await team.pass(10);
    expect(others.filter(isHolding)).toHaveLength(1);
    expect(shownSeat(again)).toMatch(/^following/);
    await expectEqualStores([again, ...others]);
  });

  test('[TEAM-151] have another holder while the process of the holder is stopped, which follows once it runs again', async () => {
    const { team, anna, ben, cleo, desks } = await threeDesks({ secondSubscriber: 'end-first' });
    team.night.stopProcess(anna.instance, team.minutes, 20);
    await team.pass(30);
    expect(shownSeat(anna)).toMatch(/^following/);
    expect([ben, cleo].filter(isHolding)).toHaveLength(1);
    await team.pass(5);
    await expectEqualStores(desks);
  });

  test('[TEAM-16] have an action of a follower in the same place in every store', async () => {
    const { team, ben, desks } = await threeDesks();
    const { author, subjects, text } = anActionEntry(1);
    await ben.instance.watch.cases.act({ author, subjects, what: { kind: 'note' }, text });
    await team.pass(3);
    expect((await expectEqualStores(desks)).join()).toContain(text);
  });

  test('[TEAM-16] hand a shift over and accept it while one cannot reach the log, which then decides who was first', async () => {
    const { team, anna, ben, cleo, desks } = await threeDesks({}, true);
    const at = anna.instance.clock.now();
    const { kind, id, data } = sentLocalization({ eid: '89', operation: 'ALLOCATED', at, errorCode: CODE });
    team.night.simulator.control.emit({ event: kind, id, data });
    await team.pass(3);

    team.log.setCutOff('ben', true);
    const of = await actOnGroup(ben, { kind: 'hand-over' });
    await team.pass(3);
    expect([await handedOver(anna), await handedOver(cleo)]).toEqual([[], []]);
    team.log.setCutOff('ben', false);
    await team.pass(5);
    for (const desk of desks) expect(await handedOver(desk)).toEqual(['ben: waiting']);

    // The holder goes on alone, and its own accept counts there until the log is back.
    team.log.setCutOff('anna', true);
    await team.passUntil(() => shownSeat(anna) === 'alone', 20);
    await actOnGroup(anna, { kind: 'accept', of });
    await actOnGroup(cleo, { kind: 'accept', of });
    await team.pass(3);
    expect([await handedOver(anna), await handedOver(ben)]).toEqual([
      ['ben: accepted by anna'],
      ['ben: accepted by cleo'],
    ]);
    team.log.setCutOff('anna', false);
    await team.pass(20);
    for (const desk of desks) {
      expect(await handedOver(desk)).toEqual(['ben: accepted by cleo']);
      expect((await groupOf(desk)).owners).toEqual([{ owner: { id: 'cleo', name: 'cleo' }, count: 1 }]);
    }
    await expectEqualStores(desks);
  });

  test('[CASE-61] say to each operator what an undo changed after two took the same failure', async () => {
    const { team, anna, ben, cleo, desks } = await threeDesks({}, true);
    const at = anna.instance.clock.now();
    const { kind, id, data } = sentLocalization({ eid: '89', operation: 'ALLOCATED', at, errorCode: CODE });
    team.night.simulator.control.emit({ event: kind, id, data });
    await team.pass(3);
    const undo = (desk: TeamDesk, action: string) =>
      desk.instance.watch.cases.undo({ author: { id: desk.name, name: desk.name }, actions: [action] });
    const ownerIn = async (desk: TeamDesk) => (await groupOf(desk)).owners.map(({ owner }) => owner?.name ?? null);

    const taken = [await actOnGroup(anna, { kind: 'take' }), await actOnGroup(ben, { kind: 'take' })] as const;
    await team.pass(3);
    const [owner] = await ownerIn(cleo);
    const [first, second] = owner === 'ben' ? (['anna', 'ben'] as const) : (['ben', 'anna'] as const);
    const undoOwn = (name: 'anna' | 'ben') => (name === 'anna' ? undo(anna, taken[0]) : undo(ben, taken[1]));
    // No time passes meanwhile: each undo waits for a limited one. The other order may take back both.
    expect(await undoOwn(first)).toEqual({ kind: 'nothing', by: second });
    expect(await undoOwn(second)).toEqual({ kind: 'undone' });
    await team.pass(3);
    for (const desk of desks) expect(await ownerIn(desk)).toEqual([first]);

    team.log.setCutOff('cleo', true);
    const alone = await actOnGroup(cleo, { kind: 'take' });
    const asked = undo(cleo, alone);
    await team.pass(5);
    expect(await asked).toEqual({ kind: 'not-known' });
    team.log.setCutOff('cleo', false);
    await team.pass(5);
    for (const desk of desks) expect(await ownerIn(desk)).toEqual([first]);
    await expectEqualStores(desks);
  });

  test('[TEAM-13, TEAM-137] have another holder within 2 s after the seat was handed over, and coverage says so', async () => {
    const { team, anna, ben, cleo, desks } = await threeDesks();
    expect(teamOf(anna).members()).toMatchObject([
      { member: 'ben', name: "ben's desk", seat: 'follows' },
      { member: 'cleo', name: "cleo's desk", seat: 'follows' },
    ]);
    const handed = teamOf(anna).handOver('cleo', NEVER);
    const seconds = await team.passUntil(() => isHolding(cleo), 10);
    expect(await handed).toBe('done');
    expect(seconds).toBeLessThanOrEqual(2);
    await team.pass(5);
    expect(seats(desks)).toEqual(["following cleo's desk", "following cleo's desk", 'holding']);
    expect(team.maxStreams).toBe(1);
    await expectEqualStores(desks);
    const { sessions } = await ben.instance.watch.reader().coverage({ from: 0, to: ben.instance.clock.now() });
    expect(sessions.map(({ holder, epoch, reason }) => [holder, epoch, reason])).toEqual([
      ['anna', 1, 'handed-over'],
      ['cleo', 2, null],
    ]);
  });

  test('[TEAM-13] ask the holder for the seat, which may decline, and take it with a reason', async () => {
    const { team, anna, ben, desks } = await threeDesks();
    const declined = teamOf(ben).ask(NEVER);
    await team.passUntil(() => teamOf(anna).request !== null, 5);
    expect(teamOf(anna).request).toMatchObject({ from: 'ben' });
    teamOf(anna).decline('I am in the middle of a storm');
    await team.pass(1);
    expect(await declined).toEqual({ reason: 'I am in the middle of a storm' });
    const taken = teamOf(ben).takeOver('Anna went home', NEVER);
    await team.passUntil(() => isHolding(ben), 10);
    expect(await taken).toBe('done');
    await team.pass(5);
    expect(seats(desks)).toEqual(["following ben's desk", 'holding', "following ben's desk"]);
    await expectEqualStores(desks);
  });

  test.for(['refuse-409', 'end-first', 'allow'] as const)(
    '[TEAM-9] lose nothing when the holder is cut off from the log: it goes on alone, and its events are in the log once afterwards (second subscriber: %s)',
    async (secondSubscriber) => {
      const { team, anna, desks } = await threeDesks({ secondSubscriber });
      await team.pass(2);
      const from = anna.instance.clock.now();
      team.log.setCutOff('anna', true);
      const seconds = await team.passUntil(() => shownSeat(anna) === 'alone', 20);
      expect(seconds * 1_000).toBeLessThanOrEqual(LEASE_MS + 2_000);
      // Real sockets bring the events, so on a busy machine more of the simulated time passes before some are stored.
      let received: readonly string[] = [];
      for (let turn = 0; turn < 10 && received.length <= 2; turn += 1) {
        await team.pass(8);
        received = await eventIds(anna, from, anna.instance.clock.now());
      }
      team.log.setCutOff('anna', false);
      await team.pass(20);
      expect(desks.filter(isHolding)).toHaveLength(1);
      await expectEqualStores(desks);
      const ids = await eventIds(anna, 0, Number.MAX_SAFE_INTEGER);
      expect(new Set(ids).size).toBe(ids.length);
      expect(received.length).toBeGreaterThan(2);
      expect(received.filter((id) => !ids.includes(id))).toEqual([]);
    },
  );
});

/** Ids of the stored events that were received between two times. */
async function eventIds({ instance: { watch } }: TeamDesk, from: number, to: number): Promise<readonly string[]> {
  const ids: string[] = [];
  // A batch ends after some milliseconds, so there may be several.
  for await (const { id, receivedAt } of walk(watch.reader(), { filter: EVERYTHING, direction: 'newer' }))
    if (id !== null && receivedAt >= from && receivedAt <= to) ids.push(id);
  return ids;
}
