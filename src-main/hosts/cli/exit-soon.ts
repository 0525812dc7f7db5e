/**
 * Ends the process when everything is stored and closed, though some call of the operating system may never return: a
 * secret's file on a pipe that nobody writes, a network disk that is gone. Must be called after an orderly end only.
 */

/** What is left then is quick, such as the last line of the log; a person does not see half a second. */
const GRACE_MS = 500;

/** The process ends by itself, as it should, or else shortly after. */
export function exitSoon(): void {
  setTimeout(exitNow, GRACE_MS).unref();
}

/**
 * `process.exit` waits for the threads of Node's pool, and one that is blocked in a call is waited for without end. On
 * POSIX systems the process therefore becomes another program, which ends at once with our exit code.
 */
function exitNow(): void {
  const code = Number(process.exitCode ?? 0);
  if (process.platform !== 'win32' && process.execve !== undefined)
    process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  process.exit(code);
}
