/**
 * What `work` gives, or at once the signal's reason when that is aborted first, whether or not what is waited for
 * listens to it. What comes of the work later is nobody's: neither its value nor its failure.
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new Error('It was given up.', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Whichever came too late has nobody left to tell.
    work.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}
