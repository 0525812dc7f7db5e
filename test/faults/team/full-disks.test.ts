/** Tests members whose disks are full, on file systems of a limited size (TEAM-330, TEAM-152). */
import { expect, test, type TestContext } from 'vitest';
import { shownSeat, SimulatedTeam, storedRows, teamOf, type TeamDesk } from '../../doubles/simulated-team.ts';
import { fillDisk, makeRoom, smallDisk } from '../../support/small-disk.ts';

const NEVER = new AbortController().signal;
const LARGE = { event: 'LONG', id: null, retry: null, data: 'x'.repeat(50_000) };

/** Anna holds the seat, and Ben follows. @param full the one with the small disk */
async function twoDesks(full: 'anna' | 'ben', context: Pick<TestContext, 'skip'>) {
  const disk = smallDisk(16, context);
  const team = await SimulatedTeam.start();
  const anna = await team.join('anna', {}, full === 'anna' ? disk : undefined);
  await team.pass(5);
  const ben = await team.join('ben', {}, full === 'ben' ? disk : undefined);
  await team.pass(5);
  /** Sends events until the store of the member takes none. */
  async function fill(desk: TeamDesk): Promise<void> {
    for (let second = 0; second < 60 && storageOf(desk).kind === 'storing'; second += 1) {
      fillDisk(disk);
      team.night.simulator.control.emit(LARGE);
      await team.pass(1);
    }
    expect(storageOf(desk)).toMatchObject({ kind: 'failing', error: { code: 'STORE_UNWRITABLE' } });
  }
  return { team, anna, ben, fill, makeRoom: () => makeRoom(disk) };
}

const storageOf = ({ instance: { watch } }: TeamDesk) => watch.snapshot().storage;

async function storingIn({ instance: { watch } }: TeamDesk) {
  const status = await watch.team?.control.status();
  return Object.fromEntries((status?.members ?? []).map(({ name, isStoring }) => [name, isStoring]));
}

test('[TEAM-330, TEAM-152] a holder with a full disk leaves the seat to a desk that can store, and nothing is lost', async (context) => {
  const { team, anna, ben, fill, ...disk } = await twoDesks('anna', context);
  await fill(anna);
  await team.passUntil(() => shownSeat(ben) !== "following anna's desk", 4);
  expect(ben.instance.watch.snapshot().stream).toMatchObject({
    cause: { kind: 'holder-silent', code: 'NOT_STORING', holder: "anna's desk" },
  });
  expect(await team.passUntil(() => shownSeat(ben) === 'holding', 20)).toBeLessThanOrEqual(10);
  expect(shownSeat(anna)).toMatch(/: not-storing$/);
  expect(await storingIn(ben)).toEqual({ "ben's desk": true, "anna's desk": false });
  expect(await teamOf(ben).handOver('anna', NEVER)).toBe('cannot-store');
  expect(await teamOf(anna).takeOver('Mine', NEVER)).toBe('cannot-store');
  team.night.simulator.control.emit(LARGE);
  await team.pass(5);
  disk.makeRoom();
  await team.pass(15);
  expect([shownSeat(anna), shownSeat(ben), storageOf(anna).kind]).toEqual([
    "following ben's desk",
    'holding',
    'storing',
  ]);
  expect(await storingIn(ben)).toEqual({ "ben's desk": true, "anna's desk": true });
  expect(await storedRows(anna)).toEqual(await storedRows(ben));
});

test('[TEAM-330, TEAM-152] a follower with a full disk shows why it does not store, and follows again once there is room', async (context) => {
  const { team, anna, ben, fill, ...disk } = await twoDesks('ben', context);
  await fill(ben);
  await team.pass(3);
  expect([shownSeat(anna), shownSeat(ben)]).toEqual(['holding', expect.stringMatching(/: not-storing$/)]);
  expect(await storingIn(anna)).toEqual({ "anna's desk": true, "ben's desk": false });
  expect(await teamOf(anna).handOver('ben', NEVER)).toBe('cannot-store');
  disk.makeRoom();
  await team.pass(5);
  expect([shownSeat(ben), storageOf(ben).kind]).toEqual(["following anna's desk", 'storing']);
  expect(await storedRows(ben)).toEqual(await storedRows(anna));
});

test('[TEAM-330] a holder with a full disk keeps the stream while no other desk can store', async (context) => {
  const { team, anna, ben, fill, ...disk } = await twoDesks('anna', context);
  await team.kill(ben);
  await team.join('wall', { role: 'wall' });
  await team.pass(50);
  await fill(anna);
  await team.pass(30);
  expect([shownSeat(anna), anna.instance.connects.length]).toEqual(['holding', 1]);
  disk.makeRoom();
  await team.pass(5);
  expect(storageOf(anna).kind).toBe('storing');
});
