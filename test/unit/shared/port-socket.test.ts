import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../src-main/core/api/router.ts';
import { createPortServer } from '../../../src-main/hosts/electron/port-server.ts';
import type { PortServerSocket } from '../../../src-main/hosts/electron/port-server-socket.ts';
import { portBridge } from '../../../src-preload/bridge.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter.ts';
import { HANG_UP, PORT_URL, portWebSocket, type PreloadBridge } from '../../../src-shared/api/port-socket.ts';
import { MessageChannelMain } from '../../doubles/electron.ts';
import { ONLY_WATCH, RecordingApplication } from '../../doubles/recording-application.ts';

let application: RecordingApplication;
/** The backend's end of each wire, oldest first. */
let wires: PortServerSocket[];
let bridge: PreloadBridge;
let socketClient: ReturnType<typeof createWSClient>;
let backend: ReturnType<typeof createTRPCClient<AppRouter>>;

/** The page's side as in Electron (bridge of the preload, socket, client), the backend's side as in Electron's main. */
beforeEach(() => {
  application = new RecordingApplication();
  wires = [];
  const serve = createPortServer(application);
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
    if (application.openFeeds > 0 || openWires > 0)
      throw new Error(`${application.openFeeds} feeds and ${openWires} wires were left open`);
  });
});

/** Collects the seqs that a live feed from the beginning delivers. */
function watchLiveFeed(): { seqs: number[]; stop: () => void } {
  const seqs: number[] = [];
  const subscription = backend.timeline.feed.subscribe(
    { watch: ONLY_WATCH, filter: EVERYTHING, after: 0 },
    { onData: ({ data }) => seqs.push(...data.rows.toReversed().map((row) => row.seq)) },
  );
  return { seqs, stop: () => subscription.unsubscribe() };
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a port dressed as a socket', () => {
  test('carries a call and its answer', async () => {
    await expect(backend.host.describe.query()).resolves.toEqual(application.describe());
  });

  test('carries the code and the facts of an expected failure, and no sentence', async () => {
    const page = { watch: ONLY_WATCH, filter: EVERYTHING, direction: 'older', cursor: null, limit: 1 } as const;
    await expect(backend.timeline.page.query(page)).rejects.toMatchObject({
      message: 'WATCH_CLOSED',
      data: { appCode: 'WATCH_CLOSED', facts: { watch: ONLY_WATCH } },
    });
  });

  test('carries a bug as an incident, and nothing of its message', async () => {
    await expect(backend.watch.retryNow.mutate({ watch: ONLY_WATCH })).rejects.toMatchObject({
      message: 'INTERNAL',
      data: { appCode: 'INTERNAL', incident: 'incident-1' },
    });
  });

  test('carries a feed, and ends it in the backend when the page stops listening', async () => {
    const feed = watchLiveFeed();
    application.receive(200);
    await vi.waitFor(() => expect(feed.seqs).toEqual(upTo(200)));

    feed.stop();

    await vi.waitFor(() => expect(application.openFeeds).toBe(0));
  });

  test('resumes a feed over a new wire when one is cut, without a hole or a repeat', async () => {
    const feed = watchLiveFeed();
    for (const cut of [1, 2, 3]) {
      application.receive(50);
      await vi.waitFor(() => expect(wires).toHaveLength(cut));
      await vi.waitFor(() => expect(feed.seqs.length).toBeGreaterThan((cut - 1) * 50));
      wires.at(-1)?.close();
      // Arrives while no wire is open.
      application.receive(1);
    }

    await vi.waitFor(() => expect(feed.seqs).toEqual(upTo(153)));
    expect({ wires: wires.length, openFeeds: application.openFeeds }).toEqual({ wires: 4, openFeeds: 1 });
  });

  test('rejects what is pending at once when the wire is cut', async () => {
    application.startPracticeResult = new Promise(() => undefined);
    const call = backend.practice.start.mutate({ scenario: 'calm' });
    await vi.waitFor(() => expect(wires).toHaveLength(1));
    // The call has arrived when the answer to a later one has.
    await backend.host.describe.query();

    wires[0]?.close();

    await expect(call).rejects.toThrow('The connection between the page and Watchfloor was closed.');
  });

  test('answers calls again after the wire was cut', async () => {
    await backend.host.describe.query();
    wires[0]?.close();
    // A call made before the cut was noticed is rejected like any that was pending.
    await vi.waitFor(async () => expect(await backend.host.describe.query()).toEqual(application.describe()));
  });

  test('hangs up the wire in the backend when the page closes its socket', async () => {
    await backend.host.describe.query();
    await socketClient.close();
    await vi.waitFor(() => expect(wires.map((wire) => wire.readyState)).toEqual([3]));
  });
});

/** A wire whose other end is the test. */
function socketOverSilentWire() {
  const sent: string[] = [];
  const listeners: ((text: string) => void)[] = [];
  const Socket = portWebSocket(() => ({
    send: (text) => sent.push(text),
    onMessage: (listener) => void listeners.push(listener),
  }));
  const socket = new Socket(PORT_URL);
  const heard: string[] = [];
  for (const type of ['open', 'message', 'error', 'close'] as const)
    socket.addEventListener(type, ({ data, code }) => heard.push([type, data, code].filter(Boolean).join(' ')));
  return { socket, sent, heard, hear: (text: string) => listeners.at(-1)?.(text) };
}

describe('the socket by itself', () => {
  test('opens after the listeners were added, and not before', async () => {
    const { socket, heard } = socketOverSilentWire();
    expect(socket.readyState).toBe(0);
    await vi.waitFor(() => expect(heard).toEqual(['open']));
    expect(socket.readyState).toBe(1);
  });

  test('says error before close where the wire ends before it opened, so that nobody waits for it', async () => {
    const { hear, heard } = socketOverSilentWire();
    hear(HANG_UP);
    expect(heard).toEqual(['error', 'close 1006']);
  });

  test('closes once, however often it is told, and is silent afterwards', async () => {
    const { socket, sent, heard, hear } = socketOverSilentWire();
    await vi.waitFor(() => expect(heard).toEqual(['open']));
    socket.close();
    socket.close();
    hear(HANG_UP);
    hear('late');
    socket.send('late');
    expect({ heard, sent }).toEqual({ heard: ['open', 'close 1000'], sent: [HANG_UP] });
  });

  test('has the constants of a WebSocket on the class and on each instance', () => {
    const { socket } = socketOverSilentWire();
    const constants = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
    expect(socket).toMatchObject(constants);
    expect(Object.fromEntries(Object.entries(socket.constructor))).toEqual(constants);
  });
});
