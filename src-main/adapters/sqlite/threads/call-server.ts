/**
 * Worker side of a thread client: opens the target in this thread and answers calls in their order. Reads new messages
 * before each call, so that a dropped call never starts. There are no partial answers: a long operation is a port
 * method that returns one batch and where the next begins.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type CallTarget, callMethod, type SerializedError, serializeError } from './remote.ts';

export interface WorkerCall {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type WorkerRequest = WorkerCall | { readonly kind: 'drop'; readonly id: number };

export type WorkerMessage =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: SerializedError }
  /** Opening failed. The thread ends and answers nothing. */
  | { readonly kind: 'refused'; readonly failure: SerializedError }
  | { readonly kind: 'told'; readonly value: unknown };

/** Answered when the target is open. */
export const OPEN = 'open';
/** The last call, after which the thread ends. */
export const CLOSE = 'close';

export function serveCalls(port: MessagePort, open: (emit: (value: unknown) => void) => CallTarget): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: WorkerMessage): void => port.postMessage(message);
  let target: CallTarget;
  try {
    target = open((value) => post({ kind: 'told', value }));
  } catch (error) {
    post({ kind: 'refused', failure: serializeError(error) });
    return;
  }

  const waiting = new Map<number, WorkerCall>();
  const take = (message: WorkerRequest): void => {
    if (message.kind === 'drop') waiting.delete(message.id);
    else waiting.set(message.id, message);
  };
  let isWorking = false;
  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (;;) {
      for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port))
        take(more.message);
      const [call] = waiting.values();
      if (call === undefined) break;
      waiting.delete(call.id);
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      post(await invokeCall(target, call));
      if (call.method === CLOSE) port.close();
    }
    isWorking = false;
  };
  port.on('message', (message: WorkerRequest) => {
    take(message);
    void work();
  });
}

async function invokeCall(target: CallTarget, { id, method, args }: WorkerCall): Promise<WorkerMessage> {
  try {
    return { kind: 'done', id, value: method === OPEN ? undefined : await callMethod(target, method, args) };
  } catch (error) {
    return { kind: 'failed', id, failure: serializeError(error) };
  }
}
