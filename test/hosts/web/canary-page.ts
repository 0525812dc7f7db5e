/** Client of a page over the real socket. It records every frame that it receives. */
import { createTRPCClient, createWSClient, type TRPCClient, wsLink } from '@trpc/client';
import { type RawData, WebSocket } from 'ws';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import { letIn } from './raw-http.ts';

export interface CanaryPage {
  readonly api: TRPCClient<AppRouter>;
  readonly frames: readonly Buffer[];
  get(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openCanaryPage(launchUrl: string): Promise<CanaryPage> {
  const cookie = await letIn(launchUrl);
  const { origin, host } = new URL(launchUrl);
  const frames: Buffer[] = [];
  class BrowserSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url, { origin, headers: { Cookie: cookie } });
      this.on('message', (data: RawData) =>
        frames.push(Buffer.concat([data].flat().map((part) => Buffer.from(part as Buffer)))),
      );
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client knows the browser's class alone
  const client = createWSClient({ url: `ws://${host}/api/socket`, WebSocket: BrowserSocket as never });
  return {
    api: createTRPCClient<AppRouter>({ links: [wsLink({ client })] }),
    frames,
    async get(path) {
      const answer = await fetch(`${origin}${path}`, { headers: { cookie }, redirect: 'manual' });
      const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      return Buffer.concat([Buffer.from(head), Buffer.from(await answer.arrayBuffer())]);
    },
    close: () => client.close(),
  };
}
