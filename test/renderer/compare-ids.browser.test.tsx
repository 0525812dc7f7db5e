import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MAX_COMPARED_IDS } from '../../src-shared/api/id-comparison.ts';
import type { CompareQuery } from '../../src-shared/api/searches.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, WATCH } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { click, keyboard, fill } from '../doubles/page-input.ts';

const HERE = '8991101200003204514';
const GONE = '8946200011660309499';
const NEAR = '8946200011660309494';

async function opened(searches = [searchSummary({ rows: 12_480, state: { kind: 'ended', by: 'count' } })]) {
  const backend = new PageBackend();
  const made = await renderWatching('#/subscriptions?part=ids', backend);
  backend.pageSubscriptions.compared = ({ ids }: CompareQuery) => ({
    found: ids.flatMap((id, place) => (id === HERE ? [place] : [])),
    near: ids.flatMap((id, place) => (id === GONE ? [{ place, value: NEAR }] : [])),
    looked: 12_480,
    next: null,
  });
  backend.pageSubscriptions.emit(...searches);
  await expect.element(page.getByRole('heading', { name: 'Compare ids' })).toBeVisible();
  return { ...made, backend };
}

function pasted(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(paste);
}

const rows = () => page.getByRole('grid').getByRole('row');

describe('a list of ids', () => {
  it('[INV-8] shows first how many ids were not found, then where they were searched and why each may be missing', async () => {
    const { backend } = await opened();
    await click(page.getByRole('textbox', { name: 'Ids to compare' }));
    pasted(`iccid\n${HERE}\n${GONE}\nis-00481608\n8991101200003204513\n${HERE}\n`);
    await expect.element(page.getByRole('heading', { name: '3 of 4 were not found' })).toBeVisible();
    const result = page.getByRole('region', { name: 'Result' });
    await expect.element(result).toMatchTextContent('Searched 12,480 rows stored at 13:59:34 UTC.');
    await expect.element(result).toMatchTextContent('Later changes are not included.');
    await expect.element(rows().nth(1)).toMatchTextContent(`3${GONE}last digit differs: ${NEAR}`);
    await expect.element(rows().nth(2)).toMatchTextContent('4is-00481608no similar id');
    await expect.element(rows().nth(3)).toMatchTextContent('wrong check digit: a typing mistake?');
    const mine = page.getByRole('region', { name: 'Your list' });
    await expect.element(mine).toMatchTextContent('5 ids, 1 duplicate, 3 ICCID, 1 other');
    await expect.element(mine).toMatchTextContent('1 piece without an id was skipped: “iccid”');
    expect(backend.pageSubscriptions.inputsOf('subscriptions.compare').map((query) => query)).toEqual([
      { watch: WATCH, id: 'search-1', ids: [HERE, GONE, 'is-00481608', '8991101200003204513'], after: null },
    ]);
    await click(page.getByRole('button', { name: 'Duplicates 1' }));
    await expect.element(rows().nth(1)).toMatchTextContent(`2 and 6${HERE}found`);
    await click(page.getByRole('button', { name: 'Found 1', exact: true }));
    await expect.element(rows().nth(1).getByRole('link', { name: 'Show' })).toBeVisible();
  });

  it('[INV-8] says for an incomplete search that a missing id proves nothing, and can load the rest', async () => {
    const { backend } = await opened([searchSummary({ rows: 300 })]);
    pasted(GONE);
    const result = page.getByRole('region', { name: 'Result' });
    await expect.element(result).toMatchTextContent('It was not found');
    await expect
      .element(result)
      .toMatchTextContent('Only 300 of 12,480 are loaded: an id that was not found may be among the others.');
    await click(result.getByRole('button', { name: 'Load all' }));
    expect(backend.pageSubscriptions.inputsOf('subscriptions.load')).toEqual([
      { watch: WATCH, id: 'search-1', how: 'go' },
    ]);
    const state = { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 100 } as const;
    backend.pageSubscriptions.emit(searchSummary({ rows: 6_240, state }));
    await expect.element(result).toMatchTextContent('6,240 of 12,480 rows loaded');
    backend.pageSubscriptions.emit(searchSummary({ rows: 12_480, state: { kind: 'ended', by: 'count' } }));
    await expect.element(result).toMatchTextContent('Searched 12,480 rows');
    expect(backend.pageSubscriptions.inputsOf('subscriptions.compare')).toHaveLength(2);
  });

  it('[INV-8] with 100,000 ids is compared in parts, shows its progress, and can be cancelled', async () => {
    const { backend, stores } = await opened();
    backend.pageSubscriptions.compared = ({ after }) => ({
      found: after === null ? [] : [0],
      near: [],
      looked: 6_240,
      next: after === null ? 'on' : null,
    });
    const text = Array.from({ length: 100_000 }, (_, index) => `is-${index + 10_000}`).join('\n');
    backend.pageSubscriptions.hold();
    pasted(text);
    await expect.element(page.getByText('0 %')).toBeVisible();
    backend.pageSubscriptions.release();
    await expect.element(page.getByText('10 %')).toBeVisible();
    await click(page.getByRole('button', { name: 'Cancel' }));
    backend.pageSubscriptions.release();
    await click(page.getByRole('button', { name: 'Compare again' }));
    backend.pageSubscriptions.stopHolding();
    backend.pageSubscriptions.release();
    await expect.element(page.getByRole('heading', { name: '99,995 of 100,000 were not found' })).toBeVisible();
    const asked = backend.pageSubscriptions
      .inputsOf('subscriptions.compare')
      .map(({ ids, after }) => [ids.length, ids[0], after]);
    expect(asked.slice(-10)).toEqual(
      [0, 1, 2, 3, 4].flatMap((part) =>
        [null, 'on'].map((after) => [MAX_COMPARED_IDS, `is-${part * MAX_COMPARED_IDS + 10_000}`, after]),
      ),
    );
    // Only the visible rows are drawn, in both panes.
    expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(80);
    expect(stores.idList.getState().list?.ids).toHaveLength(100_000);
  });

  it('[QUERY-31] requests failures of the visible ids and links to their events', async () => {
    const { backend, clock } = await opened();
    const newest = { seq: 4, receivedAt: START, kind: 'LOCALIZATION', operation: null, errorCode: null };
    backend.pageSubscriptions.failures = ({ of }) => ({
      of: of.map(([id]) =>
        id === GONE
          ? { count: 2, isAtLeast: false, newest: [{ ...newest, outcome: 'failed', by: GONE }] }
          : { count: 0, isAtLeast: false, newest: [] },
      ),
    });
    pasted(`${GONE}\nis-00481608`);
    await expect.element(rows().nth(2)).toBeVisible();
    const link = page.getByRole('link', { name: '2 failed' });
    const linksAfterPause = () => {
      clock.advance(300);
      return link.elements().length;
    };
    await expect.poll(linksAfterPause).toBe(1);
    await expect.element(link).toHaveAttribute('href', expect.stringContaining(GONE));
    await expect.element(rows().nth(2)).toMatchTextContent('noneevents');
  });

  it('[INV-8] can be compared with everything stored, is kept when the user leaves the screen, and closes on Escape', async () => {
    const older = searchSummary({
      id: 'search-0',
      rows: 20,
      askedAt: START - 86_400_000,
      state: { kind: 'stored', end: 'count' },
    });
    const { backend } = await opened([
      searchSummary({ rows: 10, totalHits: 10, state: { kind: 'ended', by: 'count' } }),
      older,
    ]);
    pasted(GONE);
    await page.getByRole('combobox', { name: 'Search in' }).selectOptions('All stored: 30 rows of 2 searches');
    const result = page.getByRole('region', { name: 'Result' });
    await expect
      .element(result)
      .toMatchTextContent('Searched 30 rows of 2 searches, the oldest from 20 Nov 14:00:00 UTC.');
    expect(backend.pageSubscriptions.inputsOf('subscriptions.compare').at(-1)?.id).toBe(null);
    await keyboard('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Compare ids' })).not.toBeInTheDocument();
    window.location.hash = '#/subscriptions?part=ids';
    await expect.element(page.getByRole('region', { name: 'Your list' })).toMatchTextContent('1 id, ICCID');
  });

  it('returns on Escape to the search that it was compared with, not to the newest', async () => {
    await opened([searchSummary(), searchSummary({ id: 'search-0', begunAt: START - 90_000, rows: 7 })]);
    window.location.hash = '#/subscriptions?search=search-0&part=ids';
    await expect.element(page.getByRole('combobox', { name: 'Search in' })).toHaveValue('search-0');
    await keyboard('{Escape}');
    await expect.poll(() => window.location.hash).toBe('#/subscriptions?search=search-0');
  });

  it('has its first row directly below the column titles', async () => {
    await opened();
    pasted(GONE);
    await expect.element(rows().nth(1)).toBeVisible();
    const [titles, first] = [rows().nth(0), rows().nth(1)].map((row) => row.element().getBoundingClientRect());
    expect(Math.abs((first?.top ?? 0) - (titles?.bottom ?? 0))).toBeLessThan(2);
  });

  it('says why the ids could not be compared, and compares again on request', async () => {
    const { backend } = await opened();
    backend.pageSubscriptions.failure = new Error('the store is busy');
    pasted(GONE);
    await expect.element(page.getByRole('alert')).toMatchTextContent('The ids could not be compared');
    backend.pageSubscriptions.failure = null;
    await click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByRole('heading', { name: 'It was not found' })).toBeVisible();
  });

  it('can be typed, edited and cleared', async () => {
    await opened();
    const field = page.getByRole('textbox', { name: 'Ids to compare' });
    await fill(field, HERE);
    await click(page.getByRole('button', { name: 'Compare', exact: true }));
    await expect.element(page.getByRole('heading', { name: 'It was found' })).toBeVisible();
    await click(page.getByRole('button', { name: 'Edit' }));
    await fill(field, `${HERE}\n${GONE}`);
    await keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('heading', { name: '1 of 2 was not found' })).toBeVisible();
    await click(page.getByRole('button', { name: 'Clear' }));
    await expect.element(field).toBeVisible();
  });
});
