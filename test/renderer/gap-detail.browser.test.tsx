/** Tests the detail of a gap in a browser: its reason, and the result of its inventory check. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { GapFindings, SearchSummary } from '../../src-shared/api/searches.ts';
import { coverageDay } from '../doubles/coverage-day.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { backendError, START, WATCH } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { click, keyboard } from '../doubles/page-input.ts';

const detail = () => page.getByRole('complementary', { name: 'Gap' });
const text = () => detail().element().textContent.replaceAll(/\s+/g, ' ');
const cell = (key: string) => document.querySelector(`[data-key="${key}"]`)?.lastElementChild?.textContent;
const button = (name: string | RegExp) => detail().getByRole('button', { name });
const rows = () =>
  [...detail().element().querySelectorAll('tbody tr')].map((row) => [...row.children].map((each) => each.textContent));

const check = (
  gap: number,
  part: Partial<SearchSummary> = {},
  found: [changed: number, missed: number | null] | null = null,
) =>
  searchSummary({
    id: `check-${gap}`,
    rows: 3,
    totalHits: 13,
    state: { kind: 'ended', by: 'count' },
    gapCheck: { gap, changed: found?.[0] ?? null, missed: found?.[1] ?? null },
    ...part,
  });
const loading = { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 100 } as const;
const changed = (ordinal: number) => ({ ordinal, id: `is-0048162${ordinal}`, changedAt: START - 3_600_000 + ordinal });
const findings = (missed: number, met = 2): GapFindings => ({
  search: 'check-23',
  askedAt: START - 60_000,
  margin: 60_000,
  from: START - 3_660_000,
  to: START - 3_000_000,
  clockDiffersMs: 0,
  counts: { changed: missed + met, missed, met, unnamed: 0 },
  missed: Array.from({ length: missed }, (_, place) => changed(place + 1)),
  met: Array.from({ length: met }, (_, place) => ({
    ...changed(missed + place + 1),
    seq: 70 + place,
    receivedAt: START - 3_598_000,
    outcome: 'succeeded',
  })),
  unnamed: [],
});

async function opened(gap = 23, change: (backend: PageBackend) => void = () => {}) {
  const backend = new PageBackend();
  backend.spans = coverageDay(START);
  change(backend);
  const app = await renderWatching(`#/coverage?gap=${gap}`, backend);
  await expect.element(detail()).toBeVisible();
  return app;
}
const told =
  (search: SearchSummary, found: GapFindings | null = null) =>
  (backend: PageBackend) => {
    backend.pageSubscriptions.emit(search);
    backend.pageSubscriptions.findings = found;
  };

describe('the detail of a gap', () => {
  it('[CROSS-3] shows the length of the gap, its reason, and that its cost is unknown', async () => {
    await opened();
    expect(text()).toMatch(
      /^3 of 4 gaps.*Not watched for 15 m 30 s.*Stream went silent\.The connection stayed open.*SILENT · last event .*Inventory not checked/,
    );
    expect(cell('gap-23')).toBe('not checked');
    await click(button('Gap below'));
    await expect.poll(() => [window.location.hash, text().slice(0, 11)]).toEqual(['#/coverage?gap=14', '4 of 4 gaps']);
  });

  it('[CROSS-3] requests the check once, shows its progress, and cancels it', async () => {
    const { backend } = await opened();
    await expect.element(button('Check inventory')).toBeVisible();
    await keyboard('c');
    expect(backend.pageSubscriptions.inputsOf('subscriptions.checkGap')).toEqual([{ watch: WATCH, gap: 23 }]);
    backend.pageSubscriptions.emit(check(23, { state: loading, rows: 300, totalHits: 12_480 }));
    await expect.element(detail().getByText('Checking: 300 of 12,480 loaded')).toBeVisible();
    await expect.poll(() => cell('gap-23')).toBe('checking …');
    await keyboard('c');
    expect(backend.pageSubscriptions.inputsOf('subscriptions.checkGap')).toHaveLength(1);
    await click(button('Cancel'));
    expect(backend.pageSubscriptions.inputsOf('subscriptions.cancel')).toEqual([{ watch: WATCH, id: 'check-23' }]);
    backend.pageSubscriptions.emit(check(23, { state: { kind: 'cancelled', goodUntil: null } }));
    await expect.element(detail().getByText(/did not finish, so it has no result/)).toBeVisible();
    await expect.poll(() => cell('gap-23')).toBe('check not finished');
  });

  it('[CROSS-3] shows changes without an event first, then those with one, and what the result does not prove', async () => {
    await opened(23, told(check(23, {}, [13, 11]), findings(11)));
    await expect
      .element(detail().getByRole('heading', { name: '11 subscriptions changed without an event' }))
      .toBeVisible();
    await expect.poll(() => cell('gap-23')).toBe('11 possibly missed');
    await expect.element(detail().getByText(/13 changed; 2 with an event./)).toBeVisible();
    expect(rows()).toEqual([
      ...Array.from({ length: 6 }, (_, place) => [`is-0048162${place + 1}`, `13:00:00.00${place + 1}`, 'none']),
      ['5 more possibly missed'],
      ['is-004816212', '13:00:00.012', '13:00:02Succeeded'],
      ['is-004816213', '13:00:00.013', '13:00:02Succeeded'],
    ]);
    await click(button('5 more possibly missed'));
    expect(rows()).toHaveLength(13);
    expect(text()).toMatch(/A change in the inventory does not prove a missed event: the provider does not document/);
    await expect
      .element(detail().getByRole('link', { name: 'Open as search' }))
      .toHaveAttribute('href', '#/subscriptions?search=check-23');
    await expect
      .element(detail().getByRole('link', { name: 'is-00481622', exact: true }))
      .toHaveAttribute('href', '#/subscriptions?search=check-23&row=2');
    await expect.element(button('Export 11')).toBeVisible();
  });

  it('[CROSS-3] keeps the last result while the check runs again and after that run failed', async () => {
    const before = check(23, { id: 'before', state: { kind: 'stored', end: 'count' } }, [2, 0]);
    const { backend } = await opened(23, told(before, findings(0)));
    await expect.element(detail().getByRole('heading', { name: 'Each change has an event' })).toBeVisible();
    backend.pageSubscriptions.emit(check(23, { state: loading }), before);
    await expect.element(detail().getByText('Checking again: 3 of 13 loaded')).toBeVisible();
    await expect.element(detail().getByRole('heading', { name: 'Each change has an event' })).toBeVisible();
    const failed = {
      kind: 'failed',
      error: { code: 'NO_SEARCH', facts: { id: 'x' } },
      request: null,
      goodUntil: null,
    } as const;
    backend.pageSubscriptions.emit(check(23, { state: failed }), before);
    await expect.element(detail().getByText(/The last check did not finish/)).toBeVisible();
    await expect.poll(() => cell('gap-23')).toBe('none possibly missed');
  });

  it('[CROSS-3] says so if changes cannot be compared with events', async () => {
    const unnamed = Array.from({ length: 2 }, (_, place) => changed(place + 1));
    await opened(
      23,
      told(check(23, {}, [2, null]), {
        ...findings(0, 0),
        counts: { changed: 2, missed: 0, met: 0, unnamed: 2 },
        unnamed,
      }),
    );
    await expect
      .element(detail().getByRole('heading', { name: '2 subscriptions changed, but cannot be compared with events' }))
      .toBeVisible();
    await expect.poll(() => rows().map((row) => row[2])).toEqual(['not comparable', 'not comparable']);
    expect(cell('gap-23')).toBe('2 changed, not comparable');
  });

  it('[CROSS-3] says why the check is unavailable while the gap lasts or the page is not connected', async () => {
    const { backend } = await opened(37);
    await expect.element(detail().getByText('The gap still lasts.')).toBeVisible();
    await button('Check inventory').click({ force: true });
    await keyboard('c{Escape}');
    await expect.element(detail()).not.toBeInTheDocument();
    expect(window.location.hash).toBe('#/coverage');
    window.location.hash = '#/coverage?gap=23';
    backend.emitWire('lost');
    await expect.element(detail().getByText('Watchfloor does not answer.')).toBeVisible();
    await button('Check inventory').click({ force: true });
    expect(backend.pageSubscriptions.inputsOf('subscriptions.checkGap')).toEqual([]);
  });

  it('[CROSS-3] says why the check was refused, and that its result cannot be read', async () => {
    const { backend } = await opened();
    backend.pageSubscriptions.failure = backendError({ code: 'NO_GAP', facts: { gap: 23 } });
    await click(button('Check inventory'));
    await expect.element(detail().getByText(/^The check did not start. Gap \d+ is not over yet/)).toBeVisible();
    backend.pageSubscriptions.emit(check(23, {}, [2, 2]));
    await expect.element(detail().getByText(/The result cannot be read now/)).toBeVisible();
    backend.pageSubscriptions.failure = null;
    backend.pageSubscriptions.findings = findings(2, 0);
    await click(button('Try again'));
    await expect.poll(() => rows()).toHaveLength(2);
  });

  it('offers no check for a planned reconnect, and reads a gap that is older than the list', async () => {
    const { backend } = await opened(36);
    window.location.hash = '#/coverage?gap=35';
    const planned = page.getByRole('complementary', { name: 'Planned reconnect' });
    await expect.element(planned.getByText(/its inventory is not checked/)).toBeVisible();
    expect(planned.element().querySelector('button[data-variant]')).toBeNull();
    const old = { id: 4_711, from: START - 9e8, to: START - 9e8 + 60_000, lengthMs: 60_000, afterSeq: 1 };
    backend.spans = { sessions: [], gaps: [{ ...old, reason: 'slept', detail: null }] };
    window.location.hash = '#/coverage?gap=4711';
    await expect.element(detail().getByText('This computer was asleep.')).toBeVisible();
  });
});
