import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import { readPage } from '../../src-main/core/timeline/pages.ts';
import { compose, type Composition } from '../../src-main/hosts/compose.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';

let folder: string;
let services: Simulator[];
let composition: Composition | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-two-'));
  services = await Promise.all([1, 2].map((seed) => startSimulator({ scenario: 'none', subscriptions: 1_000, seed })));
});
afterEach(async () => {
  await composition?.stop();
  await Promise.all(services.map((service) => service.stop()));
  await rm(folder, { recursive: true });
});

/** The threads of a store start with its first use, which takes long on a busy machine. */
const STARTS_MS = 60_000;

async function profileOf(service: Simulator, file: string) {
  const secretFile = join(folder, `${file}.secret`);
  await writeFile(secretFile, service.clients.basic.clientSecret);
  const path = join(folder, file);
  const { clientId } = service.clients.basic;
  const fields = {
    name: 'Acme',
    ...service.profile,
    clientId,
    flow: 'clientCredentials',
    clientSecretFile: secretFile,
  };
  await writeFile(path, JSON.stringify(fields));
  return readProfileFile(path);
}

async function kindsStored({ backend }: Composition, watch: WatchId): Promise<string[]> {
  const query = { filter: EVERYTHING, direction: 'older', cursor: null, limit: 100 } as const;
  const page = await readPage(backend.watch(watch).reader(), query, backend.clock);
  return page.rows.map(({ kind }) => kind);
}

const watching = ({ backend }: Composition, count: number) =>
  vi.waitFor(async () => {
    const { value } = await backend.snapshots(undefined).next();
    const kinds = value?.state.watches.map(({ stream }) => stream.kind);
    expect(kinds).toEqual(Array.from({ length: count }, () => 'watching'));
  }, STARTS_MS);

test('[ID-1] two profiles of one name have separate stores, cursors and streams, in this run and in the next', async () => {
  const [one, two] = services;
  if (one === undefined || two === undefined) throw new Error('two services were started');
  const profiles = [await profileOf(one, 'one.json'), await profileOf(two, 'two.json')] as const;
  composition = compose({ dataDir: join(folder, 'data'), openDatabases: inThreadDatabases });
  const first = await composition.watchProfile(profiles[0], join(folder, 'one.json'));
  await watching(composition, 1);
  one.control.emit({ event: 'LOCALIZATION', id: 'of-the-first', data: '{}' });
  await vi.waitFor(
    async () => expect(composition && (await kindsStored(composition, first))).toContain('LOCALIZATION'),
    STARTS_MS,
  );
  const second = await composition.watchProfile(profiles[1], join(folder, 'two.json'));
  await watching(composition, 2);
  two.control.emit({ event: 'CMP_EVENT', id: 'of-the-second', data: '{}' });
  await vi.waitFor(
    async () => expect(composition && (await kindsStored(composition, second))).toContain('CMP_EVENT'),
    STARTS_MS,
  );

  expect(await kindsStored(composition, first)).not.toContain('CMP_EVENT');
  expect(await kindsStored(composition, second)).not.toContain('LOCALIZATION');
  await composition.stop();

  composition = compose({ dataDir: join(folder, 'data'), openDatabases: inThreadDatabases });
  await composition.watchProfile(profiles[0], join(folder, 'one.json'));
  await composition.watchProfile({ ...profiles[1], name: 'Acme, renamed' }, join(folder, 'two.json'));
  await watching(composition, 2);
  const resumedAfter = services.map(({ control }) => control.subscribers().map(({ lastEventId }) => lastEventId));
  expect(resumedAfter).toEqual([['of-the-first'], ['of-the-second']]);
});
