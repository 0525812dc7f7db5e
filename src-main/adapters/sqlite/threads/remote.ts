/**
 * The caller has the port itself, with promises; the worker has the same methods as plain functions. Of an `AppError`,
 * code and facts cross the thread boundary; of any other error its stack, for the log.
 */
import { setImmediate } from 'node:timers/promises';
import { AppError, type AppErrorData, appError } from '../../../../src-shared/api/errors.ts';

/** The port as the worker implements it: synchronous and without signals. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never;
};

/** Result of a call that did a part of its work. The thread makes the call again after those that wait. */
export const UNFINISHED = Symbol('unfinished');
export type Unfinished = typeof UNFINISHED;

/** A target in a thread: plain functions whose arguments and results can be cloned. */
export interface CallTarget {
  close(): void | Promise<void>;
}

export interface RemoteClient<Port> {
  readonly remote: Port;
  /** Resolves when the target is open. @throws what opening it threw */
  open(): Promise<void>;
  /** Idempotent. Resolves when earlier calls are done and everything is closed. Later ones reject with STORE_LOST. */
  close(): Promise<void>;
  /** Ends it immediately. Calls in progress are not finished and reject with STORE_LOST. */
  abandon(): Promise<void>;
}

export interface ClientOptions {
  readonly onMessage?: (value: unknown) => void;
  /** Methods that must not be repeated after their thread died. They reject with STORE_LOST. */
  readonly notRepeated?: ReadonlySet<string>;
}

/** @param signal last argument of the call if it is a signal; it does not cross the thread boundary */
export type SendCall = (method: string, args: readonly unknown[], signal: AbortSignal | undefined) => Promise<unknown>;

/** Creates a proxy that sends every call. It is not thenable, because awaiting it would be a call. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what is sent on, and saves an assertion each
export function createRemote<Port extends object>(send: SendCall): Port {
  const methods: Record<string, unknown> = {};
  const remote = new Proxy(methods, {
    get(cached, name) {
      if (typeof name !== 'string' || name === 'then') return undefined;
      cached[name] ??= (...args: unknown[]) => {
        const signal = args.at(-1);
        return signal instanceof AbortSignal ? send(name, args.slice(0, -1), signal) : send(name, args, undefined);
      };
      return cached[name];
    },
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which methods there are the compiler knows, by the port
  return remote as Port;
}

export function callMethod(target: object, method: string, args: readonly unknown[]): unknown {
  const work: unknown = Reflect.get(target, method);
  if (typeof work !== 'function') throw new Error(`There is no method ${method}.`);
  return Reflect.apply(work, target, args);
}

export interface CallRepair {
  /** Called before each attempt. */
  begin(): void;
  /** Returns true if the call must be repeated. */
  repair(error: unknown): Promise<boolean>;
}

/** Sends every call to the port, and again after a repair: damage in the middle of a file must not stay unnoticed. */
export function repairedRemote<Port extends object>(port: Port, newCall: () => CallRepair): Port {
  return createRemote<Port>(async (method, args, signal) => {
    const call = newCall();
    for (;;) {
      call.begin();
      try {
        return await callMethod(port, method, signal === undefined ? args : [...args, signal]);
      } catch (error) {
        if (!(await call.repair(error))) throw error;
      }
    }
  });
}

const MAX_UNINTERRUPTED_MS = 100;

/**
 * Runs the target in this thread, for a command that does nothing else and for tests. Opens it at the first call.
 * @param now a clock, in ms
 */
export function createSameThreadClient<Port extends object>(
  open: () => CallTarget,
  now: () => number = () => performance.now(),
): RemoteClient<Port> {
  let target: CallTarget | null = null;
  let isClosed = false;
  let yieldedAt = now();
  /** Lets timers and signals in from time to time: awaiting a finished call does not. */
  async function letOthersRun(): Promise<void> {
    if (now() - yieldedAt < MAX_UNINTERRUPTED_MS) return;
    await setImmediate();
    yieldedAt = now();
  }
  const client: RemoteClient<Port> = {
    /* oxlint-disable typescript/require-await -- a throw becomes a rejection, as on the other side of a thread */
    remote: createRemote(async (method, args, signal) => {
      if (method === 'close') return client.close();
      signal?.throwIfAborted();
      if (isClosed) throw appError('STORE_LOST', {});
      await letOthersRun();
      target ??= open();
      for (;;) {
        const value = callMethod(target, method, args);
        if (value !== UNFINISHED) return value;
        await Promise.resolve();
        signal?.throwIfAborted();
      }
    }),
    async open() {
      target ??= open();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await target?.close();
    },
    abandon: () => client.close(),
    /* oxlint-enable typescript/require-await */
  };
  return client;
}

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
