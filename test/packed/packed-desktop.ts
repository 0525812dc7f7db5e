/**
 * Runs the packed desktop app in this process, with the double of Electron in its place, and prints what it came to as
 * one line of JSON. Call: `node packed-desktop.ts APP DATA_DIR`, from no folder of this checkout.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as electron from '../doubles/electron.ts';

const [app = '', dataDir = ''] = process.argv.slice(2);
const double = new URL('../doubles/electron.ts', import.meta.url).href;
/** Not in the double, since no other test asks for them. */
const withUtility = `data:text/javascript,export * from ${JSON.stringify(double)}; export const utilityProcess = {};`;
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: withUtility, shortCircuit: true } : next(name, context),
});

const asked = (name: string) => electron.calls.filter((call) => call.name === name).map((call) => call.arguments);
async function until(isThere: () => boolean): Promise<void> {
  const late = Date.now() + 60_000;
  while (!isThere()) {
    if (Date.now() > late) throw new Error(`It came to: ${electron.callNames().join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

electron.resetElectron();
process.argv = [process.execPath, '--data-dir', dataDir, '--practice=calm-shift'];
await import(pathToFileURL(join(app, 'out', 'main', 'index.js')).href);
electron.app.becomeReady();
await until(() => asked('window.loadURL').length > 0);

const [[scheme, handle] = []] = asked('protocol.handle');
const answer = async (path: string) => {
  const response = await (handle as (request: object) => Promise<Response>)({ method: 'GET', url: path });
  return { status: response.status, text: await response.text() };
};
const page = await answer('app://watchfloor/');
const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
const [[options] = []] = asked('new BrowserWindow');
const { preload = '' } = (options as { webPreferences?: { preload?: string } } | undefined)?.webPreferences ?? {};

electron.app.quit();
await until(() => electron.callNames().includes('app.quit'));
process.stdout.write(
  `${JSON.stringify({
    address: asked('window.loadURL')[0]?.[0],
    scheme,
    page: page.status,
    script: (await answer(`app://watchfloor${script}`)).status,
    preload: preload.startsWith(app) && existsSync(preload),
  })}\n`,
);
// Whatever the double keeps waiting is no business of the test's.
process.exit();
