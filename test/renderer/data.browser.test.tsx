import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { StoreCondition, StoreIncident } from '../../src-shared/domain/store-condition.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderApp } from '../doubles/render-app.tsx';
import { click } from '../doubles/page-input.ts';

const DAY = 86_400_000;
const copy = {
  path: '/data/backups/2026-11-21.db',
  at: START - DAY / 2,
  bytes: 1_900_000_000,
  storedEvents: 1_284_000,
};
const report: StoreReport = {
  bytes: 1_420_000_000,
  freeBytes: 0,
  beside: { search: 296_000_000, cases: 12_000_000, inventory: 212_000_000 },
  storedEvents: 1_284_310,
  oldestAt: Date.UTC(2026, 8, 2, 9),
  bytesPerDay: 23_400_000,
  keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
  backups: [copy],
};
const damaged: StoreIncident = {
  at: START - 60_000,
  kind: 'damaged',
  movedTo: '/data/events.db.damaged-1',
  missing: null,
  saved: 1_700,
  mending: { kind: 'running', share: 0.42 },
};
const mended: StoreIncident = { ...damaged, saved: 3_500, missing: 1_011, mending: { kind: 'done' } };
const condition = (part: Partial<StoreCondition> = {}): StoreCondition => ({
  incident: null,
  check: { kind: 'done', at: START - 5_000, flaws: 0 },
  backup: { kind: 'kept', newest: copy },
  ...part,
});
const data = page.getByRole('region', { name: 'Data', exact: true });
const title = data.getByRole('heading', { level: 2 }).first();

async function dataScreen(part: Partial<StoreCondition> = {}, changes: Partial<StoreReport> = {}) {
  const backend = new PageBackend();
  backend.report = { ...report, ...changes };
  const app = await renderApp(backend, '#/data');
  backend.emitWire('open');
  backend.emit(watchSnapshot({ store: condition(part) }));
  return app;
}

describe('the screen Data', () => {
  it('[PAGE-20] shows how much is stored, how long each class is kept and the size of each file, with the time of these figures when the backend no longer answers', async () => {
    const { backend } = await dataScreen();
    await expect.element(title).toHaveTextContent('On this computer: 1.9 GB, 1,284,310 events');
    await expect
      .element(data)
      .toMatchTextContent(
        "Since 2 Sept 2026. Nothing is sent anywhere. At last week's rate it grows by 23.4 MB a day.",
      );
    const rows = data.getByRole('row').elements().slice(1);
    expect(rows.map((row) => [...row.querySelectorAll('th, td')].slice(0, 3).map((cell) => cell.textContent))).toEqual([
      ['Failures', '1 year', '1.4 GB'],
      ['Successes', '90 days', ''],
      ['Heartbeats', '7 days', ''],
      ['Pinned events', 'forever', ''],
      ['Sessions and gaps', 'forever', ''],
      ['Searches', '30 days', '212.0 MB'],
      ['Cases', 'with the events', '12.0 MB'],
      ['Search index', 'with the events', '296.0 MB'],
    ]);
    backend.emitWire('lost');
    await expect.element(data).toMatchTextContent('These figures are as of 14:00:00 UTC.');
  });

  it('lists the copies, and makes one on request', async () => {
    const { backend } = await dataScreen();
    await expect.element(data).toMatchTextContent('21 Nov 02:00 UTC1.9 GB1,284,000 events, checked when it was made');
    await click(page.getByRole('button', { name: 'Make a copy now' }));
    await expect.poll(() => backend.calls.of('storage').map(([name]) => name)).toEqual(['report', 'backUp', 'report']);
    backend.emit(watchSnapshot({ store: condition({ backup: { kind: 'running', share: 0.5 } }) }));
    await expect.element(page.getByRole('button', { name: 'Copying …' })).toBeDisabled();
    await expect.element(data).toMatchTextContent('Copying: 710.0 MB of 1.4 GB50 %');
    await expect.element(page.getByRole('progressbar', { name: 'Copied' })).toHaveAttribute('value', '0.5');
  });

  it('says why no copy was made, and that older copies are kept', async () => {
    const { backend } = await dataScreen({
      backup: { kind: 'failed', at: START, reason: 'BACKUP_UNUSABLE no-room', newest: copy },
    });
    await expect
      .element(data)
      .toMatchTextContent(
        '21 Nov 14:00 UTC: not madeThere was not enough space for it on the disk; free some. Earlier copies are still there.',
      );
    backend.calls.fail(
      backendError({
        code: 'BACKUP_UNUSABLE',
        facts: { path: '/data/backups/x.db', problem: 'no-room' },
      }),
      'storage',
    );
    await click(page.getByRole('button', { name: 'Make a copy now' }));
    await expect.element(data.getByRole('alert')).toMatchTextContent('There is not enough space for a copy at');
  });

  it('shows the state of the check of the store', async () => {
    const { backend } = await dataScreen({ check: { kind: 'due' } });
    const checks: readonly [check: StoreCondition['check'], words: string][] = [
      [{ kind: 'due' }, 'Not checked since this start.'],
      [{ kind: 'running', share: 0.427 }, 'Checking everything: 42 %'],
      [{ kind: 'done', at: START, flaws: 0 }, '14:00 UTCAll stored events are as they were received.'],
      [{ kind: 'done', at: START, flaws: 3 }, '3 places were wrong and repaired as far as'],
    ];
    for (const [check, words] of checks) {
      backend.emit(watchSnapshot({ store: condition({ check }) }));
      await expect.element(page.getByRole('region', { name: 'Checked' })).toMatchTextContent(words);
    }
  });

  it('[PAGE-11] reads its figures when it opens and every minute while it is open, and never otherwise', async () => {
    const { backend, clock } = await dataScreen();
    await expect.element(title).toBeVisible();
    for (let second = 0; second < 59; second += 1) clock.advance(1_000);
    expect(backend.calls.of('storage')).toHaveLength(1);
    backend.report = { ...report, storedEvents: 1_284_999 };
    clock.advance(1_000);
    await expect.element(title).toMatchTextContent('1,284,999 events');
    await click(page.getByRole('link', { name: 'Timeline' }));
    await expect.element(title).not.toBeInTheDocument();
    for (let second = 0; second < 120; second += 1) clock.advance(1_000);
    backend.emit(watchSnapshot({ store: condition({ backup: { kind: 'running', share: 0.5 } }) }));
    expect(backend.calls.of('storage')).toHaveLength(2);
  });

  it('truncates a long path at the front, and offers to copy it', async () => {
    const path = `/data/${'deep/'.repeat(60)}2026-11-21.db`;
    await dataScreen({}, { backups: [{ ...copy, path }] });
    const text = data.getByText(path);
    await expect.element(text).toBeInTheDocument();
    const seen = text.element().parentElement?.getBoundingClientRect();
    expect(text.element().getBoundingClientRect().right).toBeLessThanOrEqual((seen?.right ?? 0) + 1);
    await expect.element(data.getByRole('button', { name: 'Copy the path' })).toBeVisible();
  });

  it('[PAGE-11] shows the number of events even if sizes cannot be read, says why, and reads again on request', async () => {
    const backend = new PageBackend();
    backend.calls.fail(backendError({ code: 'STORE_LOST', facts: {} }), 'storage');
    await renderApp(backend, '#/data');
    backend.emit(watchSnapshot({ extent: { oldestSeq: 1, newestSeq: 4_200, storedEvents: 4_200 } }));
    await expect.element(data.getByRole('alert')).toMatchTextContent('Sizes and retention times could not be read.');
    await expect.element(title).toHaveTextContent('On this computer: 4,200 events');
    await expect.element(page.getByRole('region', { name: 'Copies' })).toBeInViewport();
    backend.calls.fail(null, 'storage');
    backend.report = report;
    await click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(title).toMatchTextContent('1,284,310 events');
  });
});

