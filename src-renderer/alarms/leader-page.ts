/**
 * Of all tabs of this browser one shows alarms, whichever was there first; when it goes, another takes over. Where a
 * browser cannot tell (a page of another computer), each does.
 */
const LOCK_NAME = 'watchfloor.alarms';

/** @param work begins when it is this page's turn; what it returns ends it. @returns gives the turn away */
export function runInLeaderPage(work: () => () => void): () => void {
  const stopController = new AbortController();
  const begin = async () => {
    const stop = work();
    await new Promise<void>((resolve) =>
      stopController.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    stop();
  };
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- it is missing where the page is not of this computer
  if (navigator.locks === undefined) void begin();
  else
    navigator.locks
      .request(LOCK_NAME, { signal: stopController.signal }, async () =>
        stopController.signal.aborted ? undefined : begin(),
      )
      .catch(() => undefined);
  return () => stopController.abort();
}
