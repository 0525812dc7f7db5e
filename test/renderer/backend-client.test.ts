/** Router that serves every host. The page client reaches it over a port, as in Electron. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BackendClient, createBackendClient } from '../../src-renderer/backend/client.ts';
import type { WireState } from '../../src-renderer/backend/wire.ts';
import { BackendError } from '../../src-renderer/backend/backend-error.ts';
import { createPortServer } from '../../src-main/hosts/electron/pipe/port-server.ts';
import type { PortServerSocket } from '../../src-main/hosts/electron/pipe/port-server-socket.ts';
import { portBridge } from '../../src-preload/bridge.ts';
import { PORT_URL, portWebSocket } from '../../src-shared/api/port-socket.ts';
import type { BackendSnapshot } from '../../src-shared/api/watch.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { MessageChannelMain } from '../doubles/electron.ts';
import { FakePageClock } from '../doubles/fake-page-clock.ts';
import { emptyReader } from '../doubles/empty-store.ts';
import { memoryBackend, ONLY_WATCH } from '../doubles/memory-backend.ts';
import { closedWatch } from '../doubles/mounted-backend.ts';

let served: ReturnType<typeof memoryBackend>;
let clock: FakePageClock;
let wires: PortServerSocket[];
/** While set, no port arrives, as if there were no backend. */
let isGone: boolean;
let backend: BackendClient;
let close: () => Promise<void>;

beforeEach(() => {
  served = memoryBackend();
  clock = new FakePageClock();
  wires = [];
  isGone = false;
  const serve = createPortServer(served.backend);
  const opened = portBridge(() => {
    const { port1, port2 } = new MessageChannelMain();
    if (!isGone) wires.push(serve(port1));
    opened.takePort(port2.nodePort);
    if (isGone) port1.close();
  });
  ({ client: backend, close } = createBackendClient(
    {
      url: PORT_URL,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has all of a WebSocket that the client uses
      WebSocket: portWebSocket(() => opened.bridge) as unknown as typeof WebSocket,
      onConnected: () => undefined,
      isSessionExpired: async () => false,
      printLink: async () => undefined,
      makeLink: async () => '',
    },
    clock,
  ));
});
afterEach(async () => {
  await close();
  await vi.waitFor(() => {
    if (served.openFeeds > 0) throw new Error('feeds were left open');
  });
});

const everything = { watch: closedWatch, filter: EVERYTHING, direction: 'older', cursor: null, limit: 1 } as const;

/** Returns the failure of a refused call. */
const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'an answer',
    (error: unknown) => (error instanceof BackendError ? error.failure : error),
  );

describe('a failed call', () => {
  it('returns the code and facts of an expected failure', async () => {
    expect(await refusal(backend.timeline.page.query(everything))).toEqual({
      kind: 'expected',
      data: { code: 'WATCH_CLOSED', facts: { watch: closedWatch } },
    });
  });
  it('returns an incident id if the backend has a bug', async () => {
    served.watch.retryNow = () => {
      throw new Error('a bug with a secret in its message');
    };
    expect(await refusal(backend.watches.retryNow.mutate({ watch: ONLY_WATCH }))).toEqual({
      kind: 'incident',
      incident: 'incident-1',
    });
  });
  it('returns not-understood if the backend expects other input', async () => {
    expect(await refusal(backend.timeline.page.query({ ...everything, watch: ONLY_WATCH, limit: 501 }))).toEqual({
      kind: 'not-understood',
    });
  });
});

