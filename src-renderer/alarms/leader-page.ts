/**
 * Lets one tab of the browser show alarms: the one that opened first. When it closes, another tab takes over. If the
 * browser has no Web Locks (a page from another computer without TLS), every tab shows them.
 */
const LOCK_NAME = 'watchfloor.alarms';

/**
 * Runs `work` when this tab becomes the leader.
 * @param work returns a function that ends it
 * @returns gives up the leadership
 */
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
