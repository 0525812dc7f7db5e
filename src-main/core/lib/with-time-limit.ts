import type { Clock } from '../ports/clock.ts';

/** Runs a task whose signal is aborted with `late()` when the time is over. Stops the timer when the task has ended. */
export async function withTimeLimit<T>(
  clock: Pick<Clock, 'sleep'>,
  limitMs: number,
  late: () => Error,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const timer = clock.sleep(limitMs, either).then(
    () => over.abort(late()),
    () => undefined,
  );
  try {
    return await task(either);
  } finally {
    over.abort(new Error('the task has ended'));
    await timer;
  }
}
