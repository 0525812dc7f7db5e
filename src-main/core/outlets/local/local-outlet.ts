/** An outlet of this computer: shows the notifications of all watches. */
import type { AlarmDelivery, AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { LocalOutletId } from '../../../../src-shared/domain/outlets/local-outlets.ts';

export interface LocalDelivery extends Pick<AlarmDelivery, 'detail'> {
  readonly outlet: LocalOutletId;
  readonly outcome: 'delivered' | 'not-delivered';
}

export interface LocalOutlet {
  readonly id: LocalOutletId;
  /** Why the last notification was not shown; null if it was. */
  readonly refused: string | null;
  /** @param onDelivery receives the outcome if this process learns it; a page reports it through the API */
  show(notice: AlarmNotification, onDelivery: (delivery: LocalDelivery) => void): void;
  /**
   * A page reported that it showed or played a notification, so that no other page needs to.
   * @param detail why the page could not; null if it did
   * @returns the delivery to record; null if it is not for a page to report
   */
  reported(watch: WatchId, alarm: string, detail: string | null): LocalDelivery | null;
  withdraw(watch: WatchId, alarm: string): void;
}

/** A notifier or page that has not answered by then has not shown the notification. A page that reloads is back sooner. */
export const RESPONSE_TIMEOUT_MS = 30_000;

/** @param detail why it was not delivered; null if it was */
export function localDelivery(outlet: LocalOutletId, detail: string | null): LocalDelivery {
  return { outlet, outcome: detail === null ? 'delivered' : 'not-delivered', detail };
}
