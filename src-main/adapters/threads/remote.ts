/**
 * One interface on both sides of a thread. Whoever calls has the port itself, every method of it a promise; whoever
 * answers has the same methods as plain functions (`Local`). No method is listed anywhere but in the port. Only the code
 * and the facts of an `AppError` cross; another throw crosses as its stack, for the log.
 */
import { AppError, type AppErrorData, appError } from '../../../src-shared/api/errors.ts';

/** The port as the thread that works has it: it answers at once, and has no use for a signal. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never;
};

/** What lives in a thread: plain functions whose arguments and results can be cloned. */
export interface CallTarget {
  close(): void;
}

/** The caller's side of something that lives elsewhere. */
export interface RemoteClient<Port> {
  readonly remote: Port;
  /** Resolves when what lives there is open. @throws what opening it threw */
  open(): Promise<void>;
  /** Idempotent; resolves when the calls before it are done and all is closed. Later calls reject with STORE_LOST. */
  close(): Promise<void>;
  /** Ends it at once: what is under way is not finished, and rejects with STORE_LOST. */
  abandon(): Promise<void>;
}

/** @param signal the last argument of the call, where it is one: it does not cross */
export type SendCall = (method: string, args: readonly unknown[], signal: AbortSignal | undefined) => Promise<unknown>;

/** Whatever is asked of it is sent on. Not thenable, or awaiting it would be a call. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what is sent on, and saves an assertion each
export function createRemote<Port extends object>(send: SendCall): Port {
  const methods: Record<string, unknown> = {};
  const remote = new Proxy(methods, {
    get(known, name) {
      if (typeof name !== 'string' || name === 'then') return undefined;
      known[name] ??= (...args: unknown[]) => {
        const signal = args.at(-1);
        return signal instanceof AbortSignal ? send(name, args.slice(0, -1), signal) : send(name, args, undefined);
      };
      return known[name];
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which methods there are the compiler knows, by the port
  return remote as Port;
}

/** @throws whatever the method throws */
export function callMethod(target: CallTarget, method: string, args: readonly unknown[]): unknown {
  const work: unknown = Reflect.get(target, method);
  if (typeof work !== 'function') throw new Error(`There is no method ${method}.`);
  return Reflect.apply(work, target, args);
}

/** The same without a thread: for a command that does nothing else, and for tests. `open` is called by `Lane.open`. */
export function createSameThreadClient<Port extends object>(open: () => CallTarget): RemoteClient<Port> {
  let target: CallTarget | null = null;
  let isClosed = false;
  const lane: RemoteClient<Port> = {
    /* oxlint-disable typescript/require-await -- a throw becomes a rejection, as on the other side of a thread */
    remote: createRemote(async (method, args, signal) => {
      if (method === 'close') return lane.close();
      signal?.throwIfAborted();
      if (isClosed) throw appError('STORE_LOST', {});
      target ??= open();
      return callMethod(target, method, args);
    }),
    async open() {
      target ??= open();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      target?.close();
    },
    abandon: () => lane.close(),
    /* oxlint-enable typescript/require-await */
  };
  return lane;
}

/** A failure as it crosses a thread. */
export type SerializedError =
  | { readonly kind: 'expected'; readonly data: AppErrorData }
  | { readonly kind: 'fault'; readonly stack: string };

export function serializeError(error: unknown): SerializedError {
  if (error instanceof AppError) return { kind: 'expected', data: error.data };
  return { kind: 'fault', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function deserializeError(failure: SerializedError): Error {
  return failure.kind === 'expected' ? new AppError(failure.data) : new Error(`A worker failed: ${failure.stack}`);
}
