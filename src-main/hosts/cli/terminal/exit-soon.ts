/** Ends the process even if a system call never returns, such as a read from a network disk that is gone. */

/** A user does not notice 500 ms. */
const GRACE_MS = 500;

export function exitSoon(): void {
  setTimeout(exitNow, GRACE_MS).unref();
}

/**
 * `process.exit` waits for the threads of Node's pool, for ever if one is blocked in a system call. On POSIX systems
 * the process therefore replaces itself with a shell that exits with the same code.
 */
function exitNow(): void {
  const code = Number(process.exitCode ?? 0);
  if (process.platform !== 'win32' && process.execve !== undefined)
    process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  process.exit(code);
}
