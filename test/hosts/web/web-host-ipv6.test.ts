import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { buildPage, type BuiltPageFolder } from './built-page.ts';
import { getRequest, sendRaw } from './raw-http.ts';
import { RecordingLog } from './recording-log.ts';

const ipv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer().on('error', () => resolve(false));
  probe.listen({ host: '::1', port: 0 }, () => probe.close(() => resolve(true)));
});

describe.skipIf(!ipv6)('the web host on a machine with IPv6', () => {
  let page: BuiltPageFolder;
  let host: WebHost;

  const start = (port: number) =>
    startWebHost({
      port,
      application: memoryBackend().backend,
      rendererDirectory: page.directory,
      clock: new FakeClock(),
      log: new RecordingLog(),
    });
  beforeEach(async () => {
    page = await buildPage();
  });
  afterEach(async () => {
    await host.stop();
    await page.remove();
  });

  it('also answers at [::1]', async () => {
    host = await start(0);
    const port = Number(new URL(host.origin).port);
    expect((await sendRaw(port, getRequest(`[::1]:${port}`), '::1')).status).toBe(200);
  });

  it('answers only at 127.0.0.1, and not to the name [::1], if another program has that port', async () => {
    const another = createServer().listen({ host: '::1', port: 0 });
    await once(another, 'listening');
    const address = another.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    host = await start(port);
    const statuses = [
      (await sendRaw(port, getRequest(`127.0.0.1:${port}`))).status,
      (await sendRaw(port, getRequest(`[::1]:${port}`))).status,
    ];
    another.close();
    expect(statuses).toEqual([200, 421]);
  });
});
