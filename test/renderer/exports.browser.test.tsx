import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { exportJob } from '../doubles/export-job.ts';
import type { FilterTerm } from '../../src-shared/domain/filter/filter.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { click, keyboard } from '../doubles/page-input.ts';

const NEWEST = 1_300_000;

async function opened(hash = '#/timeline?q=-country:NO') {
  const backend = new PageBackend();
  const isOfBeats = (term: FilterTerm) => term.kind === 'value' && term.values.includes('HEARTBEAT') && !term.negated;
  // Events stored after the dialog opened are not counted.
  backend.calls.answer('timeline.count', ({ filter, to }) => ({
    count: to !== NEWEST ? 1_284_312 : filter.terms.some(isOfBeats) ? 2_970 : 1_284_310,
    next: null,
  }));
  backend.report = { ...backend.report, oldestAt: Date.UTC(2026, 8, 2) };
  const gap = { id: 1, afterSeq: 1, from: START - 7_200_000, to: START - 3_600_000, lengthMs: 3_600_000 };
  backend.spans = { sessions: [], gaps: [{ ...gap, reason: 'connection-lost', detail: null }] };
  const made = await renderWatching(hash, backend, {
    extent: { oldestSeq: 1, newestSeq: NEWEST, storedEvents: NEWEST },
  });
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible();
  return { ...made, dialog: page.getByRole('dialog', { name: 'Export' }) };
}

