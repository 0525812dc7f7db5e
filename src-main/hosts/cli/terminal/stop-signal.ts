/** Detects signals and the end of the starting process: npm signals only the shell in between. */
import { readFileSync } from 'node:fs';

const PARENT_CHECK_MS = 1_000;

/** Call it before anything that takes long: until then a signal kills the process. */
export function createStopSignal(): AbortSignal {
  const stopController = new AbortController();
  // The handlers stay: a second Ctrl+C must not interrupt the storing that the first one started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopController.abort(new Error('stopped by a signal')));
  return AbortSignal.any([stopController.signal, createParentExitSignal()]);
}

/** Aborts when the process that started this one is gone. For commands that a signal may kill at any time. */
export function createParentExitSignal(): AbortSignal {
  const exitController = new AbortController();
  const onParentExit = () => {
    clearInterval(parentCheck);
    process.off('disconnect', onParentExit);
    exitController.abort(new Error('the parent process ended'));
  };
  const before = starters();
  const isByNpm = process.env['npm_command'] !== undefined;
  const check = () => starters() !== before && onParentExit();
  const parentCheck = isByNpm ? setInterval(check, PARENT_CHECK_MS).unref() : undefined;
  if (process.env['WATCHFLOOR_PASSED_ON'] === '1') {
    process.on('disconnect', onParentExit);
    // The listener must not keep the process alive after a command failed.
    process.channel?.unref();
  }
  return exitController.signal;
}

/** Returns the id of the parent process, and of its parent if the parent is a shell. */
function starters(): string {
  const parent = process.ppid;
  // Only Linux has this file. On other systems only the parent is watched.
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