describe('an incident of the store', () => {
  const noticed = (part: Partial<StoreCondition>) => watchSnapshot({ store: condition(part) });

  it('[KEEP-2] is shown with its progress during the repair, then with the number of lost events, until the user acknowledges it', async () => {
    const { backend } = await dataScreen({ incident: damaged });
    await expect.element(page.getByRole('region', { name: 'The stored events were damaged' })).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: 'Restored' })).toHaveAttribute('value', '0.42');
    await expect.element(page.getByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
    backend.emit(noticed({ incident: mended }));
    await expect.element(data).toMatchTextContent('3,500 events were restored, 1,011 could not be found.');
    await expect
      .element(data)
      .toMatchTextContent('Nothing was deleted: the old files are in /data/events.db.damaged-1.');
    await expect.element(title).toHaveTextContent('Some of it is missing. On this computer: 1.9 GB, 1,284,310 events');
    await click(page.getByRole('button', { name: 'Acknowledge' }));
    await expect
      .poll(() => backend.calls.of('storage').filter(([name]) => name === 'acknowledge'))
      .toEqual([['acknowledge', { watch: WATCH }]]);
    backend.emit(noticed({}));
    await expect.element(page.getByText('could not be found')).not.toBeInTheDocument();
    await expect.element(title).toHaveTextContent('On this computer: 1.9 GB, 1,284,310 events');
  });

  it('adds its restored events to the figures, even if these are being read when the repair ends', async () => {
    const { backend } = await dataScreen({ incident: damaged });
    await expect.element(title).toMatchTextContent('1,284,310 events');
    backend.calls.hold('storage');
    backend.emit(noticed({ incident: { ...damaged, at: START }, backup: { kind: 'running', share: 0.5 } }));
    await expect.poll(() => backend.calls.of('storage').length).toBe(2);
    backend.report = { ...report, storedEvents: 1_287_810 };
    backend.emit(noticed({ incident: mended }));
    backend.calls.stopHolding();
    backend.calls.release();
    await expect.element(title).toMatchTextContent('1,287,810 events');
  });
});
