/**
 * What the system says of sleep and network, to whoever watches. A signal only makes it look sooner: whether time has
 * passed is read off the clocks, and whether the service is there is found out by asking it.
 */
import type { Net, PowerMonitor } from 'electron';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';

/** Asking is one call into Chromium, which itself is told by the system. */
const POLL_INTERVAL_MS = 2_000;

interface WakeSignalsOptions {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly net: Pick<Net, 'isOnline'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onWake: () => void;
}

/** Until `ends` is aborted; never rejects. */
export async function watchWakeSignals(
  { powerMonitor, net, clock, log, onWake }: WakeSignalsOptions,
  stopSignal: AbortSignal,
): Promise<void> {
  const wake = (why: string) => (): void => {
    if (stopSignal.aborted) return;
    log.info('the computer says that it is awake', { why });
    onWake();
  };
  // Nothing is to be done before it sleeps: what was received is on the disk, or on its way there with its thread.
  powerMonitor.on('suspend', () => log.info('the computer goes to sleep'));
  powerMonitor.on('resume', wake('resume'));
  // Some systems tell no resume after a short sleep, and all of them ask for the password.
  powerMonitor.on('unlock-screen', wake('unlock'));

  let wasOnline = net.isOnline();
  while (!stopSignal.aborted) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
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
