import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import { createPortServer } from '../../../src-main/hosts/electron/pipe/port-server.ts';
import type { PortServerSocket } from '../../../src-main/hosts/electron/pipe/port-server-socket.ts';
import { portBridge } from '../../../src-preload/bridge.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { HANG_UP, PORT_URL, portWebSocket, type PreloadBridge } from '../../../src-shared/api/port-socket.ts';
import { MessageChannelMain } from '../../doubles/electron.ts';
import { memoryBackend, ONLY_WATCH } from '../../doubles/memory-backend.ts';

let served: ReturnType<typeof memoryBackend>;
/** The backend side of each connection, oldest first. */
let wires: PortServerSocket[];
let bridge: PreloadBridge;
let socketClient: ReturnType<typeof createWSClient>;
let backend: ReturnType<typeof createTRPCClient<AppRouter>>;

/** Connects the page side as in Electron (preload bridge, socket, client) to the backend side as in Electron main. */
beforeEach(() => {
  served = memoryBackend();
  wires = [];
  const serve = createPortServer(served.backend);
  const opened = portBridge(() => {
    const { port1, port2 } = new MessageChannelMain();
    wires.push(serve(port1));
    opened.takePort(port2.nodePort);
  });
  bridge = opened.bridge;
  socketClient = createWSClient({
    url: PORT_URL,
    WebSocket: portWebSocket(() => bridge) as unknown as typeof WebSocket,
    retryDelayMs: () => 0,
  });
  backend = createTRPCClient<AppRouter>({ links: [wsLink({ client: socketClient })] });
});

afterEach(async () => {
  await socketClient.close();
  await vi.waitFor(() => {
    const openWires = wires.filter((wire) => wire.readyState === wire.OPEN).length;
    if (served.openFeeds > 0 || openWires > 0)
      throw new Error(`${served.openFeeds} feeds and ${openWires} wires were left open`);
  });
});

function watchLiveFeed(): { seqs: number[]; stop: () => void } {
  const seqs: number[] = [];
  const subscription = backend.timeline.feed.subscribe(
    { watch: ONLY_WATCH, filter: EVERYTHING, after: 0 },
    { onData: ({ data }) => seqs.push(...data.rows.toReversed().map((row) => row.seq)) },
  );
  return { seqs, stop: () => subscription.unsubscribe() };
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a message port as a WebSocket', () => {
  test('transports a call and its answer', async () => {
    await expect(backend.host.describe.query()).resolves.toEqual(served.backend.description);
  });

  test('transports a bug as an incident, without its message', async () => {
    served.watch.retryNow = () => {
      throw new Error('a bug with a secret in its message');
    };
    await expect(backend.watches.retryNow.mutate({ watch: ONLY_WATCH })).rejects.toMatchObject({
      message: 'INTERNAL',
      data: { appCode: 'INTERNAL', incident: 'incident-1' },
    });
  });

  test('transports a feed, and ends it in the backend when the page unsubscribes', async () => {
    const feed = watchLiveFeed();
    served.receive(200);
    await vi.waitFor(() => expect(feed.seqs).toEqual(upTo(200)));

    feed.stop();

    await vi.waitFor(() => expect(served.openFeeds).toBe(0));
  });

  test('resumes a feed over a new connection after a cut, without a gap or a repeated event', async () => {
    const feed = watchLiveFeed();
    for (const cut of [1, 2, 3]) {
      served.receive(50);
      await vi.waitFor(() => expect(wires).toHaveLength(cut));
      await vi.waitFor(() => expect(feed.seqs.length).toBeGreaterThan((cut - 1) * 50));
      wires.at(-1)?.close();
      // The event arrives while no connection is open.
      served.receive(1);
    }

    await vi.waitFor(() => expect(feed.seqs).toEqual(upTo(153)));
    expect({ wires: wires.length, openFeeds: served.openFeeds }).toEqual({ wires: 4, openFeeds: 1 });
  });

  test('closes the connection in the backend when the page closes its socket', async () => {
    await backend.host.describe.query();
    await socketClient.close();
    await vi.waitFor(() => expect(wires.map((wire) => wire.readyState)).toEqual([3]));
  });
});

function socketOverSilentWire() {
  const sent: string[] = [];
  const listeners: ((text: string) => void)[] = [];
  const Socket = portWebSocket(() => ({
    send: (text) => sent.push(text),
    onMessage: (listener) => void listeners.push(listener),
  }));
  const socket = new Socket(PORT_URL);
  const received: string[] = [];
  for (const type of ['open', 'message', 'error', 'close'] as const)
    socket.addEventListener(type, ({ data, code }) => received.push([type, data, code].filter(Boolean).join(' ')));
  return { socket, sent, received, hear: (text: string) => listeners.at(-1)?.(text) };
}

describe('the socket of a message port', () => {
  test('opens after the listeners were added, and not before', async () => {
    const { socket, received } = socketOverSilentWire();
    expect(socket.readyState).toBe(0);
    await vi.waitFor(() => expect(received).toEqual(['open']));
    expect(socket.readyState).toBe(1);
  });

  test('emits error before close if the connection ends before it opened, so that no caller waits for it', async () => {
    const { hear, received } = socketOverSilentWire();
    hear(HANG_UP);
    expect(received).toEqual(['error', 'close 1006']);
  });

  test('closes once, however often it is closed, and emits nothing afterwards', async () => {
    const { socket, sent, received, hear } = socketOverSilentWire();
    await vi.waitFor(() => expect(received).toEqual(['open']));
    socket.close();
    socket.close();
    hear(HANG_UP);
    hear('late');
    socket.send('late');
    expect({ received, sent }).toEqual({ received: ['open', 'close 1000'], sent: [HANG_UP] });
  });

  test('has the constants of a WebSocket on the class and on each instance', () => {
    const { socket } = socketOverSilentWire();
    const constants = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
    expect(socket).toMatchObject(constants);
    expect(Object.fromEntries(Object.entries(socket.constructor))).toEqual(constants);
  });
});
