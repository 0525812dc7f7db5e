/**
 * The one follower of what pages are told about alarms: shows and withdraws notifications, plays sounds, and goes where
 * somebody was led to. Whatever it shows it tells the backend, so that the history is true.
 */
import type { AlarmNotification, PageNotification, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { AlarmSounds } from './alarm-sounds.ts';
import type { PageNotifier } from './page-notifier.ts';

/** The feed ends with the backend alone; another one takes a while. */
const RESUBSCRIBE_DELAY_MS = 5_000;

interface PageAlarmsOptions {
  readonly backend: Pick<BackendClient, 'alarms' | 'host'>;
  readonly clock: Pick<PageClock, 'after'>;
  readonly notifier: PageNotifier;
  readonly sounds: Pick<AlarmSounds, 'play'>;
  /** `watch`: `null` is whatever is shown. */
  readonly go: (watch: WatchId | null, target: ShowTarget) => void;
}

export function subscribeToPageAlarms({ backend, clock, notifier, sounds, go }: PageAlarmsOptions): Stop {
  let isStopped = false;
  let stopFeed: Stop = () => undefined;
  let stopWaiting: Stop = () => undefined;
  let hasOwnNotifier: boolean | null = null;

  /** A host that shows notifications by itself leaves only the sounds to its pages. */
  async function hostShowsNotifications(): Promise<boolean> {
    hasOwnNotifier ??= (await backend.host.describe()).capabilities.notifications === 'desktop';
    return hasOwnNotifier;
  }
  async function show(notice: AlarmNotification): Promise<void> {
    const { watch, alarm, severity, banner, sound } = notice;
    const heard = sound ? sounds.play(severity) : Promise.resolve(false);
    if (!banner) {
      if (await heard) await backend.alarms.reportDelivery(watch, alarm, null);
      return;
    }
    if (await hostShowsNotifications()) return;
    const refused = await notifier.show(notice, () => void open(watch, alarm).catch(() => undefined));
    await backend.alarms.reportDelivery(watch, alarm, refused);
  }
  async function open(watch: WatchId, alarm: string): Promise<void> {
    go(watch, await backend.alarms.open(watch, alarm));
  }
  function handleNotification(told: PageNotification): void {
    switch (told.kind) {
      case 'show':
        // Without the wire nobody can be told; the backend then says itself that no page was there.
        show(told.notice).catch(() => undefined);
        return;
      case 'withdraw':
        notifier.withdraw(told.alarm);
        return;
      case 'open':
        go(told.watch, told.target);
        return;
      default:
        assertNever(told);
    }
  }
  function subscribe(): void {
    stopFeed = backend.alarms.subscribeToNotifications({
      onData: handleNotification,
      onEnd() {
        if (!isStopped) stopWaiting = clock.after(RESUBSCRIBE_DELAY_MS, subscribe);
      },
    });
  }
  subscribe();
  return () => {
    isStopped = true;
    stopFeed();
    stopWaiting();
  };
}
