/** Compares the board and the open cases of a watch with an independent calculation, over real HTTP and databases. */
import { OUTCOME_EVENTS } from '../../src-shared/domain/filter/class-filters.ts';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { readCount } from '../../src-main/core/timeline/tallies.ts';
import { walk } from '../../src-main/core/timeline/walk.ts';
import { compose, type Composition } from '../../src-main/hosts/compose.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import type { Board } from '../../src-shared/api/cases.ts';
import { type CaseKey, caseKey } from '../../src-shared/domain/cases/case.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';

const OLIVIA = { id: 'olivia-1', name: 'M. Olivia' };
let folder: string;
let service: Simulator | null = null;
let composition: Composition | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-cases-'));
});
afterEach(async () => {
  await composition?.stop();
  await service?.stop();
  [composition, service] = [null, null];
  await rm(folder, { recursive: true });
});

const dataDir = () => join(folder, 'data');
const profileFile = () => join(folder, 'profile.json');

async function play(scenario: string): Promise<ConnectionProfile> {
  service = await startSimulator({ scenario, subscriptions: 400, seed: 11, timeScale: 60 });
  const { clientId, clientSecret } = service.clients.basic;
  const clientSecretFile = join(folder, 'secret');
  await writeFile(clientSecretFile, clientSecret);
  const fields = { name: 'Acme', ...service.profile, clientId, flow: 'clientCredentials', clientSecretFile };
  await writeFile(profileFile(), JSON.stringify({ ...fields, heartbeatSeconds: 2 }));
  return readProfileFile(profileFile());
}

async function watched(profile: ConnectionProfile, directory = dataDir()) {
  composition = compose({ dataDir: directory, openDatabases: inThreadDatabases });
  const watch = await composition.watchProfile(profile, profileFile());
  return { backend: composition.backend, watch };
}

type Watched = Awaited<ReturnType<typeof watched>>;

async function ended(): Promise<void> {
  await composition?.stop();
  composition = null;
}

async function stored({ backend, watch }: Watched): Promise<EventSummary[]> {
  const events: EventSummary[] = [];
  for await (const event of walk(backend.watch(watch).reader(), { filter: OUTCOME_EVENTS, direction: 'newer' }))
    events.push(event);
  return events;
}

/** Stops the service and waits until all events are applied. The open gap is stored after all events before it. */
async function silent({ backend, watch }: Watched): Promise<void> {
  await service?.stop();
  service = null;
  await vi.waitFor(
    async () => {
      const { gaps } = await backend.watch(watch).reader().coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
      expect(gaps.at(-1)?.to).toBe(null);
    },
    { timeout: 60_000, interval: 100 },
  );
  await backend.watch(watch).cases.waitUntilCaughtUp();
}

async function boardOf({ backend, watch }: Pick<Watched, 'backend'> & { readonly watch: WatchId }): Promise<Board> {
  await backend.watch(watch).cases.waitUntilCaughtUp();
  const ending = new AbortController();
  for await (const { state: board } of backend.watch(watch).cases.subscribe(ending.signal)) {
    ending.abort();
    return board;
  }
  throw new Error('There is no board.');
}

/** Removes the parts of a board that depend on the time of the request. */
function lasting({ at: _at, upTo: _upTo, groups, ...figures }: Board) {
  return { ...figures, groups: groups.map(({ spark: _spark, ...group }) => group) };
}

/**
 * Calculates the open cases. A case stays open until an event succeeds for every principal that it failed for. A success
 * that was created before another event of its case comes late and closes nothing.
 */
