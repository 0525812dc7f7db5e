/** Alarms as the page asks for them: what it shows, sets and says of them, and what it is told to show. */
import type { AlarmsSnapshot, PageNotification, ShowTarget } from '../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../src-shared/domain/alarm.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { FeedListener, Stop } from './client.ts';

export interface AlarmsClient {
  /** The present state at once, then each change, at most twice a second. */
  subscribe(watch: WatchId, listener: FeedListener<AlarmsSnapshot>): Stop;
  putSettings(watch: WatchId, settings: AlarmSettings): Promise<void>;
  /** Shows one now, whatever quiet hours and limits say. */
  test(watch: WatchId): Promise<void>;
  /** Somebody clicked it in this page. @returns where this page goes, also where there is no such alarm any more */
  open(watch: WatchId, alarm: string): Promise<ShowTarget>;
  acknowledge(watch: WatchId, alarms: readonly string[]): Promise<void>;
  /** @param refused why it could not be shown; `null`: it was */
  reportDelivery(watch: WatchId, alarm: string, refused: string | null): Promise<void>;
  /** Of every watch: what is to be shown and withdrawn, and where somebody was led to. */
  subscribeToNotifications(listener: FeedListener<PageNotification>): Stop;
}