describe('an export', () => {
  it('[EXPORT-6] shows its contents and the metadata of the file before it starts', async () => {
    const { dialog, backend } = await opened();
    await keyboard('{Shift>}e{/Shift}');
    await expect.element(dialog).toMatchTextContent('Export 1,284,310 events, 2,970 of them heartbeats');
    await expect.element(dialog).toMatchTextContent('All stored since 2 Sept 2026 · not NO');
    await expect.element(dialog).toMatchTextContent('the query, the zone (UTC) and the coverage: blind 1 h in 1 gap');
    expect(backend.calls.of('exports')).toEqual([]);
  });

  it('[EXPORT-6] starts with exactly the chosen and counted options', async () => {
    const { dialog, backend } = await opened();
    await click(page.getByRole('button', { name: 'Export' }));
    await click(dialog.getByRole('button', { name: 'CSV' }));
    // Names and numbers are masked by default.
    await click(dialog.getByRole('checkbox', { name: 'Company' }));
    await click(dialog.getByRole('checkbox', { name: 'ICCID' }));
    await click(dialog.getByRole('button', { name: 'Failed resources' }));
    await click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect
      .poll(() => backend.calls.inputsOf('exports.start'))
      .toEqual([
        {
          of: 'events',
          watch: WATCH,
          filter: { terms: [{ kind: 'value', field: 'country', values: ['NO'], negated: true }] },
          at: START,
          to: NEWEST,
          format: 'csv',
          mask: ['imsi', 'msisdn', 'user', 'iccid'],
          cells: 'guarded',
          zone: 'UTC',
          rows: 'failed-resources',
          fileName: 'acme-europe-2026-11-21T1400Z.csv',
        },
      ]);
  });

  it('[EXPORT-6] has the events that the list already shows, also if the snapshot is older', async () => {
    const backend = new PageBackend();
    backend.calls.answer('timeline.count', () => ({ count: 5, next: null }));
    backend.storeQuietly(3);
    const { stores } = await renderWatching('#/timeline', backend, {
      extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
    });
    await expect.poll(() => stores.timeline.getState().feed).not.toBeNull();
    backend.store(2);
    await expect.poll(() => stores.timeline.getState().feedThrough).toBe(5);
    await keyboard('{Shift>}e{/Shift}');
    await click(page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export', exact: true }));
    await expect.poll(() => backend.calls.inputsOf('exports.start')).toMatchObject([{ to: 5 }]);
  });

  it('[EXPORT-6] starts tables with their own format, and names the file so', async () => {
    const { dialog, backend } = await opened();
    await click(page.getByRole('button', { name: 'Export' }));
    await click(dialog.getByRole('button', { name: 'Tables' }));
    await expect.element(dialog.getByRole('textbox')).toHaveValue('acme-europe-2026-11-21T1400Z.zip');
    await click(dialog.getByRole('button', { name: 'SQLite' }));
    await expect.element(dialog.getByRole('button', { name: 'CSV' })).not.toBeInTheDocument();
    await click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect
      .poll(() => backend.calls.inputsOf('exports.start'))
      .toEqual([
        {
          of: 'tables',
          watch: WATCH,
          filter: { terms: [{ kind: 'value', field: 'country', values: ['NO'], negated: true }] },
          at: START,
          to: NEWEST,
          format: 'sqlite',
          mask: ['imsi', 'msisdn', 'company', 'user'],
          zone: 'UTC',
          fileName: 'acme-europe-2026-11-21T1400Z.sqlite',
        },
      ]);
  });

  it('[EXPORT-6] starts with the format that was chosen last, and names a file of practice so', async () => {
    const { dialog, backend, stores } = await opened();
    await click(page.getByRole('button', { name: 'Export' }));
    await click(dialog.getByRole('button', { name: 'CSV' }));
    await keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    const { profile } = watchSnapshot();
    backend.emit(watchSnapshot({ profile: { ...profile, name: 'Simulator', practice: true } }));
    await expect.poll(() => stores.watch.getState().shown?.profile.practice).toBe(true);
    await click(page.getByRole('button', { name: 'Export' }));
    await expect.element(dialog.getByRole('button', { name: 'CSV' })).toHaveAttribute('aria-pressed', 'true');
    await expect.element(dialog.getByRole('textbox')).toHaveValue('practice-2026-11-21T1400Z.csv');
  });

  it('[EXPORT-6] proposes a spreadsheet for failed resources, with the company that the filter names, and downloads it when it is complete', async () => {
    const { dialog, backend } = await opened('#/timeline?q=company:Nordwind');
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function record(this: HTMLAnchorElement) {
      downloads.push(`${this.pathname} ${this.download}`);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await click(page.getByRole('button', { name: 'Export' }));
    await click(dialog.getByRole('button', { name: 'Failed resources' }));
    await expect.element(dialog.getByRole('textbox')).toHaveValue('acme-europe-2026-11-21T1400Z.xlsx');
    await click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect
      .poll(() => backend.calls.inputsOf('exports.start').map(({ format, mask }) => [format, ...mask]))
      .toEqual([['xlsx', 'imsi', 'msisdn', 'user']]);
    backend.emitExports(exportJob({ rows: 5 }));
    expect(downloads).toEqual([]);
    const done = { state: { kind: 'done' }, endedAt: START, href: '/exports/a.xlsx', fileName: 'a.xlsx' } as const;
    backend.emitExports(exportJob({ ...done }));
    await expect.poll(() => downloads).toEqual(['/exports/a.xlsx a.xlsx']);
  });

  it('[EXPORT-6] continues in the bar when its dialog is hidden, and reopens from there', async () => {
    const { dialog, backend, stores } = await opened();
    backend.emitExports(exportJob({ rows: 500, total: 1_000, bytes: 9_000, rowsPerSecond: 100 }));
    stores.exports.show({ kind: 'job', id: 'export-1' });
    await expect.element(dialog).toMatchTextContent('500 of 1,000 · 100 rows/s · 9.0 kB · 5 s left');
    await click(dialog.getByRole('button', { name: 'Hide' }));
    await click(page.getByRole('button', { name: 'Export 50 %' }));
    await click(dialog.getByRole('button', { name: 'Cancel export' }));
    expect(backend.calls.of('exports')).toEqual([['cancel', { id: 'export-1' }]]);
    backend.emitExports(exportJob({ state: { kind: 'cancelled' } }));
    await expect.element(dialog).toMatchTextContent('no file was saved');
  });

  it('[EXPORT-6] shows its result, with a download link if the host provides one', async () => {
    const { dialog, backend, stores } = await opened();
    const done = {
      rows: 1_000,
      total: 1_000,
      bytes: 9_000,
      endedAt: START + 4_000,
      state: { kind: 'done' },
    } as const;
    backend.emitExports(exportJob({ ...done, href: '/exports/a.jsonl' }), exportJob({ ...done, id: 'other' }));
    stores.exports.show({ kind: 'job', id: 'export-1' });
    await expect.element(dialog).toMatchTextContent('1,000 events, 9.0 kB, in 4 s');
    await expect.element(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/exports/a.jsonl');
    await click(dialog.getByRole('button', { name: /jsonl done/ }));
    await expect.element(dialog.getByRole('link', { name: 'Download' })).not.toBeInTheDocument();
  });

  it('[EXPORT-17] says what a spreadsheet cannot hold of the file', async () => {
    const { dialog, backend, stores } = await opened();
    const done = { rows: 2_000_000, total: 2_000_000, bytes: 9_000, endedAt: START, state: { kind: 'done' } } as const;
    backend.emitExports(exportJob({ ...done, spreadsheet: { cutCells: 3, sheets: 2, hiddenRows: 0 } }));
    stores.exports.show({ kind: 'job', id: 'export-1' });
    await expect.element(dialog).toMatchTextContent('3 cells were cut, because a spreadsheet holds 32,767 characters');
    await expect.element(dialog).toMatchTextContent('The rows are on 2 sheets');
  });

  it('[EXPORT-17] says for each format what it is for', async () => {
    const { dialog } = await opened();
    await click(page.getByRole('button', { name: 'Export' }));
    await expect.element(dialog).toMatchTextContent('for programs: as received, apart from the mask');
    await click(dialog.getByRole('button', { name: 'CSV' }));
    await expect
      .element(dialog)
      .toMatchTextContent('for programs: a spreadsheet changes EIDs, ICCIDs and other values');
    await click(dialog.getByRole('button', { name: 'Spreadsheet (.xlsx)' }));
    await expect
      .element(dialog)
      .toMatchTextContent('for Excel and LibreOffice: every cell is text, so no digit is lost');
  });

  it('[EXPORT-6] says why it failed and what to do', async () => {
    const { dialog, backend, stores } = await opened();
    const error = { code: 'EXPORT_FAILED', facts: { path: '/data/exports', problem: 'full' } };
    backend.emitExports(exportJob({ state: { kind: 'failed', error } }));
    await click(page.getByRole('button', { name: 'Export failed' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Free some space');
    stores.exports.show(null);
    await expect.element(page.getByRole('button', { name: 'Export failed' })).not.toBeInTheDocument();
  });
});