function openBy(events: readonly EventSummary[]): Map<CaseKey, 'localization' | 'request'> {
  const open = new Map<CaseKey, 'localization' | 'request'>();
  const failedFor = new Map<CaseKey, (string | null)[]>();
  const newest = new Map<CaseKey, number>();
  for (const { kind, eid, requestId, seq, outcome, principal, createdAt } of events) {
    const isLocalization = kind === 'LOCALIZATION';
    const name = isLocalization ? eid : requestId;
    const key = caseKey(
      name === null
        ? { kind: 'event', seq }
        : isLocalization
          ? { kind: 'eid', eid: name }
          : { kind: 'request', requestId: name },
    );
    const principals = failedFor.get(key) ?? [];
    const known = newest.get(key) ?? 0;
    const isLate = createdAt !== null && createdAt < known;
    newest.set(key, Math.max(known, createdAt ?? 0));
    if (outcome === 'succeeded') {
      if (isLate || (principal !== null && principals.some((one) => one !== null && one !== principal))) continue;
      open.delete(key);
      failedFor.delete(key);
    } else if (outcome !== 'in-progress') {
      open.set(key, isLocalization ? 'localization' : 'request');
      failedFor.set(key, [...principals, principal]);
    }
  }
  return open;
}

async function openIn({ backend, watch }: Watched): Promise<Map<CaseKey, 'localization' | 'request'>> {
  const open = new Map<CaseKey, 'localization' | 'request'>();
  for (const kind of ['localization', 'request'] as const)
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const query = { kind, of: 'open', cause: null, find: '', since: null, sort: 'worst', after, limit: 100 } as const;
      const page = await backend.watch(watch).cases.list(query);
      for (const { key } of page.cases) open.set(key, kind);
      after = page.next;
    }
  return open;
}

const sorted = (open: ReadonlyMap<CaseKey, string>) => [...open].toSorted(([one], [other]) => (one < other ? -1 : 1));

test.each([
  ['failure-storm', 400],
  ['partial-requests', 12],
  ['poison-events', 30],
])(
  '[STORE-15] the board after %s matches the received events after stops, a deleted case database and a copied folder',
  async (scenario, enough) => {
    const profile = await play(scenario);
    const first = await watched(profile);
    const received = async ({ backend, watch }: Watched, minEvents: number) =>
      vi.waitFor(
        async () => {
          const { newestSeq: to } = await backend.watch(watch).reader().extent();
          const { value } = await readCount(backend.watch(watch).reader(), { filter: OUTCOME_EVENTS, after: 0, to });
          expect(value).toBeGreaterThan(minEvents);
        },
        { timeout: 60_000, interval: 100 },
      );
    await received(first, enough / 2);
    await ended();
    const second = await watched(profile);
    await received(second, enough);
    await silent(second);
    const board = await boardOf(second);
    const open = openBy(await stored(second));
    expect(sorted(await openIn(second))).toEqual(sorted(open));
    const count = (of: string) => [...open.values()].filter((kind) => kind === of).length;
    expect(board).toMatchObject({
      behind: 0,
      localizations: count('localization'),
      requests: count('request'),
      failures: open.size - board.partialRequests,
      moreGroups: 0,
    });
    expect(board.groups.reduce((sum, group) => sum + group.open, 0)).toBe(open.size);
    // Even 10 000 failures form few groups.
    expect(board.groups.length).toBeLessThan(40);

    // Takes a group, deletes the case database and copies the folder to a computer without a network.
    const [worst] = board.groups;
    if (worst === undefined) throw new Error('nothing failed');
    const cases = second.backend.watch(second.watch).cases;
    await cases.act({ author: OLIVIA, subjects: [worst.key], what: { kind: 'take' }, text: '' });
    const secondBoard = await boardOf(second);
    expect(secondBoard.groups[0]?.owners).toEqual([{ owner: OLIVIA, count: worst.open }]);
    await ended();
    const projection = join(storePaths(dataDir(), { id: profile.id, practice: false }).directory, 'cases.db');
    await Promise.all([projection, `${projection}-wal`, `${projection}-shm`].map((path) => rm(path, { force: true })));
    const copy = join(folder, 'copy');
    await cp(dataDir(), copy, { recursive: true });
    expect(lasting(await boardOf(await watched(profile, copy)))).toEqual(lasting(secondBoard));
    await ended();
    expect(lasting(await boardOf(await watched(profile)))).toEqual(lasting(secondBoard));
  },
);
