/** Where the alarm settings of a profile are kept: a file beside its store, people's own work. */
import type { AlarmSettings } from '../../../src-shared/domain/alarm.ts';
import type { StoreIdentity } from './event-store.ts';

export interface AlarmFiles {
  /** The usual ones where nobody has set any. @throws AppError ALARMS_DAMAGED, STORE_UNREADABLE */
  read(place: StoreIdentity): Promise<AlarmSettings>;
  /** Whole or not at all. @throws AppError STORE_UNWRITABLE */
  write(place: StoreIdentity, settings: AlarmSettings): Promise<void>;
}
