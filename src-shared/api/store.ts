import * as z from 'zod';
import { backupCopySchema } from '../domain/store-condition.ts';

const days = z.number().int().min(1).max(36_500);
export const retentionDaysSchema = z.object({ failures: days, successes: days, heartbeats: days, searches: days });

const bytes = z.number().int().nonnegative();

export const storeReportSchema = z.object({
  bytes,
  /** Unused part of it, to be reused or returned to the disk. */
  freeBytes: bytes,
  /** Files of their own: data derived from the events, and results of searches. */
  beside: z.object({ search: bytes, cases: bytes, inventory: bytes }),
  storedEvents: z.number().int().nonnegative(),
  oldestAt: z.number().nullable(),
  /** Growth per day, based on the last week; null until there is one day of data. */
  bytesPerDay: z.number().nonnegative().nullable(),
  /** Retention of events by class, and of search results. Pinned events are never removed. */
  keepDays: retentionDaysSchema,
  backups: z.array(backupCopySchema),
});
export type StoreReport = z.infer<typeof storeReportSchema>;

/** `events`: upper limit, in addition to events that expire anyway. */
export const removableSchema = z.object({ events: z.number().int().nonnegative() });
