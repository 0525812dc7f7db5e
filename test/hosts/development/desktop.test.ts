/** Tests Electron's entry under `npm run dev`, with a double of Electron. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { app, calls, resetElectron, session } from '../../doubles/electron.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));
vi.mock('../../../out/main/index.js', () => ({}));

test('the window loads its page from the development server, and from the app what the server does not have', async () => {
  resetElectron();
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/main.tsx?t=1' ? 200 : 404).end('from the server');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('WATCHFLOOR_DEV_SERVER', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await import(new URL('../../../build/dev/desktop.js', import.meta.url).href);
  // Registers the handler when Electron is ready, as the app does.
  const handled = app
    .whenReady()
    .then(() => session.defaultSession.protocol.handle('app', () => new Response('from the app')));
  app.becomeReady();
  await handled;

  const handler = calls.find(({ name }) => name === 'protocol.handle')?.arguments[1] as (
    request: object,
  ) => Promise<Response>;
  const text = async (method: string, url: string) => (await handler({ method, url })).text();
  expect(await text('GET', 'app://watchfloor/main.tsx?t=1')).toBe('from the server');
  expect(await text('GET', 'app://watchfloor/exports/key')).toBe('from the app');
  expect(await text('POST', 'app://watchfloor/main.tsx?t=1')).toBe('from the app');
  server.close();
  vi.unstubAllEnvs();
});
