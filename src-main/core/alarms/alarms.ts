/** The alarms of one watch, as everybody asks for them. */
import type { Alarm, AlarmsSnapshot, ShowTarget } from '../../../src-shared/api/alarms.ts';
import type { AlarmSettings } from '../../../src-shared/domain/alarm.ts';

export interface Alarms {
  /** The present state at once, then each change, at most twice a second. @throws AppError ALARMS_DAMAGED, STORE_… */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly state: AlarmsSnapshot }, void, undefined>;
  /** @throws AppError STORE_UNWRITABLE, BAD_ZONE, ALARMS_DAMAGED */
  putSettings(settings: AlarmSettings): Promise<void>;
  /** Shows one now, whatever quiet hours and limits say. */
  test(): Promise<void>;
  /** Somebody clicked it. What that leads to; `null` where there is no such alarm (any more). */
  open(alarm: string): Promise<ShowTarget | null>;
  acknowledge(alarms: readonly string[]): Promise<void>;
  /** A page showed it; `refused`: why it could not. */
  reportDelivery(alarm: string, refused: string | null): Promise<void>;
  /** What tray and badge count. */
  unacknowledgedCount(): number;
  /** How many alarms began and were shown, or could not be shown, since this process started. */
  counts(): readonly AlarmCount[];
}

export interface AlarmCount {
  readonly severity: Alarm['severity'];
  readonly delivery: Alarm['delivery']['kind'];
  readonly count: number;
}
