/**
 * A turn: a change of a failure group or of watching itself that people must hear of. Outlets send turns. Schemas check
 * what the store returns.
 */
import * as z from 'zod';
import { causeKeySchema, causeSchema, consequenceKinds } from '../cases/case.ts';
import { deadlineKinds } from '../cases/deadline.ts';
import { alarmSignals } from '../cases/alarm.ts';

/**
 * `opened`: first open case. `worse`: a worse consequence than before. `taken`: an operator owns it. `done`: an operator
 * closed its last case. `back`: open again after it had ended. `ended`: its last case ended well. `overdue`: it was not
 * taken, or not ended, for long after its deadline; `at` is the deadline.
 */
export const groupTurns = ['opened', 'worse', 'taken', 'done', 'back', 'ended', 'overdue'] as const;
export type GroupTurnName = (typeof groupTurns)[number];

/** `blind`: failures may go unnoticed. `watching`: that is over. */
export const signalTurns = ['blind', 'watching'] as const;

const count = z.number().int().nonnegative();

export const groupFactsSchema = z.object({
  cause: causeSchema,
  consequence: z.enum(consequenceKinds),
  /** Open cases now, and failures since the group is known. */
  open: count,
  failures: count,
  failedResources: count,
  resources: count,
  /** Largest first, at most eight. `others`: open cases in further countries or without one. */
  countries: z.array(z.object({ country: z.string(), count })),
  others: count,
  /** Names of the owners, who owns most first. */
  owners: z.array(z.string()),
  /** Receive times, UTC epoch ms. `since`: start of the time in which it is open. */
  since: z.number(),
  lastAt: z.number(),
  /** The deadline that an `overdue` turn is about, or that the group no longer misses. UTC epoch ms. */
  deadline: z
    .object({ kind: z.enum(deadlineKinds), at: z.number() })
    .nullable()
    .default(null),
});
export type GroupFacts = z.infer<typeof groupFactsSchema>;

export const turnSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('group'),
    /** Counts up from 1 in a store. */
    number: z.number().int().positive(),
    /** The same in each repeated delivery. */
    id: z.string(),
    /** UTC epoch ms by the local clock. */
    at: z.number(),
    key: causeKeySchema,
    turn: z.enum(groupTurns),
    facts: groupFactsSchema,
  }),
  z.object({
    kind: z.literal('signal'),
    number: z.number().int().positive(),
    id: z.string(),
    at: z.number(),
    key: z.enum(alarmSignals),
    turn: z.enum(signalTurns),
    /** UTC epoch ms. */
    since: z.number(),
  }),
]);
export type Turn = z.infer<typeof turnSchema>;
