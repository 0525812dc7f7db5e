/**
 * The working side of a lane: opens what lives in this thread and answers calls in the order in which they were made.
 * Before each call it looks at what has arrived meanwhile, so that a call that was dropped is never begun. There are no
 * answers in parts: whatever may take long is a port's method that answers a piece and says where the next begins.
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
  /** It could not be opened; the thread ends, and answers nothing. */
  | { readonly kind: 'refused'; readonly failure: SerializedError }
  /** What was told without being asked. */
  | { readonly kind: 'told'; readonly value: unknown };

/** Answered when what lives here is open. */
export const OPEN = 'open';
/** The last call: the thread ends with it. */
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
