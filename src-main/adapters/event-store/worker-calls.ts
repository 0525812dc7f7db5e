/**
 * Calls to an object that lives in a worker thread, and the answers. Calls are answered in the order in which they were
 * made. Only the code and the facts of an `AppError` cross; another throw crosses as its stack, for the log.
 */
import type { MessagePort } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { AppError, type AppErrorData, appError } from '../../../src-shared/api/errors.ts';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Failure =
  | { readonly kind: 'expected'; readonly data: AppErrorData }
  | { readonly kind: 'fault'; readonly stack: string };

type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

const CLOSE = 'close';

/** What can be called: plain functions whose arguments and results can be cloned. */
type Methods = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Calls to such an object, wherever it lives. */
export interface Calls<Callable extends Methods> {
  call<Name extends keyof Callable & string>(
    method: Name,
    ...args: Parameters<Callable[Name]>
  ): Promise<ReturnType<Callable[Name]>>;
  /** Resolves when the calls before it are done and the object is gone; later calls reject with STORE_LOST. */
  close(): Promise<void>;
}

/** The worker's side. The thread ends with the call of `close`. */
export function answerCalls(port: MessagePort, methods: Methods): void {
  port.on('message', ({ id, method, args }: Call) => {
    port.postMessage(answer(id, () => Reflect.apply(methods[method] ?? unknownMethod, undefined, args)));
    if (method === CLOSE) port.close();
  });
}

function answer(id: number, work: () => unknown): Answer {
  try {
    return { id, ok: true, value: work() };
  } catch (error) {
    return { id, ok: false, failure: failureOf(error) };
  }
}

function unknownMethod(): never {
  throw new Error('The worker has no such method.');
}

function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return { kind: 'expected', data: error.data };
  return { kind: 'fault', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function errorOf(failure: Failure): Error {
  return failure.kind === 'expected' ? new AppError(failure.data) : new Error(`A worker failed: ${failure.stack}`);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** The caller's side: one worker thread, and the calls that wait for it. */
export class WorkerCalls<Callable extends Methods> implements Calls<Callable> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  #end: Error | null = null;

  constructor(url: URL, workerData: unknown) {
    this.#worker = new Worker(url, { workerData });
    this.#worker.on('message', (message: Answer) => this.#settle(message));
    this.#worker.on('error', (cause) => this.#rejectAll(stopped(cause)));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#rejectAll(stopped());
        resolve();
      });
    });
  }

  call<Name extends keyof Callable & string>(
    method: Name,
    ...args: Parameters<Callable[Name]>
  ): Promise<ReturnType<Callable[Name]>> {
    return this.#send(method, args);
  }

  /** Resolves when the thread is gone, also one that died by itself. */
  async close(): Promise<void> {
    await this.#send(CLOSE, []).catch(() => undefined);
    await this.#ended;
  }

  #send<Result>(method: string, args: readonly unknown[]): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#end !== null) {
        reject(this.#end);
        return;
      }
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      const call: Call = { id: this.#lastId, method, args };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(call);
    });
  }

  #settle(message: Answer): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.ok) waiting?.resolve(message.value);
    else waiting?.reject(errorOf(message.failure));
  }

  #rejectAll(reason: Error): void {
    this.#end ??= reason;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#end);
    this.#waiting.clear();
  }
}

function stopped(cause?: unknown): AppError {
  return appError('STORE_LOST', {}, { cause });
}
