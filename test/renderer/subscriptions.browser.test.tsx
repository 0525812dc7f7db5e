import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, keyboard } from '../doubles/page-input.ts';
import { START, WATCH } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderWatching } from '../doubles/render-app.tsx';

async function shown(hash = '#/subscriptions') {
  localStorage.clear();
  const app = await renderWatching(hash);
  app.backend.pageSubscriptions.emit(searchSummary());
  return { ...app, inventory: app.backend.pageSubscriptions };
}
const band = () => page.getByRole('region', { name: 'State of the results' });
const pager = () => page.getByRole('region', { name: 'Pages' });
const row = (id: string) => page.getByRole('row', { name: new RegExp(id) });
const title = () => page.getByRole('region', { name: 'Subscription in full' }).getByRole('heading', { level: 2 });
const called = (app: Awaited<ReturnType<typeof shown>>, name: 'next' | 'load' | 'cancel' | 'start') =>
  app.inventory.inputsOf(`subscriptions.${name}`);
/** Scrolls until the last row is loaded. */
async function toTheEnd(): Promise<void> {
  await expect
    .poll(() => {
      scroller()?.scrollTo({ top: 1_000_000 });
      return row('is-00482505').query();
    })
    .not.toBeNull();
}
const scroller = () => document.querySelector<HTMLElement>('[data-testid="subscriptions"]');

test('[QUERY-2] scrolling to the last row requests the next page once, and nothing is requested before', async () => {
  const app = await shown();
  await expect.element(row('is-00481608')).toBeVisible();
  expect(called(app, 'next')).toEqual([]);
  await toTheEnd();
  await expect.poll(() => called(app, 'next')).toEqual([{ watch: WATCH, id: 'search-1' }]);
  scroller()?.scrollTo({ top: 280 * 30 });
  await toTheEnd();
  expect(called(app, 'next')).toEqual([{ watch: WATCH, id: 'search-1' }]);
  app.inventory.emit(searchSummary({ rows: 400, pages: 4 }));
  await expect.element(pager()).toMatchTextContent('400 of 12,480');
});

test('[QUERY-2] the countdown runs every second, its last 20 s are bold, and N requests the page', async () => {
  const app = await shown();
  const clock = page.getByRole('timer');
  await expect.element(clock).toMatchTextContent('next page available 1:34');
  app.backend.advanceAndRepeat(app.clock, 75_000);
  await expect.element(clock).toMatchTextContent('0:19');
  const time = clock.element().querySelector('[data-short]');
  expect(time === null ? null : getComputedStyle(time).fontWeight).toBe('700');
  await keyboard('n');
  expect(called(app, 'next')).toEqual([{ watch: WATCH, id: 'search-1' }]);
});

test('[QUERY-2] an expired token is reported with its time, its reason and the effect of continuing, and the rows stay', async () => {
  const app = await shown();
  await expect.element(row('is-00481608')).toBeVisible();
  const top = row('is-00481608').element().getBoundingClientRect().top;
  // True even before the backend reports it.
  app.backend.advanceAndRepeat(app.clock, 95_000);
  await expect
    .element(band())
    .toMatchTextContent(
      'The page token lapsed at 14:01:34 UTC, two minutes after the last request.Answered 13:59:34 UTC, 2 m ago. The 300 rows stay. Continuing starts the query again and skips known rows by id; the list may have shifted.',
    );
  expect(row('is-00481608').element().getBoundingClientRect().top).toBe(top);
  await click(band().getByRole('button', { name: /^Continue from 300/ }));
  expect(called(app, 'next')).toEqual([{ watch: WATCH, id: 'search-1' }]);
});

