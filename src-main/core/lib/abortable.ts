/** What `promise` gives, or at once the signal's reason when that is aborted first; `promise` itself goes on unseen. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- the reason is the caller's own
    reject(signal.reason);
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Whichever came too late has nobody left to tell.
    promise.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}
