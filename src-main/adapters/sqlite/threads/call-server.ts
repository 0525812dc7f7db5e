/**
 * Worker side: answers calls in order, and reads new messages before each, so that a dropped call never starts. A long
 * operation returns one batch and where the next begins, or is called again until it has finished. A promise does not
 * delay later calls.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { type CallTarget, callMethod, type SerializedError, serializeError, UNFINISHED } from './remote.ts';

export interface WorkerCall {
  readonly kind: 'call';
  readonly id: number;
  readonly target: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type WorkerRequest =
  | { readonly kind: 'target'; readonly target: number; readonly spec: unknown }
  | WorkerCall
  | { readonly kind: 'drop'; readonly id: number }
  /** Sent when no call waits. Closes the targets that are still open. */
  | { readonly kind: 'end' };

export type WorkerMessage =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: SerializedError }
  | { readonly kind: 'emitted'; readonly target: number; readonly value: unknown };

/** Opens the target. Every other call opens it as well, so that a call after a failed one tries again. */
export const OPEN = 'open';
export const CLOSE = 'close';

export type OpenTarget<Spec> = (spec: Spec, emit: (value: unknown) => void) => CallTarget;

export function serveCalls<Spec>(port: MessagePort, open: OpenTarget<Spec>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: WorkerMessage): void => port.postMessage(message);
  const specs = new Map<number, Spec>();
  const targets = new Map<number, CallTarget>();
  const waiting = new Map<number, WorkerCall>();

  const opened = (id: number): CallTarget => {
    let target = targets.get(id);
    if (target === undefined) {
      const spec = specs.get(id);
      if (spec === undefined) throw new Error(`There is no target ${id}.`);
      targets.set(id, (target = open(spec, (value) => post({ kind: 'emitted', target: id, value }))));
    }
    return target;
  };
  const invoke = ({ target, method, args }: WorkerCall): unknown => {
    if (method === OPEN) return void opened(target);
    if (method !== CLOSE) return callMethod(opened(target), method, args);
    // The calls before it end first.
    if ([...waiting.values()].some((call) => call.target === target)) return UNFINISHED;
    const closing = targets.get(target);
    targets.delete(target);
    specs.delete(target);
    return closing?.close();
  };
  const answer = (call: WorkerCall): void => {
    const { id } = call;
    const fail = (error: unknown): void => post({ kind: 'failed', id, failure: serializeError(error) });
    try {
      const value = invoke(call);
      if (value === UNFINISHED) waiting.set(id, call);
      else if (value instanceof Promise)
        value.then((result: unknown) => post({ kind: 'done', id, value: result }), fail);
      else post({ kind: 'done', id, value });
    } catch (error) {
      fail(error);
    }
  };
  const receive = (message: WorkerRequest): void => {
    switch (message.kind) {
      case 'target':
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client of the same port sent it
        specs.set(message.target, message.spec as Spec);
        return;
      case 'call':
        waiting.set(message.id, message);
        return;
      case 'drop':
        waiting.delete(message.id);
        return;
      case 'end':
        for (const target of targets.values()) void target.close();
        port.close();
        return;
      default:
        assertNever(message);
    }
  };
  port.on('message', (first: WorkerRequest) => {
    receive(first);
    for (let last: WorkerCall | undefined; ;) {
      for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port))
        receive(more.message);
      // A call with more to do goes behind the calls that arrived during its batch.
      if (last !== undefined && waiting.delete(last.id)) waiting.set(last.id, last);
      const [call] = waiting.values();
      if (call === undefined) return;
      waiting.delete(call.id);
      answer(call);
      last = call;
    }
  });
}
