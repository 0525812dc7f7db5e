/** An outlet of this computer: shows the notifications of all watches. */
import type { AlarmNotification } from '../../../../src-shared/api/alarms.ts';
import type { AlarmDelivery } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { DeskState } from '../../../../src-shared/domain/outlets/desk-state.ts';
import type { LocalOutletId } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import type { ChangeSignal } from '../../lib/change-signal.ts';

export interface LocalDelivery extends Pick<AlarmDelivery, 'detail' | 'desk'> {
  readonly outlet: LocalOutletId;
  readonly outcome: 'delivered' | 'not-delivered';
}

export interface Desk {
  readonly state: DeskState;
  readonly changes: ChangeSignal;
  /** Emits when a notification service appears that has none of the earlier notifications. */
  readonly returned: ChangeSignal;
}

export interface LocalOutlet {
  readonly id: LocalOutletId;
  /** Why the last notification was not accepted; null if it was. */
  readonly refused: string | null;
  /** Null if only pages show notifications. */
  readonly desk: Desk | null;
  /** `onDelivery`: a page reports through the API instead. `maySound`: false if another computer plays the sounds. */
  show(notice: AlarmNotification, onDelivery: (delivery: LocalDelivery) => void, maySound: boolean): void;
  /** Returns the delivery to record; null if no page reports it. `detail`: why the page could not show the alarm. */
  reported(watch: WatchId, alarm: string, detail: string | null): LocalDelivery | null;
  withdraw(watch: WatchId, alarm: string): void;
}

/** A page that has not answered by then has not shown the notification. A page that reloads is back sooner. */
export const RESPONSE_TIMEOUT_MS = 30_000;

export function localDelivery(outlet: LocalOutletId, detail: string | null, desk?: DeskState): LocalDelivery {
  const outcome = detail === null ? 'delivered' : 'not-delivered';
  return { outlet, outcome, detail, ...(desk !== undefined && { desk }) };
}
