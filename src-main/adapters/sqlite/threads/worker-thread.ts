/**
 * A thread with targets, each with a client here. The thread starts at the first call and ends after the last client is
 * closed. A thread that dies is started again, opens its targets again and gets every call without an answer, in order,
 * so nothing is lost. Nothing is done twice either, because each call can be repeated: `append` names the seq before
 * it, a projection's commit its cursor, all other changes are idempotent, and reading changes nothing. A client names
 * the exceptions (`notRepeated`).
 */
import type { Worker } from 'node:worker_threads';
import { appError } from '../../../../src-shared/api/errors.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { Log } from '../../../core/ports/log.ts';
import { type WorkerCall, CLOSE, type WorkerMessage, OPEN, type WorkerRequest } from './call-server.ts';
import { type ClientOptions, createRemote, deserializeError, type RemoteClient } from './remote.ts';

/** More deaths in a minute are no accident: a call or the machine causes them. */
const MAX_DEATHS = 5;
const DEATH_WINDOW_MS = 60_000;

interface Target {
  readonly id: number;
  readonly spec: unknown;
  readonly options: ClientOptions;
  /** True if the current thread has the spec. */
  isSent: boolean;
  closing: Promise<void> | null;
}

interface PendingCall {
  readonly call: WorkerCall;
  readonly target: Target;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export class WorkerThread<Spec> {
  readonly #startWorker: () => Worker;
  readonly #log: Log | undefined;
  readonly #targets = new Set<Target>();
  readonly #pending = new Map<number, PendingCall>();
  readonly #ends = new Set<Promise<void>>();
  #thread: Worker | null = null;
  #lastId = 0;
  #deaths: number[] = [];

  /** @param startWorker starts the thread, which serves calls (`serveCalls`) */
  constructor(startWorker: () => Worker, log?: Log) {
    this.#startWorker = startWorker;
    this.#log = log;
  }

  client<Port extends object>(spec: Spec, options: ClientOptions = {}): RemoteClient<Port> {
    const target: Target = { id: (this.#lastId += 1), spec, options, isSent: false, closing: null };
    this.#targets.add(target);
    const close = (): Promise<void> => (target.closing ??= this.#close(target));
    return {
      remote: createRemote((method, args, signal) =>
        method === CLOSE ? close() : this.#call(target, method, args, signal),
      ),
      open: async () => void (await this.#call(target, OPEN, [])),
      close,
      abandon: () => (target.closing ??= this.#abandon(target)),
    };
  }

  async #close(target: Target): Promise<void> {
    try {
      if (target.isSent && this.#thread !== null) await this.#call(target, CLOSE, []);
    } finally {
      await this.#remove(target);
    }
  }

  /** Ends the thread in the middle of a call. */
  async #abandon(target: Target): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    this.#rejectAll(appError('STORE_LOST', {}));
    await thread?.terminate();
    await this.#remove(target);
  }

  async #remove(target: Target): Promise<void> {
    this.#targets.delete(target);
    if (this.#targets.size > 0) return;
    this.#post({ kind: 'end' });
    this.#thread = null;
    this.#deaths = [];
    await Promise.all(this.#ends);
  }

  #call(target: Target, method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isLost() || target.closing !== null) throw appError('STORE_LOST', {});
      const id = (this.#lastId += 1);
      const call: WorkerCall = { kind: 'call', id, target: target.id, method, args };
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
      this.#pending.set(id, { call, target, resolve: settled(resolve), reject: settled(reject) });
      if (this.#thread === null) this.#start();
      else this.#send(target, call);
    });
  }

  #send(target: Target, call: WorkerCall): void {
    if (!target.isSent) this.#post({ kind: 'target', target: target.id, spec: target.spec });
    target.isSent = true;
    this.#post(call);
  }

  #post(message: WorkerRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread?.postMessage(message);
  }

  #start(): void {
    const thread = this.#startWorker();
    this.#thread = thread;
    thread.on('message', (message: WorkerMessage) => this.#receive(message));
    let failure: unknown;
    thread.once('error', (error) => (failure = error));
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    this.#ends.add(end);
    thread.once('exit', () => {
      this.#ends.delete(end);
      ended();
      if (this.#thread === thread) this.#handleDeath(failure);
    });
    // Also opens targets without a call. Nothing waits for the answer: the next call opens the target if this fails.
    const open = [...this.#targets].filter(({ isSent }) => isSent);
    for (const target of open) target.isSent = false;
    for (const target of open)
      this.#send(target, { kind: 'call', id: (this.#lastId += 1), target: target.id, method: OPEN, args: [] });
    for (const { call, target } of this.#pending.values()) this.#send(target, call);
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'done':
        this.#removePending(message.id)?.resolve(message.value);
        return;
      case 'failed':
        this.#removePending(message.id)?.reject(deserializeError(message.failure));
        return;
      case 'emitted':
        for (const { id, options } of this.#targets) if (id === message.target) options.onMessage?.(message.value);
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
    this.#deaths = [...this.#recentDeaths(), performance.now()];
    this.#log?.error('a thread of the store stopped', { deaths: this.#deaths.length, error: cause });
    if (this.#deaths.length > MAX_DEATHS) {
      this.#rejectAll(appError('STORE_LOST', {}, { cause }));
      return;
    }
    for (const [id, { call, target, reject }] of this.#pending)
      if (target.options.notRepeated?.has(call.method) === true && this.#pending.delete(id))
        reject(appError('STORE_LOST', {}));
    this.#start();
  }

  #recentDeaths(): number[] {
    const now = performance.now();
    return this.#deaths.filter((at) => now - at < DEATH_WINDOW_MS);
  }

  /** Becomes false when a death is old enough, so that one bad call does not end the other databases for good. */
  #isLost(): boolean {
    return this.#recentDeaths().length > MAX_DEATHS;
  }

  #rejectAll(reason: Error): void {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of waiting) reject(reason);
  }
}
