import * as z from 'zod';

/** Damage to or loss of stored events. The store keeps working; nothing is deleted. */
export const storeIncidentSchema = z.object({
  at: z.number(),
  kind: z.enum([
    'damaged', // the database could not be read: set aside, and a new one created
    'lost', // the file was missing or empty: a new one created
    'vanished', // the file was deleted while events were written: a new one created
    'events-missing', // committed events are missing (a lost write-ahead log)
    'texts-damaged', // received texts that do not match their checksum
  ]),
  movedTo: z.string().nullable(),
  missing: z.number().int().nonnegative().nullable(),
  saved: z.number().int().nonnegative(),
  mending: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('running'), share: z.number() }),
    z.object({ kind: z.literal('done') }),
  ]),
});
export type StoreIncident = z.infer<typeof storeIncidentSchema>;

export const backupCopySchema = z.object({
  path: z.string(),
  at: z.number(),
  bytes: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
});
export type BackupCopy = z.infer<typeof backupCopySchema>;

export const storeConditionSchema = z.object({
  incident: storeIncidentSchema.nullable(),
  check: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('due') }),
    z.object({ kind: z.literal('running'), share: z.number() }),
    /** `at`: UTC epoch ms. `flaws`: number of damaged places; they were repaired, or are the incident. */
    z.object({ kind: z.literal('done'), at: z.number(), flaws: z.number().int().nonnegative() }),
  ]),
  backup: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    /** From 0 to 1; after that the copy is read again. */
    z.object({ kind: z.literal('running'), share: z.number() }),
    z.object({ kind: z.literal('kept'), newest: backupCopySchema }),
    z.object({ kind: z.literal('failed'), at: z.number(), reason: z.string(), newest: backupCopySchema.nullable() }),
  ]),
});
export type StoreCondition = z.infer<typeof storeConditionSchema>;
