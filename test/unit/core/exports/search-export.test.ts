import type { SearchState } from '../../../../src-shared/api/searches.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExportFolder } from '../../../../src-main/adapters/export-files/export-folder.ts';
import type { InventoryStore } from '../../../../src-main/core/ports/inventory-store.ts';
import type { StartSearchExport } from '../../../../src-shared/api/exports.ts';
import type { SearchExportAbout } from '../../../../src-shared/domain/search-export.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { databasesInFolders } from '../../../doubles/in-thread-databases.ts';
import { MemoryExports } from '../../../doubles/memory-exports.ts';
import { aSearchPage, REQUESTED_AT, anItem, storeSearch, itemShapes } from '../../../doubles/stored-items.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';
import { exporting } from './exported.ts';
import { allRows, ExportedSearch } from './exported-search.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';

const MORE: SearchState = { kind: 'more', goodUntil: REQUESTED_AT + 60_000 };
const ENDED: SearchState = { kind: 'ended', by: 'count' };
const LOADING: SearchState = {
  kind: 'loading',
  isPaused: false,
  waitsUntil: null,
  goodUntil: null,
  rowsPerSecond: 400,
};

function stored(): InventoryStore {
  const directory = temporaryDirectory();
  const store = databasesInFolders(() => directory).inventories.open({
    id: profileIdSchema.parse('acme-europe'),
    name: 'Acme',
    practice: false,
    source: '',
  });
  onTestFinished(() => store.close());
  return store;
}

async function exported(items: readonly string[], state: SearchState, what: Partial<StartSearchExport> = {}) {
  const store = stored();
  await storeSearch(store, 's', items);
  const folder = temporaryDirectory();
  const searched = new ExportedSearch(store, state);
  const { jobs, ended, present, clock } = exporting(
    emptyReader,
    createExportFolder(folder, null),
    searched.subscriptions,
  );
  const { id } = await jobs.start({ ...allRows, ...what });
  return { id, jobs, ended: () => ended(id), present, folder, searched, store, clock };
}