test('[QUERY-13] a stored result shows its age first, is not live, and sends no query', async () => {
  const app = await shown();
  const askedAt = START - 21 * 3_600_000;
  app.inventory.emit(searchSummary({ rows: 12_480, askedAt, state: { kind: 'stored', end: 'count' } }));
  await expect.element(band()).toMatchTextContent('Stored 20 Nov 17:00:00 UTC, 21 h ago. Not live.');
  await expect.element(pager()).toMatchTextContent('12,480 stored');
  await expect.element(pager()).not.toMatchTextContent('Load all');
  await keyboard('f');
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await keyboard('is-00481626');
  app.clock.advance(250);
  await expect.element(pager()).toMatchTextContent('1 of 12,480 rows loaded');
  await expect.element(row('is-00481626')).toBeVisible();
  expect(app.inventory.calls.some(([name]) => name === 'next' || name === 'start')).toBe(false);
});

test('[PAGE-3] rows that are loaded meanwhile wait in a filtered view until the user asks for them', async () => {
  const app = await shown('#/subscriptions?find=pause');
  await expect.element(pager()).toMatchTextContent('75 of 300 rows loaded');
  app.inventory.emit(searchSummary({ rows: 400, pages: 4 }));
  await click(pager().getByRole('button', { name: '100 more loaded · show them' }));
  await expect.element(pager()).toMatchTextContent('100 of 400 rows loaded');
});

test('[QUERY-31] a click on a column title sorts the loaded rows, and says that this is not the order of the service', async () => {
  await shown();
  await expect.element(pager()).toMatchTextContent('service order: iotSubscriptionId ↑');
  const head = page.getByRole('columnheader', { name: /^Subscription/ });
  await click(head);
  await click(head);
  await expect.element(pager()).toMatchTextContent('sorted here by iotSubscriptionId ↓, not by the service');
  await expect.element(row('is-00482505')).toBeVisible();
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
});

test('[QUERY-31] only the rows with failures are shown or sorted first, and the button says how complete its number is', async () => {
  const app = await shown();
  const button = page.getByRole('button', { name: /^With failures/ });
  await expect.element(button).toHaveTextContent('With failures (0 so far)');
  app.inventory.failing = new Map([
    [7, 1],
    [299, 3],
  ]);
  app.inventory.emit(searchSummary({ state: { kind: 'ended', by: 'count' }, totalHits: 300 }));
  app.backend.advanceAndRepeat(app.clock, 61_000);
  await expect.element(button).toHaveTextContent('With failures (2)');
  await click(button);
  await expect.poll(() => window.location.hash).toContain('find=failures%3E0');
  await expect.element(pager()).toMatchTextContent('2 of 300 rows loaded');
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  const head = page.getByRole('columnheader', { name: /^Failures/ });
  await click(head);
  await expect.element(pager()).toMatchTextContent('sorted here by failures of 7 days ↓');
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
  const view = app.inventory.inputsOf('subscriptions.rows').at(-1)?.view;
  expect(view).toMatchObject({ find: 'failures>0', sort: { field: '#failures', direction: 'desc' } });
  expect(view?.failuresAt).toBeTypeOf('number');
  await click(button);
  await expect.poll(() => window.location.hash).not.toContain('find=');
});

test('[QUERY-27] Load all shows its progress, its rate and a changed total, and can be paused and cancelled', async () => {
  const app = await shown();
  await click(pager().getByRole('button', { name: 'Load all (12,480)' }));
  const loading = { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 410 } as const;
  app.inventory.emit(searchSummary({ rows: 7_300, pages: 73, totalHits: 12_482, state: loading }));
  await expect.element(band()).toMatchTextContent('7,300 of 12,482 · 410 rows/s · page 73 of 125 · 12 s left58 %');
  await expect.element(band()).toMatchTextContent('The total changed: 12,480 → 12,482.');
  await keyboard('p');
  await click(band().getByRole('button', { name: 'Cancel' }));
  expect([called(app, 'load'), called(app, 'cancel')]).toEqual([
    [
      { watch: WATCH, id: 'search-1', how: 'go' },
      { watch: WATCH, id: 'search-1', how: 'pause' },
    ],
    [{ watch: WATCH, id: 'search-1' }],
  ]);
});

