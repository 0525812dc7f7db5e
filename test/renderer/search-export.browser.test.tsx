import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SearchSummary } from '../../src-shared/api/searches.ts';
import { ExportDialogs } from '../../src-renderer/screens/timeline/export/ExportDialogs.tsx';
import { ExportSearchButton } from '../../src-renderer/screens/subscriptions/export/ExportSearchButton.tsx';
import { click, keyboard } from '../doubles/page-input.ts';
import { exportJob } from '../doubles/export-job.ts';
import { START, WATCH } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderComponent } from '../doubles/render-component.tsx';

const VIEW = { find: '', sort: { field: 'state', direction: 'asc' }, upTo: 300 } as const;

async function opened(search: SearchSummary, awaitsAll = false) {
  const made = await renderComponent(
    <>
      <ExportSearchButton search={search} view={VIEW} columns={['iotSubscriptionId', 'state']} awaitsAll={awaitsAll} />
      <ExportDialogs />
    </>,
  );
  made.backend.pageSubscriptions.emit(search);
  return { ...made, dialog: page.getByRole('dialog', { name: 'Export' }) };
}

describe('an export of a search', () => {
  it('[EXPORT-6] shows the number and age of its rows, and starts with exactly the chosen options', async () => {
    const { dialog, backend } = await opened(searchSummary());
    await click(page.getByRole('button', { name: 'Export' }));
    await expect.element(dialog).toMatchTextContent('Export 300 subscriptions');
    await expect.element(dialog).toMatchTextContent('Answered 13:59:34 UTC, 26 s ago; later changes are not included.');
    await expect.element(dialog.getByRole('checkbox', { name: /IMSI, MSISDN/ })).toBeChecked();
    expect(backend.calls.of('exports')).toEqual([]);
    await click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect
      .poll(() => backend.calls.inputsOf('exports.start'))
      .toEqual([
        {
          of: 'search',
          watch: WATCH,
          id: 'search-1',
          view: VIEW,
          format: 'xlsx',
          mask: ['imsi', 'msisdn', 'company', 'user'],
          columns: ['iotSubscriptionId', 'state'],
          cells: 'guarded',
          awaitsAll: false,
          fileName: 'acme-europe-subscriptions-2026-11-21T1400Z.xlsx',
        },
      ]);
  });

  it('[EXPORT-6] straight to a file loads the remaining rows first, and includes every field', async () => {
    const { dialog, backend } = await opened(searchSummary(), true);
    await click(page.getByRole('button', { name: 'Straight to a file' }));
    await expect.element(dialog).toMatchTextContent('Export all 12,480 subscriptions');
    await expect.element(dialog).toMatchTextContent('12,180 more are loaded first');
    await click(dialog.getByRole('button', { name: 'JSON Lines' }));
    await click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect
      .poll(() => backend.calls.inputsOf('exports.start'))
      .toMatchObject([{ format: 'jsonl', columns: null, awaitsAll: true }]);
    const what = { of: 'search', loaded: 6_240, total: 12_480, rowsPerSecond: 400 } as const;
    backend.emitExports(exportJob(what));
    await expect
      .element(dialog)
      .toMatchTextContent('6,240 of 12,480 · 400 rows/s · loading before writing · 16 s left');
    backend.emitExports(
      exportJob({ ...what, loaded: null, rows: 12_480, bytes: 9_000, state: { kind: 'done' }, endedAt: START + 4_000 }),
    );
    await expect.element(dialog).toMatchTextContent('12,480 subscriptions, 9.0 kB, in 4 s');
    await expect.element(dialog).toMatchTextContent('the query, when it was answered and how complete it is');
  });

  it('does not start for a search without rows', async () => {
    const { dialog } = await opened(searchSummary({ state: { kind: 'ended', by: 'count' }, rows: 0 }));
    await expect.element(page.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
    await keyboard('{Shift>}e{/Shift}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
