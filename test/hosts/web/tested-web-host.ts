/** Starts a web host with a backend in memory and a built page for each test. */
import { createTRPCClient, createWSClient, type TRPCClient, wsLink } from '@trpc/client';
import { afterEach, beforeEach } from 'vitest';
import { WebSocket } from 'ws';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import type { ExportSource } from '../../../src-main/hosts/web/export-response.ts';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { buildPage, type BuiltPageFolder } from './built-page.ts';
import { type RawResponse, requestText, sendRaw } from './raw-http.ts';
import { RecordingLog } from './recording-log.ts';

class TestedWebHost {
  readonly clock = new FakeClock();
  readonly log = new RecordingLog();
  served = memoryBackend('1.2.3');
  exports: ExportSource = { read: async () => null };
  links: string[] = [];
  page!: BuiltPageFolder;
  host!: WebHost;
  port = 0;

  start(port = 0, rendererDirectory = this.page.directory): Promise<WebHost> {
    return startWebHost({
      port,
      application: this.served.backend,
      exports: { read: (fileName) => this.exports.read(fileName) },
      rendererDirectory,
      clock: this.clock,
      log: this.log,
      onLaunchLink: (url) => this.links.push(url),
    });
  }

  get(path: string, headers: readonly string[] = [], name = `127.0.0.1:${this.port}`): Promise<RawResponse> {
    return sendRaw(this.port, requestText(`GET ${path} HTTP/1.1`, [`Host: ${name}`, ...headers]));
  }

  openSocket(cookie: string): WebSocket {
    const { origin } = this.host;
    return new WebSocket(`ws://127.0.0.1:${this.port}/api/socket`, { origin, headers: { Cookie: cookie } });
  }

  openApi(cookie: string): { client: { close(): Promise<void> }; api: TRPCClient<AppRouter> } {
    const { origin } = this.host;
    class BrowserSocket extends WebSocket {
      constructor(url: string | URL) {
        super(url, { origin, headers: { Cookie: cookie } });
      }
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client knows the browser's class alone
    const client = createWSClient({ url: `ws://127.0.0.1:${this.port}/api/socket`, WebSocket: BrowserSocket as never });
    return { client, api: createTRPCClient<AppRouter>({ links: [wsLink({ client })] }) };
  }
}

export function testedWebHost(): TestedWebHost {
  const web = new TestedWebHost();

  beforeEach(async () => {
    web.served = memoryBackend('1.2.3');
    web.links = [];
    web.page = await buildPage();
    web.host = await web.start();
    web.port = Number(new URL(web.host.origin).port);
  });

  afterEach(async () => {
    await web.host.stop();
    await web.page.remove();
    await web.clock.advance(60_000); // resets the rate limits for the next test
  });

  return web;
}
