/** What is told of the files in which a watch keeps its events, and what can be asked for. */
import * as z from 'zod';
import { watchIdSchema } from '../domain/identity.ts';
import { backupCopySchema } from '../domain/store-condition.ts';

export const ofStoreInputSchema = z.object({ watch: watchIdSchema });

export const storeReportSchema = z.object({
  /** Of the database with its log. */
  bytes: z.number().int().nonnegative(),
  /** Of them, empty: to be used again or given back. */
  freeBytes: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
  /** `receivedAt` of the oldest event, UTC epoch ms; `null` in an empty store. */
  oldestAt: z.number().nullable(),
  /** By how much it grows in a day, as the last week went; `null` before there is a day to go by. */
  bytesPerDay: z.number().nonnegative().nullable(),
  /** How long events are kept, by class, and what searches brought; pinned events are kept whatever they are. */
  keepDays: z.object({ failures: z.number(), successes: z.number(), heartbeats: z.number(), searches: z.number() }),
  /** Newest first. */
  backups: z.array(backupCopySchema),
});
export type StoreReport = z.infer<typeof storeReportSchema>;
