/**
 * Runs the complete life of the desktop app in this process: the built bundle, over the double of Electron, against a
 * simulator. Prints the results as one line of JSON.
 * Call: `node built-desktop.ts APP DATA_DIR PLATFORM`. APP holds `out` and the packages that `out` imports. PLATFORM
 * replaces `process.platform` for the bundle.
 */
import childProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import type { AppRouter } from '../../src-main/core/api/router.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { PORT_URL, portWebSocket, type PreloadBridge, WIRE_PORT } from '../../src-shared/api/port-socket.ts';
import * as electron from '../doubles/electron.ts';
import { sentLocalization } from '../doubles/sent-failures.ts';

const [app = '', dataDir = '', platform = ''] = process.argv.slice(2);
const bundle = join(app, 'out', 'main', 'index.js');
const packages = createRequire(bundle);
// Loads the native module before the platform changes. A process loads it only once.
const Sqlite = packages('better-sqlite3') as new (path: string) => { close(): void };
new Sqlite(':memory:').close();
Object.defineProperty(process, 'platform', { value: platform });
// The registry of a computer without a fleet policy.
Object.assign(childProcess, { execFileSync: () => String.raw`HKEY_LOCAL_MACHINE\Software\Policies\Microsoft` });
syncBuiltinESMExports();
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: new URL('../doubles/electron.ts', import.meta.url).href, shortCircuit: true }
      : next(name, context),
});

const { calls, callNames } = electron;
const callsTo = (name: string) => calls.filter((call) => call.name === name).map((call) => call.arguments);
// Runs before the app's own listener, which logs the error and continues.
process.prependListener('uncaughtException', (error) => {
  console.error(error);
  process.exit(1);
});
async function until<T>(read: () => T | false | null | undefined): Promise<T> {
  const late = Date.now() + 60_000;
  for (;;) {
    const found = read();
    if (found !== false && found !== null && found !== undefined) return found;
    const refused = callsTo('dialog.showErrorBox')[0];
    if (refused !== undefined) throw new Error(refused.join(': '));
    if (Date.now() > late) throw new Error(`Never came: ${read.toString()}. It came to: ${callNames().join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
const { clientId, clientSecret } = simulator.clients.basic;
const profile = join(dataDir, '..', `${platform}.json`);
await writeFile(
  profile,
  JSON.stringify({ id: 'built-desktop', name: 'Built', ...simulator.profile, clientId, flow: 'clientCredentials' }),
);

electron.resetElectron();
process.env['WATCHFLOOR_CLIENT_SECRET'] = clientSecret;
process.argv = [process.execPath, '--data-dir', dataDir, '--profile', profile];
await import(pathToFileURL(bundle).href);
electron.app.becomeReady();
const [address] = await until(() => callsTo('window.loadURL')[0]);
await until(() => callNames().includes('window.show'));
const window = await until(() => electron.BrowserWindow.last);

async function fetchPath(path: string): Promise<{ status: number; text: string }> {
  const [[, handle] = []] = callsTo('protocol.handle');
  const response = await (handle as (request: object) => Promise<Response>)({ method: 'GET', url: path });
  return { status: response.status, text: await response.text() };
}
const page = await fetchPath('app://watchfloor/');
const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';

// The page's end of the connection: the built preload script, and the page's client over its bridge.
const frame = {
  url: 'app://watchfloor/',
  origin: 'app://watchfloor',
  parent: null,
  detached: false,
  postMessage: (_channel: string, _message: null, [port]: [{ nodePort: MessagePort }]) =>
    electron.ipcRenderer.emit(WIRE_PORT, { ports: [port.nodePort] }),
};
electron.ipcRenderer.send = (channel) => void electron.ipcMain.emit(channel, { senderFrame: frame });
const [[options] = []] = callsTo('new BrowserWindow');
const { preload = '' } = (options as { webPreferences?: { preload?: string } } | undefined)?.webPreferences ?? {};
packages(preload);
const [[, bridge] = []] = callsTo('contextBridge.exposeInMainWorld');
const client = createWSClient({
  url: PORT_URL,
  WebSocket: portWebSocket(() => bridge as PreloadBridge) as unknown as typeof WebSocket,
});
const backend = createTRPCClient<AppRouter>({ links: [wsLink({ client })] });
const watching = Promise.withResolvers<WatchId>();
backend.watches.feed.subscribe(undefined, {
  onData: ({ data }) => data.watches.forEach(({ watch }) => watching.resolve(watch)),
});
const watch = await watching.promise;
const kinds: string[] = [];
backend.timeline.feed.subscribe(
  { watch, filter: EVERYTHING, after: 0 },
  { onData: ({ data }) => kinds.push(...data.rows.toReversed().map((row) => row.kind)) },
);
let isAlarming = false;
backend.alarms.feed.subscribe({ watch }, { onData: ({ data }) => (isAlarming ||= data.rules.length > 0) });
await until(() => isAlarming && kinds.includes('SUBSCRIPTION_STARTED'));
const eid = `8904${'0'.repeat(28)}`;
const failed = sentLocalization({ eid, operation: 'LOCALIZED', at: Date.now(), errorCode: 'PROFILE_DOWNLOAD_FAILED' });
simulator.control.emit({ event: failed.kind, id: 'failed-1', data: JSON.parse(failed.data) });
await until(() => kinds.includes('LOCALIZATION'));
await until(() => callsTo('app.setBadgeCount').at(-1)?.[0] === 1);
const notifications = electron.Notification.made.map(({ options: shown }) => (shown as { title: string }).title);

const before = callNames().length;
window.close();
const closed = callNames()
  .slice(before)
  .find((name) => name === 'window.hide' || name === 'window.minimize');
electron.app.emit('second-instance', {}, [], app, { argv: ['watchfloor://coverage'], cwd: app });
await until(() => callNames().slice(before).includes('window.show'));

const { tooltip, picture } = electron.Tray.last ?? { tooltip: null, picture: '' };
const signs = { tooltip, picture: basename(picture), title: callsTo('window.setTitle').at(-1)?.[0] };
const overlay = callsTo('window.setOverlayIcon').at(-1)?.[0];
let isPaused = false;
if (platform === 'win32') {
  electron.app.endSession(window);
  // Without a window the app quits, once everything is stopped.
  if (!electron.app.exitAfterWindows()) await until(() => callsTo('app.quit').length === 2);
} else {
  electron.powerMonitor.emit('shutdown', { preventDefault: () => (isPaused = true) });
  await until(() => callNames().includes('app.quit'));
}
const result = {
  address,
  page: [page.status, (await fetchPath(`app://watchfloor${script}`)).status],
  licences: (await fetchPath('app://watchfloor/licences.json')).status,
  preload: preload.startsWith(app) && existsSync(preload),
  kinds,
  notifications,
  signs,
  overlay: typeof overlay === 'string' ? basename(overlay) : null,
  closed,
  shutdown: { isHeld: isPaused, isListenedTo: electron.powerMonitor.holdsShutdown },
};
await simulator.stop();
process.stdout.write(`${JSON.stringify(result)}\n`);
// Ends the process even if the double still has open handles.
process.exit();
