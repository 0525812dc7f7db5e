import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../doubles/page-input.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderApp } from '../doubles/render-app.tsx';

let followFailure: Error | null = null;
async function shown(...searches: readonly ReturnType<typeof searchSummary>[]) {
  localStorage.clear();
  const app = await renderApp(undefined, '#/subscriptions');
  app.backend.emitWire('open');
  app.backend.pageSubscriptions.feedFailure = followFailure;
  app.backend.emit(watchSnapshot());
  app.backend.pageSubscriptions.emit(...searches);
  return app;
}
const band = () => page.getByRole('region', { name: 'State of the results' });
const asking = { id: 'search-9', begunAt: START, askedAt: null, rows: 0, pages: 0, totalHits: null } as const;
const waits = { kind: 'asking', since: START, waitsUntil: START + 20_000 } as const;

test('[QUERY-6] the band says what each search waits for, that nothing matches, or why loading stopped', async () => {
  const app = await shown(searchSummary({ ...asking, state: waits }));
  const { pageSubscriptions } = app.backend;
  await expect.element(page.getByText('The service asks to wait: 20 s left')).toBeVisible();
  pageSubscriptions.emit(searchSummary({ ...asking, state: waits }), searchSummary());
  await expect.element(band()).toMatchTextContent('Results of the previous query, 13:59:34 UTC');
  await expect
    .element(band())
    .toMatchTextContent('The service asks to wait before the new query (Retry-After): 20 s left');
  const empty = { id: 'search-9', begunAt: START, rows: 0, totalHits: 0 } as const;
  pageSubscriptions.emit(searchSummary({ ...empty, state: { kind: 'ended', by: 'empty-page' } }), searchSummary());
  await expect.element(band()).toMatchTextContent('No subscription matches.');
  await expect.element(band().getByRole('button', { name: 'Other searches, 1' })).toBeVisible();
  const loading = { kind: 'loading', isPaused: true, waitsUntil: null, goodUntil: null, rowsPerSecond: 0 } as const;
  pageSubscriptions.emit(searchSummary({ state: loading }));
  await expect.element(band()).toMatchTextContent('Paused until you continue, even if this page is closed.');
  pageSubscriptions.emit(searchSummary({ state: { kind: 'cancelled', goodUntil: null } }));
  await expect.element(band()).toMatchTextContent('Loading was cancelled.');
  await expect.element(band()).toMatchTextContent('rows stay.');
});

test('[QUERY-6] searches that cannot be read are reported, with a button to try again', async () => {
  followFailure = new Error('no');
  const app = await shown();
  followFailure = null;
  await expect.element(page.getByText('The stored searches could not be read.')).toBeVisible();
  app.backend.pageSubscriptions.feedFailure = null;
  app.backend.pageSubscriptions.emit(searchSummary());
  await click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(band()).toBeVisible();
});

test('[PAGE-159] removing a search removes the listed rows, even if a later query brought none', async () => {
  const failed = { kind: 'cancelled', goodUntil: null } as const;
  const app = await shown(
    searchSummary({ ...asking, state: failed }),
    searchSummary(),
    searchSummary({ id: 'search-0', begunAt: START - 90_000 }),
  );
  await click(band().getByRole('button', { name: 'Other searches, 1' }));
  await click(page.getByRole('menuitem', { name: 'Remove this search with its rows' }));
  expect(app.backend.pageSubscriptions.inputsOf('subscriptions.remove').map(({ id }) => id)).toEqual(['search-1']);
  // The menu disappears with the last other search, so the focus moves to the rows.
  await expect.element(page.getByRole('button', { name: /^Other searches/ })).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('grid');
});

test('the figures of a load take the room of the menu label in a narrow window', async () => {
  const loading = { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 900 } as const;
  const other = searchSummary({ id: 'search-0', begunAt: START - 90_000 });
  const app = await shown(searchSummary(), other);
  await page.viewport(900, 600);
  const words = band().getByRole('button', { name: 'Other searches, 1' }).getByText('Other searches');
  await expect.element(words).toBeVisible();
  app.backend.pageSubscriptions.emit(searchSummary({ state: loading }), other);
  await expect.element(words).not.toBeVisible();
  await expect.element(band().getByRole('button', { name: 'Other searches, 1' })).toBeVisible();
});

test('[PAGE-159] many rows, or a load in progress, are removed only after a confirmation', async () => {
  const rows = { rows: 12_480, totalHits: 12_480 } as const;
  const other = searchSummary({ id: 'search-0', begunAt: START - 90_000, rows: 12 });
  const app = await shown(searchSummary({ ...rows, state: { kind: 'ended', by: 'count' } }), other);
  const remove = async () => {
    await click(band().getByRole('button', { name: 'Other searches, 1' }));
    await click(page.getByRole('menuitem', { name: 'Remove this search with its rows' }));
  };
  const question = page.getByRole('dialog', { name: 'Remove the search' });
  await remove();
  await expect.element(question).toMatchTextContent('Remove the search with its 12,480 rows?');
  await click(question.getByRole('button', { name: 'Cancel' }));
  await expect.element(question).not.toBeInTheDocument();
  expect(app.backend.pageSubscriptions.inputsOf('subscriptions.remove')).toEqual([]);

  const loading = { kind: 'loading', isPaused: false, waitsUntil: null, goodUntil: null, rowsPerSecond: 9 } as const;
  app.backend.pageSubscriptions.emit(searchSummary({ rows: 300, totalHits: 12_480, state: loading }), other);
  await remove();
  await expect.element(question).toMatchTextContent('Loading stops.');
  await click(question.getByRole('button', { name: 'Remove', exact: true }));
  await expect
    .poll(() => app.backend.pageSubscriptions.inputsOf('subscriptions.remove').map(({ id }) => id))
    .toEqual(['search-1']);
  await expect.element(question).not.toBeInTheDocument();
});

test('the searches in the menu start in one column, with or without a mark', async () => {
  await shown(searchSummary(), searchSummary({ id: 'search-0', begunAt: START - 90_000 }));
  await click(band().getByRole('button', { name: 'Other searches, 1' }));
  const menu = page.getByRole('menu', { name: 'Other searches, 1' });
  await expect.element(menu).toBeVisible();
  const names = menu.element().querySelectorAll('button > span:last-child');
  const lefts = [...names].map((name) => name.getBoundingClientRect().left);
  expect(lefts).toHaveLength(3);
  expect(new Set(lefts).size).toBe(1);
});

test.each([
  ['becomes the query of the next search', '{"limit":1}', '{"limit":2}'],
  ['stays if the user changed it', '{"limit":7}', '{"limit":7}'],
])('[PAGE-159] the query of a removed search %s', async (_, draft, then) => {
  const app = await shown(
    searchSummary({ body: '{"limit":1}' }),
    searchSummary({ id: 'search-0', begunAt: START - 90_000, body: '{"limit":2}' }),
  );
  app.stores.searchDraft.setBody(draft);
  await click(band().getByRole('button', { name: 'Other searches, 1' }));
  await click(page.getByRole('menuitem', { name: 'Remove this search with its rows' }));
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('grid');
  expect(app.stores.searchDraft.getState().text).toBe(then);
});
