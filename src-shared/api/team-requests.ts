/** Shapes with which a command asks the process that watches as member of a team (`core/team/answer-team-request.ts`). */
import * as z from 'zod';
import { teamSettingsSchema } from '../domain/profile/team-settings.ts';
import { appErrorDataSchema } from './errors.ts';

const { member, role } = teamSettingsSchema.shape;

export const teamRequestSchema = z.discriminatedUnion('team', [
  z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), team: z.literal('status') }),
  z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), team: z.literal('hand-over'), to: member }),
  z.object({
    id: z.string().regex(/^[0-9a-f]{32}$/),
    team: z.literal('take-over'),
    reason: z.string().trim().min(1).max(200),
  }),
]);
export type TeamRequest = z.infer<typeof teamRequestSchema>;

const seatSchema = z.enum(['follows', 'takes', 'holds', 'hands-over', 'alone']);

const presentMemberSchema = z.object({
  member: z.string(),
  name: z.string(),
  role,
  seat: seatSchema,
  /** Last entry of the log that the member has read. */
  position: z.number().int().nonnegative(),
  /** Entries of the log that it had not read when it reported; null if it had not looked yet. */
  behind: z.number().int().nonnegative().nullable(),
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
});
export type TeamReport = z.infer<typeof teamReportSchema>;

export const teamAnswerSchemas = [
  z.object({ kind: z.literal('team-status'), report: teamReportSchema }),
  z.object({ kind: z.literal('handed-over'), outcome: z.enum(['done', 'not-holder', 'not-ready', 'not-taken']) }),
  z.object({ kind: z.literal('taken-over'), outcome: z.enum(['done', 'not-allowed', 'failed']) }),
  /** The process watches in no team. */
  z.object({ kind: z.literal('no-team') }),
  z.object({ kind: z.literal('refused'), error: appErrorDataSchema }),
  z.object({ kind: z.literal('failed') }),
] as const;
const teamAnswerSchema = z.discriminatedUnion('kind', teamAnswerSchemas);
export type TeamAnswer = z.infer<typeof teamAnswerSchema>;
