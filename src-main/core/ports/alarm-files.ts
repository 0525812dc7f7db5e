import type { AlarmSettings } from '../../../src-shared/domain/cases/alarm.ts';
import type { StoreIdentity } from './event-store.ts';

export interface AlarmFiles {
  /** Returns the default settings if none are saved. @throws AppError ALARMS_DAMAGED, STORE_UNREADABLE */
  read(identity: StoreIdentity): Promise<AlarmSettings>;
  /** Replaces the file atomically. @throws AppError STORE_UNWRITABLE */
  write(identity: StoreIdentity, settings: AlarmSettings): Promise<void>;
}