describe('a call whose connection is lost', () => {
  const lost = () => vi.waitFor(() => expect(wireStates().at(-1)).toBe('lost'));
  const open = () => vi.waitFor(() => expect(wireStates().at(-1)).toBe('open'));
  let states: WireState[];
  const wireStates = () => states;
  beforeEach(async () => {
    states = [];
    backend.wire.subscribe((state) => states.push(state));
    await backend.host.describe.query();
  });

  it('[PAGE-20] is refused immediately, whether it was sent before the loss or made after it, and is not sent later', async () => {
    const starting = vi.spyOn(served.backend, 'startPractice').mockReturnValue(new Promise(() => undefined));
    const sent = refusal(backend.practice.start.mutate({ scenario: 'sent before' }));
    await vi.waitFor(() => expect(starting).toHaveBeenCalledWith('sent before'));
    isGone = true;
    wires[0]?.close();
    await lost();
    const after = refusal(backend.practice.start.mutate({ scenario: 'requested afterwards' }));
    expect(await Promise.all([sent, after])).toEqual([{ kind: 'no-answer' }, { kind: 'no-answer' }]);
    isGone = false;
    await open();
    await backend.host.describe.query();
    expect(starting.mock.calls).toEqual([['sent before']]);
  });

  it('[PAGE-20] is refused and never sent if the connection is lost while it is made', async () => {
    const starting = vi.spyOn(served.backend, 'startPractice');
    const call = refusal(backend.practice.start.mutate({ scenario: 'not sent yet' }));
    wires[0]?.close();
    expect(await call).toEqual({ kind: 'no-answer' });
    await open();
    await backend.host.describe.query();
    expect(starting).not.toHaveBeenCalled();
  });

  it('[PAGE-20] is refused after 9 s of silence, even if the port is still open', async () => {
    const starting = vi.spyOn(served.backend, 'startPractice').mockReturnValue(new Promise(() => undefined));
    const call = refusal(backend.practice.start.mutate({ scenario: 'frozen' }));
    await vi.waitFor(() => expect(starting).toHaveBeenCalledTimes(1));
    clock.advance(8_999);
    expect(states).not.toContain('lost');
    clock.advance(1);
    expect(await call).toEqual({ kind: 'no-answer' });
    expect(states).toContain('lost');
  });
});

describe('a call that is not answered while the connection is alive', () => {
  /** Advances the clock, with a sign of life after each step. */
  async function pass(...steps: readonly number[]): Promise<void> {
    for (const ms of steps) {
      clock.advance(ms);
      await backend.host.describe.query();
    }
  }

  it('[PAGE-20] is given up after 15 s if it is a query, and the next query is sent', async () => {
    const states: WireState[] = [];
    backend.wire.subscribe((state) => states.push(state));
    await backend.host.describe.query();
    const answers: unknown[] = [];
    served.watch.reader = () => ({ ...emptyReader, extent: () => new Promise(() => undefined) });
    void refusal(backend.timeline.page.query({ ...everything, watch: ONLY_WATCH })).then((answer) =>
      answers.push(answer),
    );
    await pass(7_000, 7_999);
    expect(answers).toEqual([]);
    await pass(1);
    expect({ answers, wasLost: states.includes('lost') }).toEqual({ answers: [{ kind: 'no-answer' }], wasLost: false });
    expect(await refusal(backend.timeline.page.query(everything))).toMatchObject({ kind: 'expected' });
    expect(clock.pendingTimers).toBe(1);
  });

  it('rejects when its caller aborts it, and leaves no timer', async () => {
    await backend.host.describe.query();
    served.watch.reader = () => ({ ...emptyReader, extent: () => new Promise(() => undefined) });
    const caller = new AbortController();
    const call = backend.timeline.page.query({ ...everything, watch: ONLY_WATCH }, { signal: caller.signal });
    caller.abort(new Error('typed over'));
    await expect(call).rejects.toThrow('typed over');
    expect(clock.pendingTimers).toBe(1);
  });

  it('may take longer than 15 s if it is a command', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof ONLY_WATCH>();
    vi.spyOn(served.backend, 'startPractice').mockReturnValue(promise);
    const told = refusal(backend.practice.start.mutate({ scenario: 'slow' }));
    await pass(8_000, 8_000);
    resolve(ONLY_WATCH);
    expect(await told).toBe('an answer');
  });
});

describe('a feed', () => {
  it('reports when the backend ends it', async () => {
    const snapshots: BackendSnapshot[] = [];
    const ended = new Promise((resolve) => {
      backend.watches.feed.subscribe(undefined, { onData: (snapshot) => snapshots.push(snapshot), onEnd: resolve });
    });
    await vi.waitFor(() => expect(snapshots).toMatchObject([{ watches: [] }]));
    await served.backend.stop();
    expect(await ended).toBeNull();
  });
});
