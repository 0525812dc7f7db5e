import type { Alarm, AlarmsSnapshot, ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../../src-shared/domain/cases/alarm.ts';

export interface Alarms {
  /**
   * Yields the current state immediately, then each change, at most twice a second.
   * @throws AppError ALARMS_DAMAGED, STORE_…
   */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly state: AlarmsSnapshot }, void, undefined>;
  /** @throws AppError STORE_UNWRITABLE, ALARMS_DAMAGED */
  putSettings(settings: AlarmSettings): Promise<void>;
  test(): Promise<void>;
  open(alarm: string): Promise<ShowTarget | null>;
  acknowledge(alarms: readonly string[]): Promise<void>;
  /**
   * Records that a page showed the alarm.
   * @param refused why the page could not show it; null if it did
   */
  reportDelivery(alarm: string, refused: string | null): Promise<void>;
  unacknowledgedCount(): number;
  counts(): readonly AlarmCount[];
}

export interface AlarmCount {
  readonly severity: Alarm['severity'];
  readonly delivery: Alarm['delivery']['kind'];
  readonly count: number;
}
