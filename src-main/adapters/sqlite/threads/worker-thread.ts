/**
 * Starts a thread that died again, with every call without an answer, in order. Each call can be repeated: `append`
 * names the seq before it, a projection's commit its cursor, all others are idempotent, except `notRepeated`.
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
  isSent: boolean;
  closing: Promise<void> | null;
}

interface PendingCall {
  readonly call: WorkerCall;
  readonly target: Target;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface WorkerThreadOptions {
  readonly log?: Log | undefined;
  /** The thread ends after this time without a call; by default it keeps running. */
  readonly idleMs?: number | undefined;
  /** True for a thread that ends only when idle, not with its last client, and meanwhile keeps no process running. */
  readonly lingers?: boolean | undefined;
}

/** `startWorker` starts a thread that serves calls (`serveCalls`). */
export function createWorkerThread(startWorker: () => Worker, { log, idleMs, lingers }: WorkerThreadOptions = {}) {
  const targets = new Set<Target>();
  const pending = new Map<number, PendingCall>();
  const ends = new Set<Promise<void>>();
  let running: Worker | null = null;
  let lastId = 0;
  let deaths: number[] = [];
  let idle: NodeJS.Timeout | undefined;

  function client<Port extends object>(spec: unknown, options: ClientOptions = {}): RemoteClient<Port> {
    const target: Target = { id: (lastId += 1), spec, options, isSent: false, closing: null };
    targets.add(target);
    running?.ref();
    const close = (): Promise<void> => (target.closing ??= closeTarget(target));
    return {
      remote: createRemote((method, args, signal) =>
        method === CLOSE ? close() : callTarget(target, method, args, signal),
      ),
      open: async () => void (await callTarget(target, OPEN, [])),
      close,
      abandon: () => (target.closing ??= abandon(target)),
    };
  }

  async function closeTarget(target: Target): Promise<void> {
    try {
      if (target.isSent && running !== null) await callTarget(target, CLOSE, []);
    } finally {
      await remove(target);
    }
  }

  async function abandon(target: Target): Promise<void> {
    const thread = running;
    running = null;
    rejectAll(appError('STORE_LOST', {}));
    await thread?.terminate();
    await remove(target);
  }

  async function remove(target: Target): Promise<void> {
    targets.delete(target);
    if (targets.size > 0) return;
    if (lingers === true) {
      running?.unref();
      return;
    }
    endThread();
    deaths = [];
    await Promise.all(ends);
  }

  function endThread(): void {
    clearTimeout(idle);
    post({ kind: 'end' });
    running = null;
  }

  function endWhenIdle(): void {
    if (pending.size > 0 || idleMs === undefined) return;
    clearTimeout(idle);
    idle = setTimeout(endThread, idleMs).unref();
  }

  function callTarget(
    target: Target,
    method: string,
    args: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (isLost() || target.closing !== null) throw appError('STORE_LOST', {});
      const id = (lastId += 1);
      const call: WorkerCall = { kind: 'call', id, target: target.id, method, args };
      const drop = (): void => {
        if (!pending.delete(id)) return;
        post({ kind: 'drop', id });
        endWhenIdle();
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
      clearTimeout(idle);
      pending.set(id, { call, target, resolve: settled(resolve), reject: settled(reject) });
      if (running === null) start();
      else send(target, call);
    });
  }

  function send(target: Target, call: WorkerCall): void {
    if (!target.isSent) post({ kind: 'target', target: target.id, spec: target.spec });
    target.isSent = true;
    post(call);
  }

  function post(message: WorkerRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    running?.postMessage(message);
  }

  function start(): void {
    const thread = startWorker();
    running = thread;
    thread.on('message', (message: WorkerMessage) => receive(message));
    let failure: unknown;
    thread.once('error', (error) => (failure = error));
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    ends.add(end);
    thread.once('exit', () => {
      ends.delete(end);
      ended();
      if (running === thread) handleDeath(failure);
    });
    // Also opens targets without a call. Nothing waits for the answer: the next call opens the target if this fails.
    const open = [...targets].filter(({ isSent }) => isSent);
    for (const target of open) target.isSent = false;
    for (const target of open)
      send(target, { kind: 'call', id: (lastId += 1), target: target.id, method: OPEN, args: [] });
    for (const { call, target } of pending.values()) send(target, call);
  }

  function receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'done':
        removePending(message.id)?.resolve(message.value);
        return;
      case 'failed':
        removePending(message.id)?.reject(deserializeError(message.failure));
        return;
      case 'emitted':
        for (const { id, options } of targets) if (id === message.target) options.onMessage?.(message.value);
        return;
      default:
        assertNever(message);
    }
  }

  function removePending(id: number): PendingCall | undefined {
    const waiting = pending.get(id);
    pending.delete(id);
    endWhenIdle();
    return waiting;
  }

  function handleDeath(cause: unknown): void {
    running = null;
    deaths = [...recentDeaths(), performance.now()];
    log?.error('a thread of the store stopped', { deaths: deaths.length, error: cause });
    if (deaths.length > MAX_DEATHS) {
      rejectAll(appError('STORE_LOST', {}, { cause }));
      return;
    }
    for (const [id, { call, target, reject }] of pending)
      if (target.options.notRepeated?.has(call.method) === true && pending.delete(id))
        reject(appError('STORE_LOST', {}));
    start();
  }

  function recentDeaths(): number[] {
    const now = performance.now();
    return deaths.filter((at) => now - at < DEATH_WINDOW_MS);
  }

  /** Becomes false when a death is old enough, so that one bad call does not end the other databases for good. */
  function isLost(): boolean {
    return recentDeaths().length > MAX_DEATHS;
  }

  function rejectAll(reason: Error): void {
    const waiting = [...pending.values()];
    pending.clear();
    for (const { reject } of waiting) reject(reason);
  }

  return { client };
}
