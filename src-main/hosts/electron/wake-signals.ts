/** Reports a wake-up or a returned network, which only triggers an earlier check by clocks and a request. */
import type { Net, PowerMonitor } from 'electron';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';

const POLL_INTERVAL_MS = 2_000;

interface WakeSignalsOptions {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly net: Pick<Net, 'isOnline'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onWake: () => void;
}

/** Runs until `stopSignal` aborts. Never rejects. */
export async function watchWakeSignals(
  { powerMonitor, net, clock, log, onWake }: WakeSignalsOptions,
  stopSignal: AbortSignal,
): Promise<void> {
  const wake = (why: string) => (): void => {
    if (stopSignal.aborted) return;
    log.info('the computer is awake', { why });
    onWake();
  };
  // Nothing to do before sleep: received events are on the disk, or already sent to the thread that writes them.
  powerMonitor.on('suspend', () => log.info('the computer goes to sleep'));
  powerMonitor.on('resume', wake('resume'));
  // Some systems do not report `resume` after a short sleep, but all ask for the password.
  powerMonitor.on('unlock-screen', wake('unlock'));

  let wasOnline = net.isOnline();
  while (!stopSignal.aborted) {
    try {
      await clock.sleep(POLL_INTERVAL_MS, stopSignal);
    } catch {
      return;
    }
    const isOnline = net.isOnline();
    if (isOnline !== wasOnline) log.info('the network changed', { isOnline });
    if (isOnline && !wasOnline) wake('online')();
    wasOnline = isOnline;
  }
}