describe('an export of a search', () => {
  test('[EXPORT-1] contains every item as received, in the order of arrival, one per line', async () => {
    const items = [
      anItem('is-2', { big: 1 }).replace('1}', '12345678901234567890}'),
      '{ "id" : "is-1",\n  "a":\t"\\u202e",\r\n "a": 2 }',
      itemShapes.flat({ iotSubscriptionId: 'is-3', note: '=1+1' }),
      itemShapes.dotted({ iotSubscriptionId: 'is-0' }),
    ];
    const { ended } = await exported(items, ENDED);
    const job = await ended();
    expect(job).toMatchObject({ of: 'search', state: { kind: 'done' }, rows: 4, total: 4, loaded: null });
    expect(readFileSync(job.path, 'utf8').split('\n')).toEqual([
      ...items.map((item) => item.replaceAll(/[\r\n]/g, ' ')),
      '',
    ]);
  });

  test('[EXPORT-1] contains the rows of a view in its order, up to the last listed row', async () => {
    const items = ['b', 'a', 'd', 'c'].map((id) => anItem(`is-${id}`, { state: id === 'd' ? 'OFF' : 'ON' }));
    const { ended } = await exported(items, MORE, {
      view: { find: 'on', sort: { field: 'iotSubscriptionId', direction: 'desc' }, upTo: 3 },
      format: 'csv',
      columns: ['iotSubscriptionId', 'nothing'],
    });
    const job = await ended();
    expect(readFileSync(job.path, 'utf8')).toBe('iotSubscriptionId,nothing\nis-b,\nis-a,\n');
  });

  test('[EXPORT-17] has a CSV column for each field that occurs, and no cell that a spreadsheet would run', async () => {
    const items = [
      itemShapes.nested({ iotSubscriptionId: 'is-1', note: '=cmd()', deep: { a: 1 } }),
      itemShapes.flat({ iotSubscriptionId: 'is-2', '@name': 'a,"b"' }),
    ];
    const { ended } = await exported(items, ENDED, { format: 'csv', cells: 'guarded' });
    const job = await ended();
    const [head, ...lines] = readFileSync(job.path, 'utf8').trimEnd().split('\n');
    const columns = head?.split(',') ?? [];
    expect(columns.toSorted()).toEqual(["'@name", 'deep.a', 'iotSubscriptionId', 'note']);
    expect(columns[0]).toBe('iotSubscriptionId');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("'=cmd()");
    expect(lines[1]).toContain('"a,""b"""');
    const about = JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8')) as SearchExportAbout;
    expect([about.cells, about.valuesWithoutColumn, about.columns?.length]).toEqual(['guarded', 0, 4]);
  });

  test('[EXPORT-17] counts the items that were too long for CSV', async () => {
    const items = [anItem('is-1', { long: 'x'.repeat(9_000) }), anItem('is-2')];
    const { ended } = await exported(items, ENDED, { format: 'csv' });
    const { path } = await ended();
    const about = JSON.parse(readFileSync(`${path}.about.json`, 'utf8')) as SearchExportAbout;
    expect(about.itemsShortened).toBe(1);
  });

  test('[EXPORT-1] writes a file next to it with the query, the time of the answer and whether the list is complete', async () => {
    const store = stored();
    await storeSearch(store, 's', [anItem('is-1'), anItem('is-2')]);
    await store.writer.storePage(
      aSearchPage([anItem('is-2'), anItem('is-3')], { pass: 2, totalHits: 3, askedAt: REQUESTED_AT + 5 }),
    );
    const folder = temporaryDirectory();
    const searched = new ExportedSearch(store, { kind: 'ended', by: 'empty-page' });
    const { jobs, ended, clock } = exporting(emptyReader, createExportFolder(folder, null), searched.subscriptions);
    const job = await ended((await jobs.start(allRows)).id);
    const written = readFileSync(job.path);
    const summary = await searched.summary();
    expect(JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8'))).toEqual({
      exportedAt: new Date(clock.now()).toISOString(),
      profile: 'Acme Europe',
      search: {
        id: 's',
        body: '{"limit":1}',
        begunAt: new Date(REQUESTED_AT).toISOString(),
        answeredAt: new Date(REQUESTED_AT + 5).toISOString(),
        ageMs: Math.max(0, clock.now() - REQUESTED_AT - 5),
        isWhole: true,
        end: 'empty-page',
        totalHits: 3,
        firstTotalHits: summary.firstTotalHits,
        rows: 3,
        pages: 2,
        passes: 2,
        doubled: 0,
        notSeenAgain: summary.notSeenAgain,
        withoutId: 0,
      },
      find: '',
      sort: null,
      format: 'jsonl',
      columns: null,
      valuesWithoutColumn: 0,
      itemsShortened: 0,
      masked: [],
      cells: null,
      spreadsheet: null,
      rows: 3,
      bytes: written.length,
      sha256: createHash('sha256').update(written).digest('hex'),
      ofEarlierPasses: [1],
    } satisfies SearchExportAbout);
    expect(readdirSync(folder).toSorted()).toEqual(['all.jsonl', 'all.jsonl.about.json']);
  });

  test.each<[SearchState, isWhole: boolean]>([
    [{ kind: 'more', goodUntil: 1 }, false],
    [{ kind: 'lapsed', at: 1 }, false],
    [{ kind: 'cancelled', goodUntil: null }, false],
    [{ kind: 'stored', end: null }, false],
    [{ kind: 'stored', end: 'no-token' }, true],
  ])('[EXPORT-1] reports for a search in the state %j whether the list is complete: %s', async (state, isComplete) => {
    const store = stored();
    await storeSearch(store, 's', [anItem('is-1')]);
    const files = createExportFolder(temporaryDirectory(), null);
    const { jobs, ended } = exporting(emptyReader, files, new ExportedSearch(store, state).subscriptions);
    const { path } = await ended((await jobs.start(allRows)).id);
    expect(JSON.parse(readFileSync(`${path}.about.json`, 'utf8'))).toMatchObject({ search: { isWhole: isComplete } });
  });

  test('[EXPORT-6] with awaitsAll loads the remaining rows, reports the progress and contains every row', async () => {
    const { searched, store, present, ended } = await exported([anItem('is-1')], MORE, {
      awaitsAll: true,
      view: { ...allRows.view, upTo: 1 },
    });
    searched.onLoad = () => searched.emit(LOADING);
    await vi.waitFor(() => expect(searched.loads).toEqual(['s go']));
    await store.writer.storePage(aSearchPage([anItem('is-2'), anItem('is-3')], { totalHits: 3 }));
    searched.emit(LOADING);
    await vi.waitFor(async () => expect((await present())[0]).toMatchObject({ rows: 0, loaded: 3, total: 3 }));
    searched.emit(ENDED);
    const job = await ended();
    expect([job.rows, job.loaded, readFileSync(job.path, 'utf8').trimEnd().split('\n').length]).toEqual([3, null, 3]);
    expect(searched.loads).toEqual(['s go']);
  });

  test.each([
    [
      'fails',
      { kind: 'failed', error: { code: 'NO_SEARCH', facts: { id: 's' } }, request: 7, goodUntil: null },
      'NO_SEARCH',
    ],
    ['is cancelled', { kind: 'cancelled', goodUntil: null }, 'EXPORT_FAILED'],
    ['lapses and is not continued', { kind: 'lapsed', at: 0 }, 'EXPORT_FAILED'],
    ['is stopped', { kind: 'stored', end: null }, 'EXPORT_FAILED'],
    ['is removed', null, 'NO_SEARCH'],
  ] as const)('[EXPORT-6] with awaitsAll fails and leaves no file if loading %s', async (_how, state, code) => {
    const { searched, ended, present, folder } = await exported([anItem('is-1')], LOADING, { awaitsAll: true });
    await vi.waitFor(async () => expect((await present())[0]).toMatchObject({ loaded: 1 }));
    searched.emit(state);
    expect(await ended()).toMatchObject({ state: { kind: 'failed', error: { code } } });
    expect([readdirSync(folder), searched.loads]).toEqual([[], []]);
  });

  test('[EXPORT-3] with awaitsAll leaves no file when it is cancelled, and loading continues', async () => {
    const { id, jobs, ended, folder, searched } = await exported([anItem('is-1')], LOADING, { awaitsAll: true });
    await jobs.cancel(id);
    expect((await ended()).state.kind).toBe('cancelled');
    expect([readdirSync(folder), searched.loads]).toEqual([[], []]);
  });

  test('[EXPORT-1] reads no more than it can write', async () => {
    const store = stored();
    const large = 'x'.repeat(4_000);
    await storeSearch(
      store,
      's',
      ...Array.from({ length: 4 }, (_, page) =>
        Array.from({ length: 500 }, (_row, row) => anItem(`is-${page}-${row}`, { large })),
      ),
    );
    const searched = new ExportedSearch(store, ENDED);
    let readCount = 0;
    const scanner = {
      ...store.scanner,
      items: async (query: Parameters<typeof store.scanner.items>[0]) => {
        const itemPage = await store.scanner.items(query);
        readCount += itemPage.items.length;
        return itemPage;
      },
    };
    const subscriptions = { ...searched.subscriptions, inventory: { ...store, scanner } };
    const files = new MemoryExports();
    let goOn = (): void => undefined;
    files.blockedUntil = new Promise((resolve) => (goOn = resolve));
    const { jobs, ended } = exporting(emptyReader, files, subscriptions);
    onTestFinished(() => goOn());
    const { id } = await jobs.start(allRows);
    let before = -1;
    await vi.waitFor(() => expect(readCount).toBeGreaterThan(0));
    while (before !== readCount) {
      before = readCount;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    // At most one batch being written and one read ahead.
    expect(readCount).toBeLessThan(1_200);
    goOn();
    expect(await ended(id)).toMatchObject({ rows: 2_000 });
    expect(files.maxWriteLength).toBeLessThan(65_536 + 5_000);
  });
});
