/**
 * Client of a target in a thread of its own, which starts at the first call. A thread that dies is started again, opens
 * its target again and gets every call without an answer, in order, so nothing is lost. Nothing is done twice either,
 * because each call can be repeated: `append` names the seq before it, a projection's commit its cursor, all other
 * changes are idempotent, and reading changes nothing. The exception is `replace`, which would set aside the new store:
 * its caller checks again.
 */
import type { Worker } from 'node:worker_threads';
import { appError } from '../../../../src-shared/api/errors.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { Log } from '../../../core/ports/log.ts';
import { type WorkerCall, CLOSE, type WorkerMessage, OPEN, type WorkerRequest } from './call-server.ts';
import { deserializeError, type RemoteClient, createRemote } from './remote.ts';

/** More deaths in a minute are no accident: a call or the machine causes them. */
const MAX_DEATHS = 5;
const DEATH_WINDOW_MS = 60_000;

const NOT_RETRIED: ReadonlySet<string> = new Set(['replace']);

export interface WorkerThreadClientOptions {
  /** Starts the thread, which opens its target immediately (`serveCalls`). */
  readonly start: () => Worker;
  readonly log?: Log | undefined;
  readonly onMessage?: ((value: unknown) => void) | undefined;
}

interface PendingCall {
  readonly call: WorkerCall;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export class WorkerThreadClient<Port extends object> implements RemoteClient<Port> {
  readonly remote: Port;
  readonly #options: WorkerThreadClientOptions;
  readonly #pending = new Map<number, PendingCall>();
  readonly #ends = new Set<Promise<void>>();
  #thread: Worker | null = null;
  #lastId = 0;
  #deaths: number[] = [];
  #closedError: Error | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: WorkerThreadClientOptions) {
    this.#options = options;
    this.remote = createRemote((method, args, signal) =>
      method === CLOSE ? this.close() : this.#call(method, args, signal),
    );
  }

  async open(): Promise<void> {
    await this.#call(OPEN, []);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async abandon(): Promise<void> {
    this.#closedError ??= appError('STORE_LOST', {});
    const thread = this.#thread;
    this.#thread = null;
    this.#rejectAll(this.#closedError);
    await thread?.terminate();
  }

  async #close(): Promise<void> {
    const closed = this.#thread === null ? undefined : this.#call(CLOSE, []);
    this.#closedError ??= appError('STORE_LOST', {});
    try {
      await closed;
    } finally {
      this.#thread = null;
      await Promise.all(this.#ends);
    }
  }

  #call(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#closedError !== null) throw this.#closedError;
      const id = (this.#lastId += 1);
      const call: WorkerCall = { kind: 'call', id, method, args };
      const drop = (): void => {
        if (!this.#pending.delete(id)) return;
        this.#post({ kind: 'drop', id });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', drop, { once: true });
      const settled = <Value>(settle: (value: Value) => void): ((value: Value) => void) => {
        if (signal === undefined) return settle;
        return (value) => {
          signal.removeEventListener('abort', drop);
          settle(value);
        };
      };
      this.#pending.set(id, { call, resolve: settled(resolve), reject: settled(reject) });
      if (this.#thread === null) this.#start();
      else this.#post(call);
    });
  }

  #post(message: WorkerRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread?.postMessage(message);
  }

  #start(): void {
    const thread = this.#options.start();
    this.#thread = thread;
    thread.on('message', (message: WorkerMessage) => this.#receive(message, thread));
    let failure: unknown;
    thread.once('error', (error) => (failure = error));
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    this.#ends.add(end);
    thread.once('exit', () => {
      this.#ends.delete(end);
      ended();
      if (this.#thread !== thread) return;
      // The answer to the last call and the end of the thread may arrive in the same turn, which is not a death.
      if (this.#closing !== null && this.#pending.size === 0) this.#thread = null;
      else this.#handleDeath(failure);
    });
    for (const { call } of this.#pending.values()) this.#post(call);
  }

  #receive(message: WorkerMessage, thread: Worker): void {
    switch (message.kind) {
      case 'done':
        this.#removePending(message.id)?.resolve(message.value);
        return;
      case 'failed':
        this.#removePending(message.id)?.reject(deserializeError(message.failure));
        return;
      case 'told':
        this.#options.onMessage?.(message.value);
        return;
      case 'refused':
        if (this.#thread === thread) this.#thread = null;
        this.#rejectAll(deserializeError(message.failure));
        return;
      default:
        assertNever(message);
    }
  }

  #removePending(id: number): PendingCall | undefined {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    return waiting;
  }

  #handleDeath(cause: unknown): void {
    this.#thread = null;
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < DEATH_WINDOW_MS), now];
    this.#options.log?.error('a thread of the store stopped', { deaths: this.#deaths.length, error: cause });
    if (this.#deaths.length > MAX_DEATHS) {
      this.#closedError = appError('STORE_LOST', {}, { cause });
      this.#rejectAll(this.#closedError);
      return;
    }
    for (const [id, { call, reject }] of this.#pending)
      if (NOT_RETRIED.has(call.method) && this.#pending.delete(id)) reject(appError('STORE_LOST', {}));
    this.#start();
  }

  #rejectAll(reason: Error): void {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of waiting) reject(reason);
  }
}
