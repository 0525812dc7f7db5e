/**
 * When the process is told to stop: by a signal, or by the end of whoever started it. npm passes a signal to the shell
 * between it and us, which dies of it and tells nobody; a collector left behind would keep the domain's one seat.
 */
import { readFileSync } from 'node:fs';

const PARENT_CHECK_MS = 1_000;

/** Aborted once the process shall end. Call it before anything that may take long: until then signals kill. */
export function createStopSignal(): AbortSignal {
  const stopController = new AbortController();
  // The handlers stay: a second Ctrl+C must not cut off what the first one began to store.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopController.abort(new Error('told to stop')));
  return AbortSignal.any([stopController.signal, createParentExitSignal()]);
}

/** Aborted once whoever started the process is gone. For commands that a signal may kill where they stand. */
export function createParentExitSignal(): AbortSignal {
  const exitController = new AbortController();
  const onParentExit = () => {
    clearInterval(parentCheck);
    process.off('disconnect', onParentExit);
    exitController.abort(new Error('left behind'));
  };
  const before = starters();
  const startedByNpm = process.env['npm_command'] !== undefined;
  const parentCheck = setInterval(() => {
    if (startedByNpm && starters() !== before) onParentExit();
  }, PARENT_CHECK_MS).unref();
  if (process.env['WATCHFLOOR_PASSED_ON'] === '1') {
    process.on('disconnect', onParentExit);
    // Listening must not keep a command alive that failed.
    process.channel?.unref();
  }
  return exitController.signal;
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Who started us, as far as it matters: the parent, and the parent's parent where a shell stands between. */
function starters(): string {
  const parent = process.ppid;
  // Only Linux tells; elsewhere the parent alone is watched.
  const stat = /\((.*)\) \S (\d+)/.exec(readProcessFile(`/proc/${parent}/stat`));
  const isShell = /^(sh|dash|bash|ash)$/.test(stat?.[1] ?? '');
  return isShell ? `${parent} of ${stat?.[2]}` : String(parent);
}

function readProcessFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
