/** The terminal of this process: commands use its streams and its environment, and set its exit code. */
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { exitSoon } from './exit-soon.ts';
import type { Terminal } from './terminal.ts';
import { createParentExitSignal, createStopSignal } from './stop-signal.ts';

export function processTerminal(): Terminal {
  return {
    // Node opens a standard stream when it is read first, and a command may use none of them.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    environment: process.env,
    get exitCode() {
      return process.exitCode === undefined ? undefined : Number(process.exitCode);
    },
    set exitCode(code) {
      process.exitCode = code;
    },
    clock: createSystemClock(),
    stopSignal: createStopSignal,
    parentExitSignal: createParentExitSignal,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
    // Loaded when it is called: most commands start without it.
    openDatabases: async () => (await import('../databases.ts')).databasesInThreads,
    keepHeapSmall,
    leaveSoon: exitSoon,
  };
}
