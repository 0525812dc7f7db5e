import type { AlarmsSnapshot, PageNotification, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../src-shared/domain/cases/alarm.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { FeedListener, Stop } from './client.ts';

export interface AlarmsClient {
  subscribe(watch: WatchId, listener: FeedListener<AlarmsSnapshot>): Stop;
  putSettings(watch: WatchId, settings: AlarmSettings): Promise<void>;
  /** Sends a test alarm now, regardless of quiet hours and limits. */
  test(watch: WatchId): Promise<void>;
  /**
   * Records that the user opened the alarm in this page.
   * @returns where the page goes; also set if the alarm no longer exists
   */
  open(watch: WatchId, alarm: string): Promise<ShowTarget>;
  acknowledge(watch: WatchId, alarms: readonly string[]): Promise<void>;
  /** @param refused why it could not be shown; null if it was shown */
  reportDelivery(watch: WatchId, alarm: string, refused: string | null): Promise<void>;
  /** Emits for every watch: notifications to show or withdraw, and targets that the user opened elsewhere. */
  subscribeToNotifications(listener: FeedListener<PageNotification>): Stop;
}
