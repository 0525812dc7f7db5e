/**
 * Waits until the process is told to stop: by a signal, or by the end of whoever started it. npm passes a signal to
 * the shell between it and us, which dies of it and tells nobody; a collector left behind would keep the domain's
 * one seat.
 */
const PARENT_CHECK_MS = 1_000;

export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    const startedByNpm = process.env['npm_command'] !== undefined;
    const parentCheck = setInterval(() => {
      if (startedByNpm && process.ppid !== parent) stop();
    }, PARENT_CHECK_MS).unref();
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    function stop(): void {
      clearInterval(parentCheck);
      process.off('disconnect', stop);
      // The handlers stay: a second Ctrl+C must not cut off what the first one began to store.
      resolve();
    }
    for (const signal of signals) process.on(signal, stop);
    if (process.env['WATCHFLOOR_PASSED_ON'] === '1') {
      process.on('disconnect', stop);
      // Listening must not keep a command alive that failed.
      process.channel?.unref();
    }
  });
}
