/** Rejects when the signal is aborted, even if `work` does not support that; its later result is ignored. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new Error('It was cancelled.', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Marks the promise that lost the race as handled, so that its late rejection is not reported.
    work.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}
