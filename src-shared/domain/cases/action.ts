/**
 * The log is append-only; the same id is the same entry. `seenSeq`, `afterSeq` and subjects such as `event:10` name
 * events by their seq. An entry must never be added to a store of another lineage: there, seq 10 is another event.
 */
import * as z from 'zod';
import { LAST_MOMENT } from '../../lib/last-moment.ts';
import { reportActionSchema } from '../report-action.ts';
import { viewActionSchema } from '../shared-view.ts';
import { ACTION_LIMITS } from './action-limits.ts';
import { MAX_TYPED_AUTHOR_ID } from './author-id.ts';
import { caseKeySchema, causeKeySchema } from './case.ts';

const timestampSchema = z.number().int().nonnegative().max(LAST_MOMENT);

const authorNameSchema = z.string().trim().min(1).max(ACTION_LIMITS.name);

/** Operator under a name of their choice. Not authenticated: it only shows whom to ask. */
export const typedAuthorSchema = z.object({ id: z.string().min(1).max(MAX_TYPED_AUTHOR_ID), name: authorNameSchema });

/** Operator: a person who signed in (`isSignedInAuthor`), or a typed name. */
export const authorSchema = z.object({ id: z.string().min(1).max(80), name: authorNameSchema });
export type Author = z.infer<typeof authorSchema>;

/** End of a mute. Every mute also ends when the consequence gets worse. */
export const muteEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), at: timestampSchema }),
  z.object({ kind: z.literal('next-failure') }),
  /** Ends when the consequence gets worse, or when twice as many cases are open as when it was muted. */
  z.object({ kind: z.literal('worse') }),
]);
export type MuteEnd = z.infer<typeof muteEndSchema>;

export const actionIdSchema = z.string().min(8).max(64);

export const undoableActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('take') }),
  z.object({ kind: z.literal('release') }),
  z.object({ kind: z.literal('note') }),
  /** Closes the case. The next failure opens it again. */
  z.object({ kind: z.literal('done') }),
  /** Takes back `done` at any time: the case then counts as open all the time. Not after a success. */
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('mute'), ends: muteEndSchema }),
  z.object({ kind: z.literal('unmute') }),
  z.object({ kind: z.literal('retried') }),
  z.object({ kind: z.literal('remind'), at: timestampSchema }),
  z.object({ kind: z.literal('reminded') }),
  /** Third stage: a support pack was made. `ticket`: the provider's number, if there is one. */
  z.object({ kind: z.literal('pack'), ticket: z.string().max(ACTION_LIMITS.ticket).nullable() }),
  /** Offers failure groups to the next shift. Its text is a note for all of them. */
  z.object({ kind: z.literal('hand-over') }),
  /** Takes over what the action with the id `of` handed over. */
  z.object({ kind: z.literal('accept'), of: actionIdSchema }),
  /** Refuses it, with the reason as text. The owner stays. */
  z.object({ kind: z.literal('decline'), of: actionIdSchema }),
]);
export type UndoableAction = z.infer<typeof undoableActionSchema>;

export const actionSchema = z.discriminatedUnion('kind', [
  undoableActionSchema,
  /** Takes back the action with the id `of` on each case and group on which no other action followed it. */
  z.object({ kind: z.literal('undo'), of: actionIdSchema, undone: undoableActionSchema }),
  viewActionSchema,
  reportActionSchema,
]);
export type Action = z.infer<typeof actionSchema>;

export const actionEntrySchema = z.object({
  id: actionIdSchema,
  at: z.number(),
  author: authorSchema,
  /** Cases, and the group if the action applies to all of it, also to cases that join later. Empty for a view and a service report. */
  subjects: z.array(z.union([caseKeySchema, causeKeySchema])).max(ACTION_LIMITS.subjects),
  what: actionSchema,
  /** Newest event that the operator could have seen, by seq. If missing: every event stored at that time. */
  seenSeq: z.number().int().nonnegative().optional(),
  text: z.string().max(ACTION_LIMITS.text),
});
export type ActionEntry = z.infer<typeof actionEntrySchema>;

const KNOWN_KINDS: ReadonlySet<string> = new Set([
  ...[...undoableActionSchema.options, ...viewActionSchema.options, ...reportActionSchema.options].map(
    ({ shape }) => shape.kind.value,
  ),
  'undo',
]);
const laterKind = z.looseObject({ kind: z.string().refine((kind) => !KNOWN_KINDS.has(kind)) });

/** An entry of a kind that only a newer version knows is stored completely, and counts after an upgrade. */
export const anyActionEntrySchema = z.union([
  actionEntrySchema,
  z.looseObject({
    ...actionEntrySchema.shape,
    what: z.union([laterKind, z.looseObject({ kind: z.literal('undo'), of: actionIdSchema, undone: laterKind })]),
  }),
]);
export type AnyActionEntry = z.infer<typeof anyActionEntrySchema>;

export interface StoredActionEntry extends ActionEntry {
  readonly number: number;
  /** Newest `seq` when the entry was stored; in a team, in the log before it. Orders entries and events. */
  readonly afterSeq: number;
  /** The log of the team has not placed the entry yet. Its number and `afterSeq` will change. */
  readonly isSending?: true;
}
