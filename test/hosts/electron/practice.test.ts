/** The whole desktop app but Chromium: the real backend on Practice, and a page's end of the wire. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import { openApplication } from '../../../src-main/hosts/compose.ts';
import { runDesktop } from '../../../src-main/hosts/electron/desktop.ts';
import { portBridge } from '../../../src-preload/bridge.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { OPEN_WIRE, PORT_URL, portWebSocket } from '../../../src-shared/api/port-socket.ts';
import { app, callNames, ipcMain, resetElectron } from '../../doubles/electron.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;

beforeEach(async () => {
  resetElectron();
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-practice-'));
  await mkdir(join(folder, 'build', 'renderer'), { recursive: true });
  await writeFile(join(folder, 'build', 'renderer', 'index.html'), '<title>Watchfloor</title>');
});
afterEach(() => rm(folder, { recursive: true }));

/** What the preload and the page do, without Chromium between them. */
function openPage() {
  const { bridge, takePort } = portBridge(() =>
    ipcMain.emit(OPEN_WIRE, {
      senderFrame: {
        url: 'app://watchfloor/',
        origin: 'app://watchfloor',
        parent: null,
        detached: false,
        postMessage: (_channel: string, _message: null, [port]: [{ nodePort: MessagePort }]) => takePort(port.nodePort),
      },
    }),
  );
  const client = createWSClient({
    url: PORT_URL,
    WebSocket: portWebSocket(() => bridge) as unknown as typeof WebSocket,
  });
  return { client, backend: createTRPCClient<AppRouter>({ links: [wsLink({ client })] }) };
}

test('a page on Practice sees events as they are stored, and the app ends in order', async () => {
  runDesktop({
    openApplication,
    argv: ['--practice', '--data-dir', join(folder, 'data')],
    env: {},
    buildFolder: join(folder, 'build'),
  });
  app.becomeReady();
  await vi.waitFor(() => expect(callNames()).toContain('window.loadURL'), { timeout: 20_000 });
  const { client, backend } = openPage();

  const watching = Promise.withResolvers<WatchId>();
  const snapshots = backend.watch.feed.subscribe(undefined, {
    onData: ({ data }) => data.watches.forEach(({ watch }) => watching.resolve(watch)),
  });
  const kinds: string[] = [];
  const feed = backend.timeline.feed.subscribe(
    { watch: await watching.promise, filter: EVERYTHING, after: 0 },
    { onData: ({ data }) => kinds.push(...data.rows.toReversed().map((row) => row.kind)) },
  );
  await vi.waitFor(() => expect(kinds[0]).toBe('SUBSCRIPTION_STARTED'), { timeout: 20_000 });
  feed.unsubscribe();
  snapshots.unsubscribe();
  await client.close();

  app.quit();
  await vi.waitFor(() => expect(callNames()).toContain('app.quit'), { timeout: 20_000 });
}, 60_000);
