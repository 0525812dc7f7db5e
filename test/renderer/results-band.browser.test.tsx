import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { START, watchSnapshot } from '../doubles/page-backend.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';
import { renderApp } from '../doubles/render-app.tsx';

async function shown(...searches: readonly ReturnType<typeof searchSummary>[]) {
  localStorage.clear();
  const app = await renderApp(undefined, '#/subscriptions');
  app.backend.sayWire('open');
  app.backend.say(watchSnapshot());
  app.backend.inventory.say(...searches);
  return app;
}
const band = () => page.getByRole('region', { name: 'How the results stand' });
const asking = { id: 'search-9', begunAt: START, askedAt: null, rows: 0, pages: 0, totalHits: null } as const;
const waits = { kind: 'asking', since: START, waitsUntil: START + 20_000 } as const;

test('[PAGE-191] a service that asks to wait before the first page is told with the time that is left', async () => {
  const app = await shown(searchSummary({ ...asking, state: waits }));
  await expect.element(page.getByText('The service asks to wait: 20 s left')).toBeVisible();
  app.backend.inventory.say(searchSummary({ ...asking, state: waits }), searchSummary());
  await expect.element(band()).toMatchTextContent('Results of the query before, 13:59:34 UTC');
  await expect.element(band()).toMatchTextContent('the service asks to wait (Retry-After): 20 s left');
});

test('[PAGE-192] where nothing matches, the other searches that are kept are still a click away', async () => {
  await shown(
    searchSummary({
      id: 'search-9',
      begunAt: START,
      rows: 0,
      totalHits: 0,
      state: { kind: 'ended', by: 'empty-page' },
    }),
    searchSummary(),
  );
  await expect.element(band()).toMatchTextContent('No subscription matches.');
  await expect.element(band().getByRole('button', { name: 'Other searches, 1' })).toBeVisible();
});

test('a load that is paused does not say that it goes on', async () => {
  const loading = { kind: 'loading', isPaused: true, waitsUntil: null, goodUntil: null, rowsPerSecond: 0 } as const;
  await shown(searchSummary({ state: loading }));
  await expect.element(band()).toMatchTextContent('It waits for you, also while this page is closed.');
});
