/** The records of the chain and its head, which is stored apart so that a missing last record is noticed. */
import * as z from 'zod';

export const PROOF = 'proof';

const seq = z.number().int().nonnegative();

export const proofStateSchema = z.object({
  /** Number and hash of the newest record. */
  number: seq,
  hash: z.string(),
  /** Number of complete seals. */
  seals: seq,
  sealedAt: z.number().nullable(),
  /** Every seq up to this one is sealed, is about to be, or is in `open`. */
  through: seq,
  /** Ranges of seqs that were reopened, both ends inclusive. */
  open: z.array(z.tuple([seq, seq])),
});
export type ProofState = z.infer<typeof proofStateSchema>;

/** Why sealed rows changed: the log of a team, repair or restore, a set clock. */
const reasonSchema = z.enum(['team', 'repair', 'clock']);
export type ReopenReason = z.infer<typeof reasonSchema>;

/** Times are UTC epoch ms. */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), at: z.number(), lineage: z.string(), database: z.string() }),
  z.object({
    kind: z.literal('seal'),
    seal: seq,
    at: z.number(),
    /** Highest seq that is sealed by this seal or an earlier one. */
    through: seq,
    /** Texts, and rows of sessions and gaps, that this seal adds. */
    events: seq,
    spans: seq,
    partsHash: z.string(),
    spansHash: z.string(),
    /** Ranges up to `through` that are not sealed. */
    open: z.array(z.tuple([seq, seq])),
    /** Highest ids at that time. */
    session: seq,
    gap: seq,
  }),
  z.object({
    kind: z.literal('removed'),
    at: z.number(),
    seals: seq,
    first: seq,
    last: seq,
    events: seq,
    /** Over all removed texts of the range, also of earlier records. */
    removedHash: z.string(),
  }),
  z.object({
    kind: z.literal('reopened'),
    why: reasonSchema,
    seals: seq,
    first: seq,
    last: seq,
  }),
  z.object({
    kind: z.literal('reopened spans'),
    why: reasonSchema,
    spans: z.array(z.tuple([z.enum(['session', 'gap', 'open session', 'open gap']), z.number()])),
  }),
]);
export type ProofRecord = z.infer<typeof recordSchema>;
