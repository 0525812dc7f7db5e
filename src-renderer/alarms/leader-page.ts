/** Lets one tab show alarms; when it closes, another takes over. Without Web Locks (plain HTTP), every tab does. */
const LOCK_NAME = 'watchfloor.alarms';

/** `work` returns a function that ends it. The result gives up the leadership. */
export function runInLeaderPage(work: () => () => void): () => void {
  const stopController = new AbortController();
  const startLeading = async () => {
    const stop = work();
    await new Promise<void>((resolve) =>
      stopController.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    stop();
  };
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- it is missing where the page is not of this computer
  if (navigator.locks === undefined) void startLeading();
  else
    navigator.locks
      .request(LOCK_NAME, { signal: stopController.signal }, async () =>
        stopController.signal.aborted ? undefined : startLeading(),
      )
      .catch(() => undefined);
  return () => stopController.abort();
}
