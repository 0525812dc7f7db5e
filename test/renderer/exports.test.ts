import { describe, expect, it, onTestFinished, test } from 'vitest';
import { createExportsStore, shownInBar } from '../../src-renderer/stores/exports-store.ts';
import {
  exportResultWords,
  exportErrorWords,
  fileNameProblem,
  progressWords,
  proposedFileName,
  withFileExtension,
} from '../../src-renderer/words/export-words.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { exportJob } from '../doubles/export-job.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, WATCH } from '../doubles/page-watch.ts';

describe('the progress of an export', () => {
  test.each([
    [
      'in progress',
      { rows: 796_270, total: 1_284_310, bytes: 412_000_000, rowsPerSecond: 41_200 },
      ['796,270 of 1,284,310', '41,200 rows/s · 412.0 MB · 12 s left', '61 %'],
    ],
    [
      'before its rows are counted',
      { rows: 1_200, total: null, bytes: 900, rowsPerSecond: 1_200 },
      ['1,200 events', '1,200 rows/s · 900 bytes', 'counting …'],
    ],
    ['at the start', { rows: 0, total: 10, bytes: 0, rowsPerSecond: 0 }, ['0 of 10', '0 bytes', '0 %']],
    ['for no events', { rows: 0, total: 0, bytes: 0, rowsPerSecond: 0 }, ['0 of 0', '0 bytes', '100 %']],
    [
      'one row before the end',
      { rows: 999_999, total: 1_000_000, bytes: 1e9, rowsPerSecond: 10 },
      ['999,999 of 1,000,000', '10 rows/s · 1.0 GB · 1 s left', '99 %'],
    ],
  ] as const)('[EXPORT-6] is shown %s', (_, part, expected) => {
    const { far, remaining, share } = progressWords(exportJob(part));
    expect([far, remaining, share]).toEqual(expected);
  });

  it('becomes rows, size and duration when the export is done', () => {
    const job = exportJob({ rows: 1_284_310, bytes: 662_100_000, endedAt: START + 31_000, state: { kind: 'done' } });
    expect(exportResultWords(job)).toBe('1,284,310 events, 662.1 MB, in 31 s');
  });

  it('becomes the remedy if the export failed, or the code if the page does not know the reason', () => {
    const full = { code: 'EXPORT_FAILED', facts: { path: '/x/a.csv', problem: 'full' } };
    expect(exportErrorWords(full)).toMatch(/space/);
    expect(exportErrorWords({ code: 'LATER', facts: {} })).toMatch(/LATER/);
  });
});

describe('the name of an export file', () => {
  const AT = Date.UTC(2026, 10, 21, 14, 31, 59);
  test.each([
    ['Acme Europe', 'jsonl', 'acme-europe-2026-11-21T1431Z.jsonl'],
    ['Ålesund / Nörd\u202E', 'csv', 'alesund-nord-2026-11-21T1431Z.csv'],
    ['../../..', 'csv', 'events-2026-11-21T1431Z.csv'],
    ['日本', 'jsonl', 'events-2026-11-21T1431Z.jsonl'],
  ] as const)('[EXPORT-6] is proposed for %j in %s as %s', (profile, format, name) => {
    expect(proposedFileName(profile, AT, format)).toBe(name);
  });
  test.each([
    ['a.jsonl', 'csv', 'a.csv'],
    ['a.CSV', 'jsonl', 'a.jsonl'],
    ['mine.txt', 'csv', 'mine.txt.csv'],
  ] as const)('turns %s in format %s into %s', (name, format, expected) => {
    expect(withFileExtension(name, format)).toBe(expected);
  });
  test.each([
    ['a.csv', null],
    [' ', 'A file needs a name.'],
    ['../a.csv', 'Enter a name without a folder: the file is saved in the exports folder.'],
    ['..', 'A file cannot have this name.'],
  ])('is checked: %j has the problem %j', (name, problem) => {
    expect(fileNameProblem(name)).toBe(problem);
  });
});

describe('the exports store', () => {
  function opened(...jobs: Parameters<typeof exportJob>[0][]) {
    const backend = new PageBackend();
    backend.jobs = jobs.map(exportJob);
    const clock = new FakePageClock();
    const store = createExportsStore(backend, clock);
    onTestFinished(() => store.stop());
    return { backend, clock, store };
  }
  const what = {
    of: 'events',
    watch: WATCH,
    filter: EVERYTHING,
    at: START,
    to: null,
    format: 'csv',
    mask: [],
    cells: 'guarded',
    zone: 'UTC',
    rows: 'events',
    fileName: 'a.csv',
  } as const;

  it('[EXPORT-6] shows the export that it started, and keeps it in the bar when its dialog is closed', async () => {
    const { backend, store } = opened();
    store.show({ kind: 'new', filter: EVERYTHING });
    await store.start({ ...what, mask: [] });
    expect(store.getState().dialog).toEqual({ kind: 'job', id: 'export-1', isNew: true });
    backend.emitExports(exportJob({ id: 'export-1' }));
    store.show(null);
    expect(shownInBar(store.getState())?.id).toBe('export-1');
  });

  it('[EXPORT-6] shows a finished export in the bar until the user has opened it', () => {
    const { backend, store } = opened({ id: 'old', state: { kind: 'done' } });
    expect(shownInBar(store.getState())).toBeNull();
    backend.emitExports(exportJob({ id: 'new', state: { kind: 'failed', error: { code: 'X', facts: {} } } }));
    expect(shownInBar(store.getState())?.id).toBe('new');
    store.show({ kind: 'job', id: 'new' });
    store.show(null);
    expect(shownInBar(store.getState())).toBeNull();
  });

  it('says why an export did not start, and starts one at a time', async () => {
    const { backend, store } = opened();
    backend.calls.fail(new Error('no'), 'exports');
    store.show({ kind: 'new', filter: EVERYTHING });
    await Promise.all([store.start({ ...what, mask: [] }), store.start({ ...what, mask: [] })]);
    expect(backend.calls.of('exports')).toHaveLength(1);
    expect([store.getState().requestError?.message, store.getState().dialog?.kind]).toEqual(['no', 'new']);
  });
});
