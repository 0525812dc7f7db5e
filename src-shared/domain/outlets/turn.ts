/** A change of a failure group or of watching itself that people must hear of. Outlets send turns. */
import * as z from 'zod';
import { causeKeySchema, causeSchema, consequenceKinds } from '../cases/case.ts';
import { deadlineKinds } from '../cases/deadline.ts';
import { alarmSignals } from '../cases/alarm.ts';

/** `back`: open again after it had ended. `overdue`: for long after its deadline, which is `at`. */
export const groupTurns = ['opened', 'worse', 'taken', 'done', 'back', 'ended', 'overdue'] as const;
export type GroupTurnName = (typeof groupTurns)[number];

/** `blind`: failures may go unnoticed. `watching`: that is over. */
export const signalTurns = ['blind', 'watching'] as const;

const count = z.number().int().nonnegative();

export const groupFactsSchema = z.object({
  cause: causeSchema,
  consequence: z.enum(consequenceKinds),
  open: count,
  failures: count,
  failedResources: count,
  resources: count,
  /** Largest first, at most eight. `others`: open cases in further countries or without one. */
  countries: z.array(z.object({ country: z.string(), count })),
  others: count,
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
    number: z.number().int().positive(),
    /** The same in each repeated delivery. */
    id: z.string(),
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
    since: z.number(),
  }),
]);
export type Turn = z.infer<typeof turnSchema>;
