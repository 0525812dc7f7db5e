/**
 * Damages each file of a data folder in each way, each time in a copy of a used folder. Checks that the start, every
 * read and the stop answer, that new events are stored or an error says why not, and that nothing outside the folder
 * changes. `npm test` covers each file and each way at least once, `npm run test:long` all combinations.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrReplace } from '../../src-main/adapters/sqlite/database-writer.ts';
import { INVENTORY_DATABASE } from '../../src-main/adapters/sqlite/inventory/inventory-database.ts';
import { openSearchForWriting } from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import type { Backend } from '../../src-main/core/backend.ts';
import { type OpenedApplication, openApplication } from '../../src-main/hosts/compose.ts';
import { errorWords } from '../../src-shared/words/error-words.ts';
import { AppError } from '../../src-shared/api/errors.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { printAlarmSettings } from '../../src-shared/domain/cases/alarm-settings-text.ts';
import type { ProfileId, WatchId } from '../../src-shared/domain/identity.ts';
import { printLinks } from '../../src-shared/domain/links/own-link.ts';
import { printSearches } from '../../src-shared/domain/saved-search.ts';
import { printViews } from '../../src-shared/domain/saved-view.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { isThorough } from '../support/breadth.ts';
import { type FileName, FILES, outsideOf, type Way, WAYS } from './data-folder.ts';

/** An answer takes milliseconds; this limit only ends a test that would wait forever. */
const RESPONSE_TIMEOUT_MS = 10_000;

let folder: string;
let service: Simulator;
let id: ProfileId;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-data-folder-'));
  writeFileSync(join(folder, 'key'), 'a key that nobody guesses, for tests alone', { mode: 0o600 });
  service = await startSimulator({ scenario: 'none', subscriptions: 10 });
  const intact = join(folder, 'whole');
  const opened = await openIn(intact);
  const { application } = opened;
  const { clientId, clientSecret } = service.clients.basic;
  const profile = { name: 'Acme', ...service.profile, clientId, flow: 'clientCredentials' as const };
  id = await application.profiles.save({ id: null, profile });
  await application.signIns.giveSecret(await application.profiles.get(id), clientSecret, 'store');
  const watch = await application.profiles.watch(id);
  await storesEvent(opened, watch);
  await opened.stop();
  const directory = join(intact, 'profiles', id);
  writeFileSync(join(directory, 'views.json'), printViews([]));
  writeFileSync(join(directory, 'searches.json'), printSearches([]));
  writeFileSync(join(directory, 'links.json'), printLinks([]));
  writeFileSync(join(directory, 'alarms.json'), printAlarmSettings(DEFAULT_ALARM_SETTINGS));
  openOrReplace(INVENTORY_DATABASE, join(directory, 'inventory.db')).close();
  openSearchForWriting(join(directory, 'search.db')).close();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const openIn = (dataDir: string) =>
  openApplication({ dataDir, vaultKeyFile: join(folder, 'key'), openDatabases: inThreadDatabases, watchCopy: true });

/** Emits an event when the stream is open, and waits until it is stored. */
async function storesEvent({ application }: OpenedApplication, watch: WatchId): Promise<void> {
  let before: number | null = null;
  for await (const { state: snapshot } of application.snapshots(undefined)) {
    const found = snapshot.watches.find((one) => one.watch === watch);
    if (found?.stream.kind === 'watching' && before === null) {
      before = found.extent.storedEvents;
      service.control.emit({ event: 'RSP_RESULT', id: `e-${performance.now()}`, data: '{}' });
    } else if (before !== null && (found?.extent.storedEvents ?? 0) > before) return;
  }
}

type Outcome = { readonly kind: 'stores' } | { readonly kind: 'refused'; readonly words: string };

/** Returns the result for the watch: it stores an emitted event, or an error says why not. */
async function outcomeOf(opened: OpenedApplication): Promise<Outcome> {
  const { application } = opened;
  const { value } = await application.profiles.subscribe(undefined).next();
  const entry = value?.state.find(({ practice }) => !practice);
  if (entry === undefined) throw new Error('Nothing says that a profile is missing.');
  if (entry.problem !== null) return { kind: 'refused', words: errorWords(entry.problem, 'terminal') };
  const { watch } = entry;
  if (watch === null) throw new Error('Nothing says why the profile is not watched.');
  for await (const { state: snapshot } of application.snapshots(undefined)) {
    const found = snapshot.watches.find((one) => one.watch === watch);
    if (found?.stream.kind === 'sign-in-needed') return { kind: 'refused', words: found.stream.cause.code };
    if (found?.stream.kind === 'watching') break;
  }
  await storesEvent(opened, watch);
  await Promise.all(readings(application, watch).map((reading) => reading.catch(refusalOnly)));
  return { kind: 'stores' };
}

/** Makes the first calls of a page for each file. */
function readings(application: Backend, watch: WatchId): Promise<unknown>[] {
  const first = async (feed: AsyncGenerator) => {
    await feed.next();
    await feed.return(undefined);
  };
  const subscriptions = application.watch(watch).subscriptions;
  return [
    first(application.watch(watch).views.subscribe(undefined)),
    first(subscriptions.saved.subscribe(undefined)),
    first(subscriptions.subscribe(undefined)),
    first(application.watch(watch).alarms.subscribe(undefined)),
    first(application.watch(watch).cases.subscribe(undefined)),
    application.watch(watch).reader().extent(),
  ];
}

function refusalOnly(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  expect(errorWords(error.data, 'terminal')).not.toMatch(/ERR_|undefined/);
}

/** Combinations that are refused, because nothing stored can be used as it was. */
const REFUSED: Partial<Record<FileName, (way: Way) => boolean>> = {
  'profile.json': (way) => way !== 'a link to a file',
  'events.db': (way) => /^(?:a |of)/.test(way),
  'vault.db': () => true,
};

const ALL = FILES.flatMap((file) => Object.keys(WAYS).map((way) => ({ file, way: way as Way })));
const ROWS = isThorough ? ALL : ALL.filter(({ file, way }) => isSampled(file, way));

/** Selects one way per file, so that every way is covered. */
function isSampled(file: FileName, way: Way): boolean {
  const ways = Object.keys(WAYS);
  return ways[(FILES.indexOf(file) * 3 + 5) % ways.length] === way;
}

test.each(ROWS)('[DAMAGE-5] $file, $way: events are stored, or an error says why not', async ({ file, way }) => {
  const damagedFolder = mkdtempSync(join(folder, 'damaged-'));
  const [dataDir, outside] = [join(damagedFolder, 'data'), join(damagedFolder, 'outside')];
  cpSync(join(folder, 'whole'), dataDir, { recursive: true, verbatimSymlinks: true });
  mkdirSync(outside);
  WAYS[way](join(dataDir, 'profiles', id, file), outside);
  const before = outsideOf(outside);
  const opened = await within(openIn(dataDir), 'the start');
  let outcome: Outcome;
  try {
    outcome = await within(outcomeOf(opened), 'the watch');
  } finally {
    await within(opened.stop(), 'the stop');
  }
  expect({ kind: outcome.kind, outside: outsideOf(outside) }).toEqual({
    kind: REFUSED[file]?.(way) === true ? 'refused' : 'stores',
    outside: before,
  });
  if (outcome.kind === 'refused') expect(outcome.words).not.toMatch(/ERR_|undefined/);
});

async function within<Answer>(work: Promise<Answer>, what: string): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} does not answer`)), RESPONSE_TIMEOUT_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