test('[BODY-2] other fields become columns marked as undocumented, and the query can be limited to the shown fields', async () => {
  const app = await shown();
  await click(page.getByRole('button', { name: 'Choose' }));
  await click(page.getByRole('checkbox', { name: /^state/ }));
  await click(page.getByRole('checkbox', { name: /^Request only these/ }));
  expect(JSON.parse(app.stores.searchDraft.getState().text)).toMatchObject({
    returnFields: [
      'iotSubscription.iotSubscriptionId',
      'iotSubscription.subscriptionType',
      'iotSubscription.domainId',
      'iotSubscription.lastModifiedAt',
      'iotSubscription.state',
    ],
  });
  await expect.element(page.getByRole('columnheader', { name: /state/ })).toHaveAttribute('data-remark', 'true');
  await expect.element(row('is-00481608')).toMatchTextContent('ACTIVE');
});

test('[QUERY-31] failures are looked up only for the rows in view, when nothing moves', async () => {
  const app = await shown();
  app.inventory.failures = ({ of }) => ({
    of: of.map(([id]) => ({
      count: id === 'is-00481614' ? 2 : 0,
      isAtLeast: false,
      newest:
        id === 'is-00481614'
          ? [
              {
                seq: 7,
                receivedAt: START,
                kind: 'LOCALIZATION',
                operation: 'ALLOCATED',
                outcome: 'failed',
                errorCode: null,
                by: id,
              },
            ]
          : [],
    })),
  });
  await expect.element(row('is-00481614')).toBeVisible();
  expect(app.inventory.inputsOf('subscriptions.failures')).toEqual([]);
  const shownAfterPause = () => {
    app.clock.advance(300);
    return row('is-00481614').element().textContent;
  };
  await expect.poll(shownAfterPause).toContain('2 failed');
  const list = page.getByRole('grid').element().getBoundingClientRect();
  const inView = [...document.querySelectorAll('tr[aria-rowindex]')].filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > Math.max(0, list.top) && top < window.innerHeight;
  });
  expect(app.inventory.inputsOf('subscriptions.failures').every(({ of }) => of.length <= inView.length)).toBe(true);
});

test('[PAGE-173] received text is isolated text everywhere', async () => {
  const app = await shown();
  const hostile = '<img src=x onerror=alert(1)>\u202Eevil';
  app.inventory.items = () => ({ iotSubscriptionId: hostile, __proto__x: hostile, [hostile]: 'v', domainId: 'a' });
  app.inventory.emit(searchSummary({ id: 'hostile', rows: 3 }));
  await expect.element(page.getByRole('row', { name: /onerror/ }).first()).toBeVisible();
  await click(page.getByRole('row', { name: /onerror/ }).first());
  await expect.element(title()).toMatchTextContent(String.raw`alert(1)>\u{202E}evil`);
  expect({
    images: document.querySelectorAll('img').length,
    raw: document.body.textContent.includes('\u202E'),
  }).toEqual({ images: 0, raw: false });
});

test('[PAGE-80] the detail of a row shows its position, its fields and its text; J steps on and Escape closes', async () => {
  const app = await shown('#/subscriptions?row=7');
  const pane = page.getByRole('complementary', { name: 'Subscription in row 7' });
  await expect.element(pane).toMatchTextContent('7 of 300 loaded');
  await expect.element(title()).toMatchTextContent('is-00481626');
  await expect.element(pane).toMatchTextContent('Not in the provider’s document');
  await keyboard('j');
  await expect.element(title()).toMatchTextContent('is-00481629');
  await keyboard('{Escape}');
  await expect.element(title()).not.toBeInTheDocument();
  expect(app.inventory.inputsOf('subscriptions.item').map(({ ordinal }) => ordinal)).toEqual([7, 8]);
});
