/** What is known of the files in which events are kept: what happened to them, when they were looked at, their copies. */
import * as z from 'zod';

/** Something happened to what was stored. The store itself goes on; nothing is deleted. */
export const storeIncidentSchema = z.object({
  /** When it was noticed, UTC epoch ms. */
  at: z.number(),
  kind: z.enum([
    'damaged', // the database could not be read: set aside, and a new one begun
    'lost', // the file was gone or empty: a new one begun
    'vanished', // the file was deleted while events were written: a new one begun
    'events-missing', // committed events are not there (a write-ahead log that was lost)
    'texts-damaged', // received texts that do not have their check value
  ]),
  /** Where what was there before is now; `null` where nothing was left of it. */
  movedTo: z.string().nullable(),
  /** Events that are known to have been stored and could not be found; `null` where that cannot be known. */
  missing: z.number().int().nonnegative().nullable(),
  /** Events that were taken over so far from what was set aside and from backups. */
  saved: z.number().int().nonnegative(),
  mending: z.discriminatedUnion('kind', [
    /** From 0 to 1. */
    z.object({ kind: z.literal('running'), share: z.number() }),
    z.object({ kind: z.literal('done') }),
  ]),
});
export type StoreIncident = z.infer<typeof storeIncidentSchema>;

export const backupCopySchema = z.object({
  /** Absolute. */
  path: z.string(),
  /** UTC epoch ms. */
  at: z.number(),
  bytes: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
});
export type BackupCopy = z.infer<typeof backupCopySchema>;

export const storeConditionSchema = z.object({
  incident: storeIncidentSchema.nullable(),
  check: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('due') }),
    /** From 0 to 1. */
    z.object({ kind: z.literal('running'), share: z.number() }),
    /** `flaws`: how many places were wrong; they were mended, or are the incident. UTC epoch ms. */
    z.object({ kind: z.literal('done'), at: z.number(), flaws: z.number().int().nonnegative() }),
  ]),
  backup: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    /** From 0 to 1; then it is read again. */
    z.object({ kind: z.literal('running'), share: z.number() }),
    z.object({ kind: z.literal('kept'), newest: backupCopySchema }),
    /** `newest`: the last one that worked. */
    z.object({ kind: z.literal('failed'), at: z.number(), reason: z.string(), newest: backupCopySchema.nullable() }),
  ]),
});
export type StoreCondition = z.infer<typeof storeConditionSchema>;
