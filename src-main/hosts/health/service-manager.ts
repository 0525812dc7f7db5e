/** Notifies systemd (`WatchdogSec`) with `systemd-notify`, because Node cannot send to a datagram socket. */
import { spawn } from 'node:child_process';
import type { Clock } from '../../core/ports/clock.ts';

export interface ServiceManager {
  /** Call when the host is open and the stream is requested. */
  ready(): void;
  status(line: string): void;
  stopping(): void;
  /** Sends while `isAlive` resolves to true, until `signal` aborts. */
  keepAlive(isAlive: () => Promise<boolean>, clock: Clock, signal: AbortSignal): Promise<void>;
}

export function serviceManager(
  environment: NodeJS.ProcessEnv = process.env,
  send: (words: readonly string[]) => void = sendNotification,
): ServiceManager {
  if ((environment['NOTIFY_SOCKET'] ?? '') === '') send = () => undefined;
  // Half of the watchdog time, as the manual of systemd recommends.
  const intervalMs = Number(environment['WATCHDOG_USEC'] ?? 0) / 2_000;
  return {
    ready: () => send(['READY=1']),
    status: (line) => send([`STATUS=${line.replaceAll(/[\r\n]+/g, ' ')}`]),
    stopping: () => send(['STOPPING=1']),
    async keepAlive(isAlive, clock, signal) {
      if (!(intervalMs > 0)) return;
      while (!signal.aborted) {
        if (await isAlive()) send(['WATCHDOG=1']);
        await clock.sleep(intervalMs, signal).catch(() => undefined);
      }
    },
  };
}

function sendNotification(words: readonly string[]): void {
  const child = spawn('systemd-notify', words, { stdio: 'ignore' });
  child.on('error', () => undefined);
}
