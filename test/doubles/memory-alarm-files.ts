import type { AlarmFiles } from '../../src-main/core/ports/alarm-files.ts';
import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import { type AlarmSettings, DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';

export class MemoryAlarmFiles implements AlarmFiles {
  readonly stored = new Map<string, AlarmSettings>();
  failure: Error | null = null;

  async read({ id }: StoreIdentity): Promise<AlarmSettings> {
    if (this.failure !== null) throw this.failure;
    return this.stored.get(id) ?? DEFAULT_ALARM_SETTINGS;
  }
  async write({ id }: StoreIdentity, settings: AlarmSettings): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.stored.set(id, settings);
  }
}
