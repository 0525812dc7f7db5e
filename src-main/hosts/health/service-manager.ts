/**
 * What systemd is told where it started us and asked to be told (`Type=notify`, `WatchdogSec`): by its own program, since
 * Node cannot send datagrams to a path. Elsewhere nothing is done. That it cannot be told is no reason to stop.
 */
import { spawn } from 'node:child_process';
import type { Clock } from '../../core/ports/clock.ts';

export interface ServiceManager {
  /** It is open, and the stream is being asked for. */
  ready(): void;
  /** One line for `systemctl status`. */
  status(line: string): void;
  stopping(): void;
  /** Says that we live, as often as it wants, as long as `isAlive` says so; until the signal. */
  keepAlive(isAlive: () => Promise<boolean>, clock: Clock, signal: AbortSignal): Promise<void>;
}

export function serviceManager(
  environment: NodeJS.ProcessEnv = process.env,
  send: (words: readonly string[]) => void = sendNotification,
): ServiceManager {
  if ((environment['NOTIFY_SOCKET'] ?? '') === '') send = () => undefined;
  // Twice in its time, as its manual asks.
  const intervalMs = Number(environment['WATCHDOG_USEC'] ?? 0) / 2_000;
  return {
    ready: () => send(['READY=1']),
    status: (line) => send([`STATUS=${line.replaceAll(/[\r\n]+/g, ' ')}`]),
    stopping: () => send(['STOPPING=1']),
    async keepAlive(isAlive, clock, signal) {
      if (!(intervalMs > 0)) return;
      while (!signal.aborted) {
        // oxlint-disable-next-line no-await-in-loop -- one sign of life after the other
        if (await isAlive()) send(['WATCHDOG=1']);
        // oxlint-disable-next-line no-await-in-loop
        await clock.sleep(intervalMs, signal).catch(() => undefined);
      }
    },
  };
}

function sendNotification(words: readonly string[]): void {
  const child = spawn('systemd-notify', words, { stdio: 'ignore' });
  child.on('error', () => undefined);
}
