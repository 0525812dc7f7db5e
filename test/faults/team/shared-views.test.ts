/** Tests the saved views that members of a team share, through the procedures that a page calls. */
import { expect, test } from 'vitest';
import { appRouter } from '../../../src-main/core/api/router.ts';
import type { Backend } from '../../../src-main/core/backend.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import { aView } from '../../doubles/saved-views.ts';
import { SimulatedTeam, type TeamDesk } from '../../doubles/simulated-team.ts';

const FAILED = aView('v1', 'outcome:failed', { name: 'Failed', pinned: true });
const FAILED_IN_SE = aView('v1', 'outcome:failed country:SE', { name: 'Failed in SE', pinned: true });

interface Desk extends TeamDesk {
  readonly api: ReturnType<typeof apiOf>;
}

function apiOf({ instance }: TeamDesk) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the procedures of views call no other member
  const backend = { watch: () => instance.watch } as unknown as Backend;
  const { views } = appRouter.createCaller({ backend, connection: { feeds: 0 } });
  const watch = watchIdSchema.parse('shown');
  return {
    put: (...given: readonly (typeof FAILED)[]) => views.put({ watch, views: [...given] }),
    remove: (id: string) => views.remove({ watch, id }),
    share: (id: string) => views.share({ watch, id }),
    unshare: (id: string) => views.unshare({ watch, id }),
  };
}

async function join(team: SimulatedTeam, name: string, directory?: string): Promise<Desk> {
  const desk = await team.join(name, {}, directory);
  await team.pass(10);
  return { ...desk, api: apiOf(desk) };
}

async function twoDesks() {
  const team = await SimulatedTeam.start();
  return { team, anna: await join(team, 'anna'), ben: await join(team, 'ben') };
}

/** Returns what a page gets first: `Failed: outcome:failed, anna's desk, sending`. */
async function shared({ instance: { watch } }: TeamDesk): Promise<readonly string[]> {
  const ends = new AbortController();
  const { value } = await watch.sharedViews(ends.signal).next();
  ends.abort();
  return (value?.state ?? []).map(
    ({ name, filter, memberName, isOwn, isSending }) =>
      `${name}: ${filter === null ? 'unreadable' : filter.terms.length} of ${isOwn ? 'this' : memberName}${isSending ? ', sending' : ''}`,
  );
}

/** Lets at most 20 s pass. */
async function eventually(team: SimulatedTeam, desk: TeamDesk, expected: readonly string[]): Promise<void> {
  const isReached = async () => JSON.stringify(await shared(desk)) === JSON.stringify(expected);
  for (let seconds = 0; seconds < 20 && !(await isReached()); seconds += 1) await team.pass(1);
  expect(await shared(desk)).toEqual(expected);
}

test('[TEAM-238] a shared view is on all desks with the desk that shares it, changes with it, and goes with it', async () => {
  const { team, anna, ben } = await twoDesks();
  await anna.api.put(FAILED);
  expect(await shared(anna)).toEqual([]);
  await anna.api.share('v1');
  await eventually(team, ben, ["Failed: 1 of anna's desk"]);
  await eventually(team, anna, ['Failed: 1 of this']);

  await anna.api.put(FAILED_IN_SE);
  await eventually(team, ben, ["Failed in SE: 2 of anna's desk"]);
  const actions = async () => (await anna.instance.watch.reader().actions(0, 100)).length;
  const before = await actions();
  // Pins and alarms are personal, so they are not sent.
  await anna.api.put({ ...FAILED_IN_SE, pinned: false });
  await team.pass(5);
  expect(await actions()).toBe(before);

  // A copy is a view of its own, with another id.
  await ben.api.put({ ...FAILED, id: 'v2' });
  await ben.api.remove('v2');
  await team.pass(5);
  expect(await shared(ben)).toEqual(["Failed in SE: 2 of anna's desk"]);

  await anna.api.remove('v1');
  await eventually(team, ben, []);
  await anna.api.put(FAILED);
  await anna.api.share('v1');
  await eventually(team, ben, ["Failed: 1 of anna's desk"]);
  await ben.api.unshare('v1');
  await eventually(team, anna, []);
});

test('[TEAM-238] a member that joins later, or reads its store again, has the shared views', async () => {
  const { team, anna } = await twoDesks();
  await anna.api.put(FAILED);
  await anna.api.share('v1');
  const cleo = await join(team, 'cleo');
  await eventually(team, cleo, ["Failed: 1 of anna's desk"]);
  await team.kill(cleo);
  const again = await join(team, 'cleo', cleo.directory);
  expect(await shared(again)).toEqual(["Failed: 1 of anna's desk"]);
});

test('[TEAM-238] a view that is shared without the log is shown as sending, and sent once the log can be reached', async () => {
  const { team, anna, ben } = await twoDesks();
  await ben.api.put(FAILED);
  team.log.setCutOff('ben', true);
  await team.pass(20);
  await ben.api.share('v1');
  await team.pass(20);
  expect([await shared(ben), await shared(anna)]).toEqual([['Failed: 1 of this, sending'], []]);
  await team.kill(ben);
  const again = await join(team, 'ben', ben.directory);
  await eventually(team, again, ['Failed: 1 of this']);
  await eventually(team, anna, ["Failed: 1 of ben's desk"]);

  team.log.setCutOff('ben', true);
  await again.api.remove('v1');
  expect([await shared(again), await shared(anna)]).toEqual([[], ["Failed: 1 of ben's desk"]]);
  team.log.setCutOff('ben', false);
  await eventually(team, anna, []);
});

test('[TEAM-238] the last of two members that share the same view in the order of the log counts for all', async () => {
  const { team, anna, ben } = await twoDesks();
  // Ben imported the file of Anna's views, which keeps their ids.
  await anna.api.put(FAILED);
  await ben.api.put({ ...FAILED, name: 'Failed, of Ben' });
  team.log.setCutOff('ben', true);
  await ben.api.share('v1');
  await team.pass(2);
  await anna.api.share('v1');
  await team.pass(2);
  expect([await shared(anna), await shared(ben)]).toEqual([
    ['Failed: 1 of this'],
    ['Failed, of Ben: 1 of this, sending'],
  ]);
  team.log.setCutOff('ben', false);
  await eventually(team, anna, ["Failed, of Ben: 1 of ben's desk"]);
  await eventually(team, ben, ['Failed, of Ben: 1 of this']);
  // The view is no longer Anna's to change or to remove.
  await anna.api.put({ ...FAILED, name: 'Changed' });
  await anna.api.remove('v1');
  await team.pass(5);
  expect(await shared(ben)).toEqual(['Failed, of Ben: 1 of this']);
});

test('[TEAM-21] a member reads on after an action or a filter that only a newer version knows', async () => {
  const { team, anna, ben } = await twoDesks();
  const [newer, { signal }] = [team.log.connect('zoe'), new AbortController()];
  const send = (id: string, what: object) => {
    const action = { id, at: 1, author: { id: 'zoe', name: "Zoe's desk" }, subjects: [], what, text: '' };
    const text = JSON.stringify({ v: 1, kind: 'action', by: 'zoe', action });
    return newer.append({ lane: 'actions', id, text, after: null }, signal);
  };
  await send('of-tomorrow-1', { kind: 'share-dashboard', dashboard: { id: 'd1' } });
  await send('of-tomorrow-2', { kind: 'share-view', view: { id: 'v9', name: 'Later', query: 'shape:round' } });
  await anna.api.put(FAILED);
  await anna.api.share('v1');
  await eventually(team, ben, ["Later: unreadable of Zoe's desk", "Failed: 1 of anna's desk"]);
});
