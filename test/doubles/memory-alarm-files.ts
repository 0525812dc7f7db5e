/** Alarm settings in memory, by profile id. */
import type { AlarmFiles } from '../../src-main/core/ports/alarm-files.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';
import { type AlarmSettings, USUAL_ALARM_SETTINGS } from '../../src-shared/domain/alarm.ts';

export class MemoryAlarmFiles implements AlarmFiles {
  readonly kept = new Map<string, AlarmSettings>();
  /** Where set, nothing is read or written. */
  failure: Error | null = null;

  async read({ id }: StorePlace): Promise<AlarmSettings> {
    if (this.failure !== null) throw this.failure;
    return this.kept.get(id) ?? USUAL_ALARM_SETTINGS;
  }
  async write({ id }: StorePlace, settings: AlarmSettings): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.kept.set(id, settings);
  }
}
