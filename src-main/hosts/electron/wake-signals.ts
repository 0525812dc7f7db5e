/**
 * What the system says of sleep and network, to whoever watches. A signal only makes it look sooner: whether time has
 * passed is read off the clocks, and whether the service is there is found out by asking it.
 */
import type { Net, PowerMonitor } from 'electron';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';

/** Asking is one call into Chromium, which itself is told by the system. */
const ASKED_EVERY_MS = 2_000;

interface WakeSignals {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly net: Pick<Net, 'isOnline'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly awake: () => void;
}

/** Until `ends` is aborted; never rejects. */
export async function followWakeSignals(
  { powerMonitor, net, clock, log, awake }: WakeSignals,
  ends: AbortSignal,
): Promise<void> {
  const wake = (why: string) => (): void => {
    if (ends.aborted) return;
    log.info('the computer says that it is awake', { why });
    awake();
  };
  // Nothing is to be done before it sleeps: what was received is on the disk, or on its way there with its thread.
  powerMonitor.on('suspend', () => log.info('the computer goes to sleep'));
  powerMonitor.on('resume', wake('resume'));
  // Some systems tell no resume after a short sleep, and all of them ask for the password.
  powerMonitor.on('unlock-screen', wake('unlock'));

  let wasOnline = net.isOnline();
  while (!ends.aborted) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await clock.sleep(ASKED_EVERY_MS, ends);
    } catch {
      return;
    }
    const isOnline = net.isOnline();
    if (isOnline !== wasOnline) log.info('the network changed', { isOnline });
    if (isOnline && !wasOnline) wake('online')();
    wasOnline = isOnline;
  }
}
