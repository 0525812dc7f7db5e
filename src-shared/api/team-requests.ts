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
  position: z.number().int().nonnegative(),
  behind: z.number().int().nonnegative().nullable(),
  clockDifferenceMs: z.number().int().nullable(),
  isStoring: z.boolean(),
  isDoubled: z.boolean(),
});
export type PresentMemberStatus = z.infer<typeof presentMemberSchema>;

const teamReportSchema = z.object({
  /** This member first. Null while the store is not that of a member: the status of the stream says why. */
  members: z.array(presentMemberSchema).min(1).nullable(),
  holder: z.string().nullable(),
  epoch: z.number().int().nonnegative(),
  unconfirmed: z.object({ events: z.number().int().nonnegative(), actions: z.number().int().nonnegative() }),
  voids: z.number().int().nonnegative(),
  behind: z.number().int().nonnegative().nullable(),
  hole: logHoleSchema.nullable(),
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
  z.object({ kind: z.literal('no-team') }),
  z.object({ kind: z.literal('refused'), error: appErrorDataSchema }),
  z.object({ kind: z.literal('failed') }),
] as const;
const teamAnswerSchema = z.discriminatedUnion('kind', teamAnswerSchemas);
export type TeamAnswer = z.infer<typeof teamAnswerSchema>;
