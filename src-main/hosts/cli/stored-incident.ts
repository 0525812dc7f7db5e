/** What happened to a store, as the store itself says it: for commands that do not watch it. */
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { readRepairJob } from '../../adapters/event-store/store-repair.ts';
import { openForReading } from '../../adapters/event-store/open-database.ts';

/** `null` where nothing happened, or somebody has understood it. @param path of the database @throws AppError STORE_… */
export function storedIncident(path: string): StoreIncident | null {
  const database = openForReading(path);
  try {
    return readRepairJob(database)?.incident ?? null;
  } finally {
    database.close();
  }
}
