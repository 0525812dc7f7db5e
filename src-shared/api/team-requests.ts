/** Shapes with which a command asks the process that watches as member of a team (`core/team/answer-team-request.ts`). */
import * as z from 'zod';
import { teamSettingsSchema } from '../domain/profile/team-settings.ts';
import { publishedOutcomes, seatKinds } from '../domain/team.ts';
import { appErrorDataSchema } from './errors.ts';
import { requestIdSchema } from './subject-actions.ts';
import {
  handedOverSchema,
  logHoleSchema,
  reasonSchema,
  refusalsSchema,
  takenOverSchema,
  tooLargeSchema,
} from './team.ts';

const { member, role } = teamSettingsSchema.shape;

export const teamRequestSchema = z.discriminatedUnion('team', [
  z.object({ id: requestIdSchema, team: z.literal('status') }),
  z.object({ id: requestIdSchema, team: z.literal('hand-over'), to: member }),
  z.object({ id: requestIdSchema, team: z.literal('take-over'), reason: reasonSchema }),
  z.object({ id: requestIdSchema, team: z.literal('publish') }),
]);
export type TeamRequest = z.infer<typeof teamRequestSchema>;

const presentMemberSchema = z.object({
  member: z.string(),
  name: z.string(),
  role,
  seat: z.enum(seatKinds),
  /** Last entry of the log that the member has read. */
  position: z.number().int().nonnegative(),
  /** Entries of the log that it had not read when it reported; null if it had not looked yet. */
  behind: z.number().int().nonnegative().nullable(),
  /** The clock of its computer minus that of the log, in ms; null if it is not known yet. */
  clockDifferenceMs: z.number().int().nullable(),
  /** False while its store takes nothing. */
  isStoring: z.boolean(),
  /** True if two Watchfloors run as this member. */
  isDoubled: z.boolean(),
});
export type PresentMemberStatus = z.infer<typeof presentMemberSchema>;

/** The team as one member knows it. */
const teamReportSchema = z.object({
  /** This member first. Null while the store is not that of a member: the status of the stream says why. */
  members: z.array(presentMemberSchema).min(1).nullable(),
  /** Member that took the seat last; null before the first. */
  holder: z.string().nullable(),
  /** Number of the holding; 0 before the first. */
  epoch: z.number().int().nonnegative(),
  /** Number of events and actions of this member that the log does not have yet. */
  unconfirmed: z.object({ events: z.number().int().nonnegative(), actions: z.number().int().nonnegative() }),
  /** Entries of the log that do not count. */
  voids: z.number().int().nonnegative(),
  /** Entries of the log that this member has not read; null if the log does not answer. */
  behind: z.number().int().nonnegative().nullable(),
  hole: logHoleSchema.nullable(),
  /** Why the log is not followed, as a code of `interruption-words.ts`; null if it is. */
  problem: z.string().nullable(),
  refusals: refusalsSchema,
  tooLarge: tooLargeSchema,
  /** Seqs from before the team, as long as the log does not have everything from then; null otherwise. */
  history: z.object({ sentSeq: z.number().int().nonnegative(), lastSeq: z.number().int().positive() }).nullable(),
});
export type TeamReport = z.infer<typeof teamReportSchema>;

export const teamAnswerSchemas = [
  z.object({ kind: z.literal('team-status'), report: teamReportSchema }),
  z.object({ kind: z.literal('handed-over'), outcome: handedOverSchema }),
  z.object({ kind: z.literal('taken-over'), outcome: takenOverSchema }),
  z.object({ kind: z.literal('published'), outcome: z.enum(publishedOutcomes) }),
  /** The process watches in no team. */
  z.object({ kind: z.literal('no-team') }),
  z.object({ kind: z.literal('refused'), error: appErrorDataSchema }),
  z.object({ kind: z.literal('failed') }),
] as const;
const teamAnswerSchema = z.discriminatedUnion('kind', teamAnswerSchemas);
export type TeamAnswer = z.infer<typeof teamAnswerSchema>;
