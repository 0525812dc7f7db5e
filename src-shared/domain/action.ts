/**
 * What people did about failures: taken, noted, done, muted, retried, reported to the provider. Facts are of our own and
 * only ever added, each with its author, id and time, so that those of several machines can be put together: the same id
 * is the same fact. They are truth beside the events; who owns a case follows from them.
 */
import * as z from 'zod';
import { caseKeySchema, causeKeySchema } from './case.ts';

/** Most characters. */
export const ACTION_LIMITS = { name: 60, text: 4_000, subjects: 50_000, ticket: 120 };

/** UTC epoch ms; what no clock can show is none. */
const timestampSchema = z.number().int().nonnegative().max(8_640_000_000_000_000);

/** A person, as they call themselves. It is no sign-in: it says whom to ask. */
export const authorSchema = z.object({
  /** Made once for each person and machine. */
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(ACTION_LIMITS.name),
});
export type Author = z.infer<typeof authorSchema>;

/** How a mute ends. Every mute ends. */
export const muteEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), at: timestampSchema }),
  /** With the next failure of the same subject. */
  z.object({ kind: z.literal('next-failure') }),
  /** When its consequence gets worse, or twice as many are affected as when it was muted. */
  z.object({ kind: z.literal('worse') }),
]);
export type MuteEnd = z.infer<typeof muteEndSchema>;

export const actionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('take') }),
  /** Nobody's again. */
  z.object({ kind: z.literal('release') }),
  z.object({ kind: z.literal('note') }),
  /** Closed by a person. It comes back when it fails again. */
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('mute'), ends: muteEndSchema }),
  z.object({ kind: z.literal('unmute') }),
  /** The first two stages of the document's advice. */
  z.object({ kind: z.literal('retried') }),
  z.object({ kind: z.literal('remind'), at: timestampSchema }),
  /** The reminder was seen, or is not wanted any more. */
  z.object({ kind: z.literal('reminded') }),
  /** The third stage: a support pack was made; `ticket`: the provider's number, once there is one. */
  z.object({ kind: z.literal('pack'), ticket: z.string().max(ACTION_LIMITS.ticket).nullable() }),
]);
export type Action = z.infer<typeof actionSchema>;

export const actionEntrySchema = z.object({
  /** Random. */
  id: z.string().min(8).max(64),
  /** Of the author's backend, UTC epoch ms. */
  at: z.number(),
  author: authorSchema,
  /** Cases, and a failure group where it was done for all of it: then cases that join it later are meant, too. */
  subjects: z
    .array(z.union([caseKeySchema, causeKeySchema]))
    .min(1)
    .max(ACTION_LIMITS.subjects),
  deed: actionSchema,
  /** The newest event that anybody could know of then; left out: all that were stored. What failed behind it is not meant. */
  seenSeq: z.number().int().nonnegative().optional(),
  /** A note, or a comment on the deed; empty: none. */
  text: z.string().max(ACTION_LIMITS.text),
});
export type ActionEntry = z.infer<typeof actionEntrySchema>;

/** As it is stored. */
export interface StoredActionEntry extends ActionEntry {
  /** From 1, in the order in which they were stored here. */
  readonly number: number;
  /** The newest `seq` that was given then: it lies behind that event, wherever clocks were set. */
  readonly afterSeq: number;
}
