/**
 * `npm run dev`: runs the product from its sources. Vite's development server serves the page and replaces changed
 * components in the open page. A changed backend restarts without the page. Uses Electron if its binary and a display
 * are available, else the web host. Takes all options of `watchfloor start`.
 * No package contains this, and no setting of the product enables it (`docs/access-guard.md`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'electron-vite';
import { build } from 'vite';
import { ensurePageBuilt } from '../../src-main/hosts/cli/collect/page-build.ts';
import { openBrowser } from '../../src-main/hosts/cli/sign-in/open-browser.ts';
import { installedElectron } from '../../src-main/hosts/electron/window/availability.ts';
import { DevSessions } from './dev-sessions.ts';
import { freePort } from './free-port.ts';
import { startPageServer } from './page-server.ts';
import { RestartedProcess } from './restarted-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Paths in the configuration are relative to this folder.
process.chdir(root);

const args = process.argv.slice(2);
const electron = installedElectron();
const program = args.includes('--web') || electron.kind !== 'available' ? null : electron.binary;
const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'serve', 'development');
const { main = {}, preload = {}, renderer = {} } = config ?? {};

const backendPort = program === null ? await freePort() : null;
const sessions = backendPort === null ? null : new DevSessions(backendPort);
const page = await startPageServer(renderer, sessions);
// The backend runs from its sources, never from the bundle.
const environment = { ...process.env, WATCHFLOOR_DEV_SERVER: page.origin, WATCHFLOOR_BUNDLE: undefined };
const backend = new RestartedProcess(
  program === null
    ? { prepare: async () => undefined, start: startWebHost }
    : { prepare: buildDesktop, start: () => startDesktop(program) },
);
const folders = ['src-main', 'src-shared', 'src-simulator', ...(program === null ? [] : ['src-preload'])];
page.watch(folders, (path) => {
  console.log(`${path} has changed, so the backend starts again.`);
  backend.change();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => backend.stop());
console.log(
  program !== null
    ? 'Opening the desktop app.'
    : `Using a browser: ${electron.kind === 'available' ? '--web is set' : electron.why}.`,
);
process.exitCode = await backend.run();
await page.close();

function startWebHost(): ChildProcess {
  const call = ['build/watchfloor.js', 'start', ...args, '--web', '--no-open', `--port=${backendPort}`];
  const host = spawn(process.execPath, call, { stdio: ['inherit', 'pipe', 'inherit'], env: environment });
  createInterface({ input: host.stdout }).on('line', (line) => void printHostLine(line));
  return host;
}

async function printHostLine(line: string): Promise<void> {
  // Already printed at the start, with the reason.
  if (line.startsWith('Using the web page in a browser')) return;
  const [, link] = /^Watchfloor is ready: (\S+)$/.exec(line) ?? [];
  if (link !== undefined && (await sessions?.renew(link))) {
    console.log('The backend runs again. Open pages connect to it.');
    return;
  }
  const toPageOrigin = (text: string): string => text.replaceAll(sessions?.backendOrigin ?? page.origin, page.origin);
  console.log(toPageOrigin(line));
  if (link !== undefined && !args.includes('--no-open')) openBrowser(toPageOrigin(link), process.env);
}

async function buildDesktop(): Promise<void> {
  await ensurePageBuilt(environment, console.log, new AbortController().signal);
  await build(main);
  await build(preload);
}

function startDesktop(binary: string): ChildProcess {
  // Terminals of Electron-based editors set a variable that would turn Electron into plain Node.
  const env = { ...environment, ELECTRON_RUN_AS_NODE: undefined };
  return spawn(binary, ['build/dev/desktop.js', ...args], { stdio: 'inherit', env });
}
