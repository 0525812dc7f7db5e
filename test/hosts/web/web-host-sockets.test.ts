import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { letIn } from './raw-http.ts';
import { testedWebHost } from './tested-web-host.ts';

describe('the web host', () => {
  const web = testedWebHost();

  it("ends the API's subscriptions when it stops, and stops only once", async () => {
    const { api, client } = web.openApi(await letIn(web.host.launchUrl));
    const ended = Promise.withResolvers<void>();
    const started = Promise.withResolvers<unknown>();
    api.watches.feed.subscribe(undefined, {
      onData: ({ data }) => started.resolve(data),
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error !== null) ended.resolve();
      },
    });
    expect(await started.promise).toMatchObject({ watches: [] });
    expect(web.served.openFeeds).toBe(1);
    await Promise.all([web.host.stop(), web.host.stop()]);
    await ended.promise;
    await expect.poll(() => web.served.openFeeds).toBe(0);
    await client.close();
    await expect(once(connect(web.port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('accepts eight sockets and refuses the ninth until one has closed', async () => {
    const cookie = await letIn(web.host.launchUrl);
    const sockets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = web.openSocket(cookie);
        await once(socket, 'open');
        return socket;
      }),
    );
    await expect(once(web.openSocket(cookie), 'open')).rejects.toThrow('Unexpected server response: 503');
    sockets[0]?.close();
    await expect
      .poll(() =>
        once(web.openSocket(cookie), 'open').then(
          () => 'open',
          () => 'refused',
        ),
      )
      .toBe('open');
  });

  it('closes a socket that sends more than a megabyte at once', async () => {
    const socket = web.openSocket(await letIn(web.host.launchUrl));
    await once(socket, 'open');
    socket.send('x'.repeat(2 ** 20 + 1));
    expect((await once(socket, 'close'))[0]).toBe(1009);
  });

  it('closes the socket of a page that stopped reading, instead of buffering for it', async () => {
    web.served = memoryBackend('x'.repeat(2 ** 20));
    await web.host.stop();
    web.host = await web.start(web.port);
    const socket = web.openSocket(await letIn(web.host.launchUrl));
    await once(socket, 'open');
    socket.send(JSON.stringify({ id: 0, method: 'subscription', params: { path: 'watches.feed' } }));
    await expect.poll(() => web.served.openFeeds).toBe(1);
    socket.pause();
    for (let id = 1; id <= 40; id += 1)
      socket.send(JSON.stringify({ id, method: 'query', params: { path: 'host.describe' } }));
    await expect.poll(() => web.served.openFeeds).toBe(0);
    socket.terminate();
  });

  it('closes the socket of a page that sleeps, however little it gets, and keeps one that answers', async () => {
    const cookie = await letIn(web.host.launchUrl);
    const asleep = web.openSocket(cookie);
    const awake = web.openSocket(cookie);
    let responses = 0;
    awake.on('message', (message: Buffer) => {
      if (message.toString() !== 'PING') return;
      responses += 1;
      awake.send('PONG');
    });
    await Promise.all([once(asleep, 'open'), once(awake, 'open')]);
    await once(asleep, 'close');
    await expect.poll(() => responses).toBeGreaterThan(1);
    expect(awake.readyState).toBe(WebSocket.OPEN);
    awake.terminate();
  });

  it('refuses the thirty-third feed of a socket, and another socket can open feeds', async () => {
    const cookie = await letIn(web.host.launchUrl);
    const greedy = web.openApi(cookie);
    const codes: unknown[] = [];
    for (let feed = 0; feed < 200; feed += 1)
      greedy.api.watches.feed.subscribe(undefined, { onError: ({ data }) => codes.push(data?.appCode) });
    await expect.poll(() => codes.length).toBe(168);
    expect({ codes: [...new Set(codes)], feeds: web.served.openFeeds }).toEqual({
      codes: ['TOO_MANY_FEEDS'],
      feeds: 32,
    });
    const modest = web.openApi(cookie);
    const started = Promise.withResolvers<unknown>();
    modest.api.watches.feed.subscribe(undefined, {
      onData: ({ data }) => started.resolve(data),
      onError: started.reject,
    });
    expect(await started.promise).toMatchObject({ watches: [] });
    await Promise.all([greedy.client.close(), modest.client.close()]);
    await expect.poll(() => web.served.openFeeds).toBe(0);
  });
});
