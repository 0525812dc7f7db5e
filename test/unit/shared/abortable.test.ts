import { expect, test, vi } from 'vitest';
import { abortable } from '../../../src-shared/lib/abortable.ts';

const never = new Promise<never>(() => {});

test('resolves or rejects like the promise', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve(7), signal)).toBe(7);
  const error = new Error('no');
  await expect(abortable(Promise.reject(error), signal)).rejects.toBe(error);
});

test('rejects immediately with the reason of an abort, before or during the wait', async () => {
  const reason = new Error('stopping');
  await expect(abortable(never, AbortSignal.abort(reason))).rejects.toBe(reason);
  const during = new AbortController();
  const waiting = abortable(never, during.signal);
  during.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('ignores an error after the abort and leaves no listener', async () => {
  const stopping = new AbortController();
  const removed = vi.spyOn(stopping.signal, 'removeEventListener');
  const { promise, reject } = Promise.withResolvers<void>();
  const waiting = abortable(promise, stopping.signal);
  stopping.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
  // An unhandled rejection would fail the run.
  reject(new Error('too late'));
  await new Promise(setImmediate);
  expect(removed).toHaveBeenCalledOnce();
});
