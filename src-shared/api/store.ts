/** What is told of the files in which a watch keeps its events, and what can be asked for. */
import * as z from 'zod';
import { watchIdSchema } from '../domain/identity.ts';
import { backupCopySchema } from '../domain/store-condition.ts';

export const storeInputSchema = z.object({ watch: watchIdSchema });

const days = z.number().int().min(1).max(36_500);
const retentionDaysSchema = z.object({ failures: days, successes: days, heartbeats: days, searches: days });

const bytes = z.number().int().nonnegative();

export const storeReportSchema = z.object({
  /** Of the database with its log. */
  bytes,
  /** Of them, empty: to be used again or given back. */
  freeBytes: bytes,
  /** Of what is made from the events, and of what searches brought: files of their own. */
  beside: z.object({ search: bytes, cases: bytes, inventory: bytes }),
  storedEvents: z.number().int().nonnegative(),
  /** `receivedAt` of the oldest event, UTC epoch ms; `null` in an empty store. */
  oldestAt: z.number().nullable(),
  /** By how much it grows in a day, as the last week went; `null` before there is a day to go by. */
  bytesPerDay: z.number().nonnegative().nullable(),
  /** How long events are kept, by class, and what searches brought; pinned events are kept whatever they are. */
  keepDays: retentionDaysSchema,
  /** Newest first. */
  backups: z.array(backupCopySchema),
});
export type StoreReport = z.infer<typeof storeReportSchema>;

/** What would go where events were kept for so many days; nothing is removed by asking. */
export const removableInputSchema = storeInputSchema.extend({ keepDays: retentionDaysSchema });
/** `events`: at most so many, beside those that go anyway. */
export const removableSchema = z.object({ events: z.number().int().nonnegative() });
