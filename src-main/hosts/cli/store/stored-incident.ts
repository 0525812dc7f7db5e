import type { StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import { readRepairJob } from '../../../adapters/sqlite/events/damage/store-repair.ts';
import { readOnce } from '../../../adapters/sqlite/events/files/open-database.ts';

/** Null if there was no incident or it was acknowledged. @throws AppError STORE_… */
export function storedIncident(path: string): StoreIncident | null {
  return readOnce(path, (database) => readRepairJob(database)?.incident ?? null);
}
