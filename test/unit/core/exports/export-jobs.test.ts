import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createExportFolder } from '../../../../src-main/adapters/export-files/export-folder.ts';
import type { TablesAbout } from '../../../../src-main/core/exports/tables/export-tables.ts';
import type { EventReader } from '../../../../src-main/core/ports/event-store.ts';
import { tableNames } from '../../../../src-shared/domain/analyst-tables.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import type { ExportAbout } from '../../../../src-shared/domain/event/event-export.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { filterOf } from '../../../doubles/filters.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { MemoryExports } from '../../../doubles/memory-exports.ts';
import { poisonTexts } from '../../../doubles/poison-texts.ts';
import { receivedEvent, receivedEvents } from '../../../doubles/received-events.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';
import { everything, exporting, storedReader } from './exported.ts';

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an export', () => {
  test('[EXPORT-1] writes every received text unchanged and oldest first, whatever it contains', async () => {
    const texts = [
      ...poisonTexts.map(([, text]) => text),
      '{ "a" :\r\n 1 }',
      '\u001b[2J\u202E\u2028\u0000',
      'no JSON',
      ' \t{} ',
      '',
    ];
    // SQLite and files store text as UTF-8, which has no lone surrogates.
    const events = texts.map((data, index) => receivedEvent(index + 1, { data: data.toWellFormed() }));
    const folder = temporaryDirectory();
    const { jobs, ended } = exporting(storedReader(events), createExportFolder(folder, null));
    const job = await ended((await jobs.start(everything)).id);
    expect(job).toMatchObject({ state: { kind: 'done' }, rows: events.length, total: events.length, unreadable: 0 });
    const lines = linesOf(readFileSync(job.path, 'utf8'));
    expect(lines.map(({ raw }) => raw)).toEqual(events.map(({ data }) => data));
    expect(lines.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  });

  const { cells: _cells, rows: _rows, of: _of, ...selected } = everything;
  const tables = { ...selected, of: 'tables', format: 'parquet', fileName: 'night.zip' } as const;

  test('[FILES-1] writes tables as a .zip with a Parquet file for each, up to the counted event', async () => {
    const folder = temporaryDirectory();
    const { jobs, ended } = exporting(storedReader(receivedEvents(1, 20)), createExportFolder(folder, null));
    const job = await ended((await jobs.start({ ...tables, to: 12 })).id);
    expect(job).toMatchObject({ of: 'tables', state: { kind: 'done' }, rows: 12, total: 12, spreadsheet: null });
    expect(readdirSync(folder).toSorted()).toEqual(['night.zip', 'night.zip.about.json']);
    const files = Object.entries(unzipSync(readFileSync(job.path)));
    expect(files.map(([name]) => name)).toEqual(tableNames.map((name) => `${name}.parquet`));
    for (const [, bytes] of files) expect(Buffer.from(bytes.subarray(-4)).toString()).toBe('PAR1');
    const about = JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8')) as TablesAbout;
    expect(about.tables).toMatchObject({ events: 12, gaps: expect.any(Number) });
    expect(about.files.map(({ sha256 }) => sha256)).toEqual(
      files.map(([, bytes]) => createHash('sha256').update(bytes).digest('hex')),
    );
  });

  test('[EXPORT-3] leaves nothing of tables that are cancelled: neither a file nor a folder', async () => {
    const folder = temporaryDirectory();
    const { jobs, ended } = exporting(storedReader(receivedEvents(1, 5_000)), createExportFolder(folder, null));
    const { id } = await jobs.start(tables);
    await jobs.cancel(id);
    expect((await ended(id)).state).toEqual({ kind: 'cancelled' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('[EXPORT-1] contains only the events up to the counted one, whatever was stored since', async () => {
    const { jobs, ended } = exporting(
      storedReader(receivedEvents(1, 20)),
      createExportFolder(temporaryDirectory(), null),
    );
    const job = await ended((await jobs.start({ ...everything, to: 12 })).id);
    expect([job.rows, job.total, readFileSync(job.path, 'utf8').trim().split('\n').length]).toEqual([12, 12, 12]);
  });

  test('[EXPORT-1] writes a file next to it with the query, the number of events and the coverage', async () => {
    const folder = temporaryDirectory();
    const { jobs, ended, clock } = exporting(storedReader(receivedEvents(1, 20)), createExportFolder(folder, null));
    const filter = filterOf('kind:HEARTBEAT since:1970-01-01T00:00:05Z until:1970-01-01T00:00:10Z');
    const job = await ended((await jobs.start({ ...everything, filter, mask: ['imsi'] })).id);
    const written = readFileSync(job.path);
    expect(JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8'))).toEqual({
      exportedAt: new Date(clock.now()).toISOString(),
      profile: 'Acme Europe',
      query: 'kind:HEARTBEAT since:1970-01-01T00:00:05Z until:1970-01-01T00:00:10Z',
      queriedAt: '2026-11-21T14:00:00.000Z',
      limit: null,
      format: 'jsonl',
      rowsOf: 'events',
      masked: ['imsi'],
      cells: null,
      spreadsheet: null,
      zone: 'Europe/Stockholm',
      events: 6,
      rows: 6,
      bytes: written.length,
      sha256: createHash('sha256').update(written).digest('hex'),
      oldest: '1970-01-01T00:00:05.000Z',
      newest: '1970-01-01T00:00:10.000Z',
      withheld: 0,
      unreadable: [],
      coverage: { from: '1970-01-01T00:00:05.000Z', to: '1970-01-01T00:00:10.000Z', blindMs: 0, gaps: [] },
    } satisfies ExportAbout);
    expect(readdirSync(folder).toSorted()).toEqual(['events.jsonl', 'events.jsonl.about.json']);
  });

  test('[EXPORT-1] lists the first thousand events that could not be read, and counts them all', async () => {
    const reader = new MemoryReader(Array.from({ length: 1_005 }, (_, index) => summaryOf(index + 1)));
    const damaged = () => Promise.reject(appError('STORE_DAMAGED', { path: '/data/events.db', movedTo: null }));
    Object.assign(reader, { events: damaged, event: damaged });
    const { jobs, ended } = exporting(reader, createExportFolder(temporaryDirectory(), null));
    const job = await ended((await jobs.start(everything)).id);
    expect([job.rows, job.unreadable]).toEqual([0, 1_005]);
    const { unreadable } = JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8')) as ExportAbout;
    expect([unreadable.length, unreadable.at(-1)]).toEqual([1_000, { kind: 'event', seq: 1_000 }]);
  });

  test('[EXPORT-1] reports for each gap the length within the span, so that lengths add up to the blind time', async () => {
    const folder = temporaryDirectory();
    const [at, minute] = [new FakeClock().now(), 60_000];
    const gap = (id: number, from: number, to: number | null) => ({
      id,
      from: at + from * minute,
      to: to === null ? null : at + to * minute,
      lengthMs: to === null ? null : (to - from) * minute,
      reason: 'connection',
      detail: null,
    });
    const reader = Object.assign(storedReader(receivedEvents(1, 3)), {
      coverage: async () => ({ sessions: [], gaps: [gap(1, -90, -50), gap(2, -30, -20), gap(3, -10, null)] }),
    }) as EventReader;
    const { jobs, ended } = exporting(reader, createExportFolder(folder, null));
    const job = await ended((await jobs.start({ ...everything, at, filter: filterOf('since:-1h') })).id);
    const { coverage } = JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8')) as ExportAbout;
    expect([coverage?.blindMs, coverage?.gaps.map(({ lengthMs }) => lengthMs)]).toEqual([
      30 * minute,
      [10 * minute, 10 * minute, 10 * minute],
    ]);
  });

  test.each(['xlsx', 'csv'] as const)(
    '[EXPORT-17] cuts the cells that a spreadsheet cannot hold, and says how many, in %s',
    async (format) => {
      const events = [1, 2, 3].map((id) => receivedEvent(id, { data: 'x'.repeat(id === 1 ? 10 : 40_000) }));
      const { jobs, ended } = exporting(storedReader(events), createExportFolder(temporaryDirectory(), null));
      const job = await ended((await jobs.start({ ...everything, format, cells: 'spreadsheet' })).id);
      const { spreadsheet, sha256 } = JSON.parse(readFileSync(`${job.path}.about.json`, 'utf8')) as ExportAbout;
      expect([job.state, job.rows, job.spreadsheet, spreadsheet]).toEqual([
        { kind: 'done' },
        3,
        { cutCells: 2, sheets: 1, hiddenRows: 0 },
        { cutCells: 2, sheets: 1, hiddenRows: 0 },
      ]);
      expect(createHash('sha256').update(readFileSync(job.path)).digest('hex')).toBe(sha256);
    },
  );

  test.each(['jsonl', 'csv'] as const)('[EXPORT-1] cuts nothing in a file for programs: %s', async (format) => {
    const data = 'x'.repeat(40_000);
    const { jobs, ended } = exporting(
      storedReader([receivedEvent(1, { data })]),
      createExportFolder(temporaryDirectory(), null),
    );
    const job = await ended((await jobs.start({ ...everything, format, cells: 'guarded' })).id);
    expect([readFileSync(job.path, 'utf8').includes(data), job.spreadsheet]).toEqual([true, null]);
  });

  test('[EXPORT-3] a workbook that fails half way leaves no file', async () => {
    const folder = temporaryDirectory();
    const reader = storedReader(receivedEvents(1, 3));
    const failing = Object.assign(Object.create(reader) as EventReader, {
      extent: () => reader.extent(),
      count: (...query: Parameters<EventReader['count']>) => reader.count(...query),
      events: () => Promise.reject(appError('STORE_UNREADABLE', { path: '/x' })),
    });
    const { jobs, ended } = exporting(failing, createExportFolder(folder, null));
    const job = await ended((await jobs.start({ ...everything, format: 'xlsx' })).id);
    expect(job.state).toMatchObject({ kind: 'failed', error: { code: 'STORE_UNREADABLE' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('[EXPORT-1] reads no more than it can write, so that a stalled disk stops the reading', async () => {
    const reader = storedReader(receivedEvents(1, 2_000).map((event) => ({ ...event, data: 'x'.repeat(200) })));
    let readCount = 0;
    const counted: EventReader = Object.assign(Object.create(reader) as EventReader, {
      extent: () => reader.extent(),
      count: (...query: Parameters<EventReader['count']>) => reader.count(...query),
      coverage: (...span: Parameters<EventReader['coverage']>) => reader.coverage(...span),
      figures: () => reader.figures(),
      events: async (query: Parameters<EventReader['events']>[0]) => {
        const batch = await completeBatch(reader, query);
        readCount += batch.events.length;
        return batch;
      },
    });
    const files = new MemoryExports();
    let goOn = (): void => undefined;
    files.blockedUntil = new Promise((resolve) => (goOn = resolve));
    const { jobs, ended } = exporting(counted, files);
    onTestFinished(() => goOn());
    const { id } = await jobs.start(everything);
    await vi.waitFor(() => expect(readCount).toBeGreaterThan(40));
    let before = -1;
    while (before !== readCount) {
      before = readCount;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    // At most two batches: the current one is being written while the next is read.
    expect(readCount).toBeLessThanOrEqual(2 * 256);
    goOn();
    expect(await ended(id)).toMatchObject({ rows: 2_000 });
    expect(files.maxWriteLength).toBeLessThan(65_536 + 1_000);
  });

  test('[EXPORT-3] leaves no file if it is cancelled or its watch is closed', async () => {
    const folder = temporaryDirectory();
    const { jobs, ended, closeWatch } = exporting(
      storedReader(receivedEvents(1, 3_000)),
      createExportFolder(folder, null),
    );
    const [first, second] = [await jobs.start(everything), await jobs.start(everything)];
    expect(readdirSync(folder).toSorted()).toEqual(['events (2).jsonl.part', 'events.jsonl.part']);
    await jobs.cancel(first.id);
    expect(readdirSync(folder)).toEqual(['events (2).jsonl.part']);
    await closeWatch();
    expect(readdirSync(folder)).toEqual([]);
    expect([await ended(first.id), await ended(second.id)].map(({ state }) => state.kind)).toEqual([
      'cancelled',
      'cancelled',
    ]);
    await expect(jobs.start(everything)).rejects.toMatchObject({ code: 'WATCH_CLOSED' });
  });

  test('[EXPORT-3] reports a full disk and leaves no file', async () => {
    const files = new MemoryExports();
    files.failure = appError('EXPORT_FAILED', { path: '/exports/a.jsonl', problem: 'full', detail: 'ENOSPC' });
    const { jobs, ended, incidents } = exporting(storedReader(receivedEvents(1, 3)), files);
    expect(await ended((await jobs.start(everything)).id)).toMatchObject({
      state: {
        kind: 'failed',
        error: { code: 'EXPORT_FAILED', facts: { path: '/exports/a.jsonl', problem: 'full', detail: 'ENOSPC' } },
      },
    });
    expect([[...files.unfinished], [...files.files], incidents]).toEqual([[], [], []]);
  });

  test('[EXPORT-6] continues without a subscriber and is listed for one that comes later', async () => {
    const files = new MemoryExports();
    let goOn = (): void => undefined;
    files.blockedUntil = new Promise((resolve) => (goOn = resolve));
    const { jobs, ended } = exporting(storedReader(receivedEvents(1, 3)), files);
    const page = new AbortController();
    const { id } = await jobs.start(everything);
    for await (const update of jobs.subscribe(page.signal)) {
      expect(update.state.map((job) => job.state.kind)).toEqual(['running']);
      page.abort();
    }
    goOn();
    expect(await ended(id)).toMatchObject({ state: { kind: 'done' }, rows: 3 });
    expect([...files.files.keys()]).toEqual(['events.jsonl', 'events.jsonl.about.json']);
  });

  test('reports a bug as an incident, and disappears from the list when it is removed', async () => {
    const files = new MemoryExports();
    files.failure = new TypeError('a bug');
    const { jobs, ended, incidents, present } = exporting(storedReader(receivedEvents(1, 3)), files);
    const { id } = await jobs.start(everything);
    expect(await ended(id)).toMatchObject({
      state: { kind: 'failed', error: { code: 'INTERNAL', facts: { incident: 'incident-1' } } },
    });
    expect(incidents).toEqual([files.failure]);
    await jobs.forget(id);
    expect(await present()).toEqual([]);
    await expect(jobs.cancel(id)).rejects.toMatchObject({ code: 'NO_EXPORT' });
  });

  test('ends only with its own watch', async () => {
    const files = new MemoryExports();
    let goOn = (): void => undefined;
    files.blockedUntil = new Promise((resolve) => (goOn = resolve));
    const { jobs, present } = exporting(storedReader(receivedEvents(1, 3)), files);
    await jobs.start(everything);
    await jobs.close(watchIdSchema.parse('another-watch'));
    expect((await present()).map((job) => job.state.kind)).toEqual(['running']);
    goOn();
  });
});

/** Reads complete batches; the real reader returns smaller ones if the machine is busy. */
async function completeBatch(
  reader: EventReader,
  query: Parameters<EventReader['events']>[0],
): ReturnType<EventReader['events']> {
  const first = await reader.events(query);
  const left = query.limit - first.events.length;
  if (first.next === null || left === 0) return first;
  const rest = await completeBatch(reader, { ...query, from: first.next, limit: left });
  return { events: [...first.events, ...rest.events], next: rest.next };
}
