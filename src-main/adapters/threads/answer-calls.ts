/**
 * The working side of a lane: opens what lives in this thread and answers calls in the order in which they were made.
 * Before each call it looks at what has arrived meanwhile, so that a call that was dropped is never begun. There are no
 * answers in parts: whatever may take long is a port's method that answers a piece and says where the next begins.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Callable, callLocal, type Failure, failureOf } from './remote.ts';

export interface Call {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type ToThread = Call | { readonly kind: 'drop'; readonly id: number };

export type FromThread =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
  /** It could not be opened; the thread ends, and answers nothing. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** What was told without being asked. */
  | { readonly kind: 'told'; readonly value: unknown };

/** Answered when what lives here is open. */
export const OPEN = 'open';
/** The last call: the thread ends with it. */
export const CLOSE = 'close';

export function answerCalls(port: MessagePort, open: (tell: (value: unknown) => void) => Callable): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: FromThread): void => port.postMessage(message);
  let target: Callable;
  try {
    target = open((value) => post({ kind: 'told', value }));
  } catch (error) {
    post({ kind: 'refused', failure: failureOf(error) });
    return;
  }

  const waiting = new Map<number, Call>();
  const take = (message: ToThread): void => {
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
      post(await answer(target, call));
      if (call.method === CLOSE) port.close();
    }
    isWorking = false;
  };
  port.on('message', (message: ToThread) => {
    take(message);
    void work();
  });
}

async function answer(target: Callable, { id, method, args }: Call): Promise<FromThread> {
  try {
    return { kind: 'done', id, value: method === OPEN ? undefined : await callLocal(target, method, args) };
  } catch (error) {
    return { kind: 'failed', id, failure: failureOf(error) };
  }
}
