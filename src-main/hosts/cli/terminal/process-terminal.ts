import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import type { OpenDatabases } from '../../databases.ts';
import { exitSoon } from './exit-soon.ts';
import type { Terminal } from './terminal.ts';
import { createParentExitSignal, createStopSignal } from './stop-signal.ts';

export function processTerminal(): Terminal {
  let forManyReads: OpenDatabases | null = null;
  return {
    // Getters, because Node opens a standard stream on first access and a command may use none of them.
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
    async policy() {
      return (await import('../../../adapters/policy/system-policy.ts')).readSystemPolicy();
    },
    stopSignal: createStopSignal,
    parentExitSignal: createParentExitSignal,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
    async openDatabases(use) {
      if (use === 'watch') return (await import('../../databases.ts')).databasesInThreads;
      const { databasesForManyReads, databasesForReading } = await import('../../databases-for-reading.ts');
      return use === 'read' ? databasesForReading : (forManyReads ??= databasesForManyReads());
    },
    leaveSoon: exitSoon,
  };
}
