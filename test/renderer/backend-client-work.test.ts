/** Opens a page client that reaches a complete backend over a port, as in Electron. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBackendClient } from '../../src-renderer/backend/client.ts';
import { createPortServer } from '../../src-main/hosts/electron/pipe/port-server.ts';
import { portBridge } from '../../src-preload/bridge.ts';
import { PORT_URL, portWebSocket } from '../../src-shared/api/port-socket.ts';
import type { ExportJob } from '../../src-shared/api/exports.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { MessageChannelMain } from '../doubles/electron.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { mountBackend } from '../doubles/mounted-backend.ts';
import { aView } from '../doubles/saved-views.ts';

async function openedPage() {
  const mounted = mountBackend();
  const watch = await mounted.open('Acme');
  const serve = createPortServer(mounted.backend);
  const opened = portBridge(() => {
    const { port1, port2 } = new MessageChannelMain();
    serve(port1);
    opened.takePort(port2.nodePort);
  });
  const { client: page, close } = createBackendClient(
    {
      url: PORT_URL,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a WebSocket that the client uses
      WebSocket: portWebSocket(() => opened.bridge) as unknown as typeof WebSocket,
      isSessionExpired: async () => false,
    },
    new FakePageClock(),
  );
  onTestFinished(close);
  return { ...mounted, watch, page };
}

test('[VIEW-4] a saved view reaches the page in the order that users chose', async () => {
  const { page, watch } = await openedPage();
  const told: (readonly SavedView[])[] = [];
  page.views.feed.subscribe({ watch }, { onData: (views) => told.push(views), onEnd: () => undefined });
  const [a, b] = [aView('a', 'outcome:failed -code:70'), aView('b', 'seen:no since:-2h')];
  await page.views.put.mutate({ watch, views: [a, b] });
  await page.views.reorder.mutate({ watch, ids: ['b'] });
  await vi.waitFor(() => expect(told.at(-1)).toEqual([b, a]));
  await page.views.remove.mutate({ watch, id: 'b' });
  await vi.waitFor(() => expect(told.at(-1)).toEqual([a]));
});

test('[EXPORT-6] the page receives the state of an export that it started, until the export is removed', async () => {
  const { page, watch, exportFiles, clock } = await openedPage();
  const told: (readonly ExportJob[])[] = [];
  page.exports.feed.subscribe(undefined, { onData: (jobs) => told.push(jobs), onEnd: () => undefined });
  const { id } = await page.exports.start.mutate({
    of: 'events',
    watch,
    filter: EVERYTHING,
    at: 0,
    to: null,
    format: 'csv',
    mask: ['user'],
    guardFormulas: true,
    zone: 'UTC',
    fileName: 'all.csv',
  });
  await vi.waitFor(async () => {
    await clock.advance(250);
    expect(told.at(-1)).toMatchObject([{ id, watch, state: { kind: 'done' }, href: '/exports/all.csv' }]);
  });
  expect(exportFiles.files.get('all.csv')).toMatch(/^seq,receivedAt,.*,raw,withheld\n$/);
  await page.exports.forget.mutate({ id });
  await vi.waitFor(async () => {
    await clock.advance(250);
    expect(told.at(-1)).toEqual([]);
  });
});

test('counts, facets, histograms and seen marks reach the backend and their answers the page', async () => {
  const { page, watch } = await openedPage();
  const of = { watch, filter: EVERYTHING, at: 0, after: 0, to: null };
  expect([
    await page.timeline.count.query(of),
    await page.timeline.facets.query({ ...of, fields: ['kind'] }),
    await page.timeline.histogram.query({ ...of, edges: [0, 1] }),
  ]).toEqual([
    { count: 0, next: null },
    { count: 0, fields: [{ field: 'kind', values: [] }], next: null },
    { outcomes: [], next: null },
  ]);
  await expect(
    page.timeline.markSeen.mutate({ watch, ranges: [{ first: 1, last: 2 }], seen: true }),
  ).resolves.toBeUndefined();
});
