/** Shows what the backend's alarm messages ask for and reports to the backend what was shown, for the alarm history. */
import type { AlarmNotification, PageNotification, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import { keepSubscribed } from '../backend/keep-subscribed.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { AlarmSounds } from '../stores/alarm-sounds.ts';
import type { PageNotifier } from './page-notifier.ts';

interface PageAlarmsOptions {
  readonly backend: Pick<BackendClient, 'alarms'>;
  readonly clock: Pick<PageClock, 'after'>;
  readonly notifier: PageNotifier;
  readonly sounds: Pick<AlarmSounds, 'play'>;
  /** `watch` is `null` for the watch that is shown. */
  readonly go: (watch: WatchId | null, target: ShowTarget) => void;
}

export function subscribeToPageAlarms({ backend, clock, notifier, sounds, go }: PageAlarmsOptions): Stop {
  async function show(notice: AlarmNotification): Promise<void> {
    const { watch, alarm, severity, banner, sound } = notice;
    const isAudible = sound ? sounds.play(severity) : Promise.resolve(false);
    if (!banner) {
      if (await isAudible) await backend.alarms.reportDelivery.mutate({ watch, alarm, refused: null });
      return;
    }
    const refused = await notifier.show(notice, () => void open(watch, alarm).catch(() => undefined));
    await backend.alarms.reportDelivery.mutate({ watch, alarm, refused });
  }
  async function open(watch: WatchId, alarm: string): Promise<void> {
    const { target } = await backend.alarms.open.mutate({ watch, alarm });
    go(watch, target);
  }
  function handleNotification(notification: PageNotification): void {
    switch (notification.kind) {
      case 'show':
        // The report fails if the connection is lost. The backend then records that no page was open.
        show(notification.notice).catch(() => undefined);
        return;
      case 'withdraw':
        notifier.withdraw(notification.alarm);
        return;
      case 'open':
        go(notification.watch, notification.target);
        return;
      default:
        assertNever(notification);
    }
  }
  return keepSubscribed(
    clock,
    (listener) => backend.alarms.notifications.subscribe(undefined, listener),
    handleNotification,
  );
}
