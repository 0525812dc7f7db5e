/** The log of the team that a store follows, and how far it has read it. One value in `meta`. */
import * as z from 'zod';

export const TEAM_LOG = 'log';

const seqSchema = z.number().int().nonnegative();

const storedLogSchema = z.object({
  id: z.string(),
  created: z.string(),
  member: z.string(),
  position: seqSchema,
  at: seqSchema,
  confirmedSeq: seqSchema,
  team: z.string(),
  /** True while the log cannot be reached. Projections then apply everything that is stored. */
  isAlone: z.boolean(),
  /** Events up to this seq may be applied although the log has not confirmed them: they were stored while alone. */
  appliedSeq: seqSchema,
  /** Events up to this seq were confirmed by entries that the log has lost. */
  rewoundSeq: seqSchema,
  /** True once the user wants the log to have what was stored before the team. */
  isPublishing: z.boolean().default(false),
});
export type StoredLog = z.infer<typeof storedLogSchema>;

export function parseStoredLog(text: string | undefined): StoredLog | null {
  return text === undefined ? null : storedLogSchema.parse(JSON.parse(text));
}

/** @param log null if the store follows no log */
export function orderedThrough(log: StoredLog | null, newestSeq: number): number {
  return log === null || log.isAlone ? newestSeq : Math.min(newestSeq, Math.max(log.confirmedSeq, log.appliedSeq));
}
