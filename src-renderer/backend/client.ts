/**
 * Has the type of the router: `client.timeline.page.query(input)`, `client.views.feed.subscribe(input, listener)`. A
 * new call needs no code here. Stores take the part that they use: `Pick<BackendClient, 'timeline'>`.
 */
import { createTRPCUntypedClient, TRPCClientError, wsLink } from '@trpc/client';
import type { AppRouter } from '../../src-main/core/api/router.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { ClockReading, PageClock } from '../time/page-clock.ts';
import { asError, BackendError, type BackendFailure } from './backend-error.ts';
import type { Transport } from './transport.ts';
import { openWire, type WireState } from './wire.ts';

export type Stop = () => void;

export interface FeedListener<T> {
  readonly onData: (data: T) => void;
  /** The backend ended the feed; `error` is set if it failed. The feed does not resume. */
  readonly onEnd: (error: Error | null) => void;
}

interface CallOptions {
  /** The call rejects when this aborts. A call that is not sent yet is never sent. */
  readonly signal?: AbortSignal;
}

/** Rejects with a `BackendError`; `no-answer` if the connection is lost, or 15 s after a query. */
type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>;
/** Resumes after a lost connection. */
type Feed<Input, Item> = (input: Input, listener: FeedListener<Item>) => Stop;

interface Procedure<Type, Input, Output> {
  readonly _def: { readonly type: Type; readonly $types: { readonly input: Input; readonly output: Output } };
}
type TrackedItems<Item> = AsyncIterable<{ readonly data: Item }>;

type CallsOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends Procedure<'query', infer Input, infer Output>
    ? { readonly query: Call<Input, Output> }
    : Part[Name] extends Procedure<'mutation', infer Input, infer Output>
      ? { readonly mutate: Call<Input, Output> }
      : Part[Name] extends Procedure<'subscription', infer Input, TrackedItems<infer Item>>
        ? { readonly subscribe: Feed<Input, Item> }
        : CallsOf<Part[Name]>;
};

interface WireStatus {
  subscribe(listener: (wire: WireState) => void): Stop;
  lastReceived(): ClockReading | null;
  /** True if the host answers but rejects this page's session. Called while the connection is lost. */
  isSessionExpired(): Promise<boolean>;
  /** Prints a launch link where Watchfloor runs. Rejects if the host does not answer. */
  printLink(): Promise<void>;
  makeLink(): Promise<string>;
}

export type BackendClient = CallsOf<AppRouter['_def']['record']> & { readonly wire: WireStatus };

export interface Sender {
  query(path: string, input: unknown, options?: CallOptions): Promise<unknown>;
  mutate(path: string, input: unknown, options?: CallOptions): Promise<unknown>;
  subscribe(path: string, input: unknown, listener: FeedListener<unknown>): Stop;
}

/**
 * The slowest queries take about a second. Mutations have no timeout: a large copy takes minutes and goes on anyway.
 */
const QUERY_TIMEOUT_MS = 15_000;

/** `close` ends the connection for good; only tests need it, because leaving the page closes it. */
export function createBackendClient(
  pipe: Transport,
  clock: PageClock,
): { readonly client: BackendClient; readonly close: () => Promise<void> } {
  const wire = openWire(pipe, clock);
  wire.subscribe((state) => {
    if (state === 'open') pipe.onConnected();
  });
  const backend = createTRPCUntypedClient<AppRouter>({ links: [wsLink({ client: wire.socket })] });
  const client = clientOver(
    {
      query: (path, input, options) =>
        converted(
          wire.call((signal) => backend.query(path, input, { signal }), { ...options, timeoutMs: QUERY_TIMEOUT_MS }),
        ),
      mutate: (path, input, options) =>
        converted(wire.call((signal) => backend.mutation(path, input, { signal }), options)),
      subscribe(path, input, listener) {
        const subscription = backend.subscription(path, input, toObserver(listener));
        return () => subscription.unsubscribe();
      },
    },
    {
      subscribe: (listener) => wire.subscribe(listener),
      lastReceived: () => wire.lastReceived(),
      isSessionExpired: () => pipe.isSessionExpired(),
      printLink: () => pipe.printLink(),
      makeLink: () => pipe.makeLink(),
    },
  );
  return { client, close: () => wire.socket.close() };
}

/** Makes a client whose property paths are the paths of procedures. */
export function clientOver(sender: Sender, wire: WireStatus): BackendClient {
  const callsAt = (path: string): object =>
    new Proxy(
      {},
      {
        get(_, name) {
          // Without this, `await` would take each part of the client for a promise.
          if (typeof name === 'symbol' || name === 'then') return undefined;
          if (path === '' && name === 'wire') return wire;
          if (name === 'query') return sender.query.bind(sender, path);
          if (name === 'mutate') return sender.mutate.bind(sender, path);
          if (name === 'subscribe') return sender.subscribe.bind(sender, path);
          return callsAt(path === '' ? name : `${path}.${name}`);
        },
      },
    );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the router's type says which paths exist
  return callsAt('') as BackendClient;
}

/** Rejects with a `BackendError` instead of the error of tRPC. */
export async function converted<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw backendError(error);
  }
}

function toObserver(listener: FeedListener<unknown>) {
  return {
    // Each feed sends its items with an id, from which it resumes.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `trackedOutput` made the item
    onData: (item: unknown) => listener.onData((item as { data: unknown }).data),
    onError: (error: unknown) => listener.onEnd(backendError(error)),
    onComplete: () => listener.onEnd(null),
  };
}

function backendError(thrown: unknown): Error {
  if (!(thrown instanceof TRPCClientError)) return asError(thrown);
  return new BackendError(failureOf(thrown.data), thrown.message, { cause: thrown });
}

/** @param data from `errorFormatter` in `core/api/procedures.ts`; missing if the connection failed */
function failureOf(data: unknown): BackendFailure {
  if (typeof data !== 'object' || data === null || !('appCode' in data)) return { kind: 'no-answer' };
  if (data.appCode === 'BAD_REQUEST') return { kind: 'not-understood' };
  if (data.appCode === 'INTERNAL')
    return { kind: 'incident', incident: 'incident' in data ? String(data.incident) : 'unlogged' };
  const details = 'facts' in data ? data.facts : {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the backend built the pair by `appError`
  return { kind: 'expected', data: { code: data.appCode, facts: details } as AppErrorData };
}
