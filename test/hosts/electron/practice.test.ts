/** Tests the complete desktop app without Chromium: the real backend on Practice, and the page's end of the port. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import { openEventReader } from '../../../src-main/adapters/sqlite/events/event-reader.ts';
import { storePaths } from '../../../src-main/adapters/sqlite/store-paths.ts';
import { openApplication } from '../../../src-main/hosts/compose.ts';
import { databasesInThreads, type OpenDatabases } from '../../../src-main/hosts/databases.ts';
import { runDesktop } from '../../../src-main/hosts/electron/desktop.ts';
import { portBridge } from '../../../src-preload/bridge.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { PRACTICE_ID, type WatchId } from '../../../src-shared/domain/identity.ts';
import { OPEN_WIRE, PORT_URL, portWebSocket } from '../../../src-shared/api/port-socket.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { temporaryBuild } from '../../doubles/running-desktop.ts';
import { RecordingShell } from '../../doubles/recording-shell.ts';
import { app, BrowserWindow, callNames, ipcMain, powerMonitor, resetElectron } from '../../doubles/electron.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;

beforeEach(async () => {
  resetElectron();
  folder = await temporaryBuild();
});

async function run(args: readonly string[] = [], openDatabases: OpenDatabases = inThreadDatabases): Promise<void> {
  runDesktop({
    openApplication: (options) => openApplication({ ...options, openDatabases }),
    createShell: async () => new RecordingShell(),
    argv: [...args, '--data-dir', join(folder, 'data')],
    cwd: folder,
    env: {},
    buildFolder: join(folder, 'build'),
    entry: [],
    startProgram: () => undefined,
    process: new EventEmitter(),
  });
  app.becomeReady();
  await called('window.loadURL');
}
const called = (name: string) => vi.waitFor(() => expect(callNames()).toContain(name), { timeout: 20_000 });

/** Connects as the preload and the page do, without Chromium between them. */
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

async function endsOfSessions(): Promise<unknown[]> {
  const { events } = storePaths(join(folder, 'data'), { id: PRACTICE_ID, practice: true });
  const reader = openEventReader(events);
  const { sessions } = await reader.coverage({ from: 0, to: Date.now() + 60_000 });
  await reader.close();
  return sessions.map(({ reason }) => reason);
}

function signOutOfWindows(): void {
  if (BrowserWindow.last === null) throw new Error('There is no window.');
  app.endSession(BrowserWindow.last);
  expect(app.exitAfterWindows()).toBe(false);
}

test.each<[string, () => void, OpenDatabases]>([
  ['the user quits', () => app.quit(), databasesInThreads],
  ['Windows signs out', signOutOfWindows, inThreadDatabases],
  ['the computer is shut down', () => powerMonitor.emit('shutdown'), inThreadDatabases],
])(
  '[HOST-12] a page on Practice gets events as they are stored, and the store is closed when %s',
  async (_, end, openDatabases) => {
    await run(['--practice'], openDatabases);
    const { client, backend } = openPage();

    const watching = Promise.withResolvers<WatchId>();
    const snapshots = backend.watches.feed.subscribe(undefined, {
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

    end();
    await called('app.quit');
    await vi.waitFor(async () => expect(await endsOfSessions()).toEqual(['stopped']));
  },
  60_000,
);

test('[HOST-7] a second start with --practice opens Practice once in the running app, and the page shows it', async () => {
  await run();
  const { client, backend } = openPage();
  const opened = new Set<WatchId>();
  const snapshots = backend.watches.feed.subscribe(undefined, {
    onData: ({ data }) => data.watches.forEach(({ watch }) => opened.add(watch)),
  });
  const notices: unknown[] = [];
  const feed = backend.alarms.notifications.subscribe(undefined, { onData: ({ data }) => notices.push(data) });

  const start = () => app.emit('second-instance', {}, [], folder, { argv: ['--practice'], cwd: folder });
  start();
  await vi.waitFor(() => expect(notices).toHaveLength(1), { timeout: 20_000 });
  start();
  await vi.waitFor(() => expect(notices).toHaveLength(2), { timeout: 20_000 });
  await vi.waitFor(() => expect(opened.size).toBeGreaterThan(0), { timeout: 20_000 });
  const [watch] = opened;
  const open = { kind: 'open', watch, target: { kind: 'screen', screen: 'watch' } };
  expect([opened.size, notices]).toEqual([1, [open, open]]);
  feed.unsubscribe();
  snapshots.unsubscribe();
  await client.close();
  app.quit();
  await called('app.quit');
});
