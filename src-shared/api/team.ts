/** Defines the status of a team that the page shows, and the requests of its user. Without credentials (TEAM-202). */
import * as z from 'zod';
import { profileIdSchema } from '../domain/identity.ts';
import { teamSettingsSchema } from '../domain/profile/team-settings.ts';
import {
  handOverOutcomes,
  MAX_JOIN_FILE_LENGTH,
  MAX_REASON_LENGTH,
  refusalReasons,
  refusedParts,
  seatKinds,
  takeOverOutcomes,
  takeReasons,
} from '../domain/team.ts';

const teamMemberSchema = z.object({
  ...teamSettingsSchema.pick({ member: true, name: true, role: true }).shape,
  mayHold: z.boolean(),
  isSelf: z.boolean(),
  isHolder: z.boolean(),
  /** True if an operator used its page in the last ten minutes; false for a member that is gone or has no operator. */
  isOnShift: z.boolean(),
  /** Entries of the log that the member had not read when it was heard; null if it, or this one, does not know. */
  behind: z.number().int().nonnegative().nullable(),
  /** Time of the log that this one has not read, in ms; null for other members and if it is not known. */
  behindMs: z.number().nonnegative().nullable(),
  /** The clock of its computer minus that of the log, in ms; null if it is gone, or not known. */
  clockDifferenceMs: z.number().int().nullable(),
  /** False while its store takes nothing, so that it may not hold the seat; true for a member that is gone. */
  isStoring: z.boolean(),
  /** True if two Watchfloors run as this member: its join file was used on two computers. */
  isDoubled: z.boolean(),
  goneSince: z.number().nullable(),
});
export type TeamMemberStatus = z.infer<typeof teamMemberSchema>;

const teamHolderSchema = z.object({
  member: z.string(),
  name: z.string(),
  since: z.number(),
  why: z.enum(takeReasons),
  reason: z.string(),
  epoch: z.number().int().positive(),
  /** True if it renews its lease, so that it has the seat now. */
  isLive: z.boolean(),
});

/** The answer of the holder that this member asked for the seat. */
const askedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting'), until: z.number() }),
  z.object({ kind: z.literal('declined'), reason: z.string() }),
  z.object({ kind: z.literal('no-answer') }),
  z.object({ kind: z.literal('given') }),
]);

/** Entries of the log that a member needs and that have expired. No base of the team has them yet. */
export const logHoleSchema = z.object({
  from: z.number().int().positive(),
  to: z.number().int().positive(),
  /** Seqs of the events that are not here. `lastSeq` is null if no event follows in the log. */
  firstSeq: z.number().int().positive(),
  lastSeq: z.number().int().nonnegative().nullable(),
});

/** Kinds of entries that the log refused in the last minute. They wait here. */
export const refusalsSchema = z.array(z.object({ of: z.enum(refusedParts), why: z.enum(refusalReasons) }));

/** Actions and events that stay here until the next start, because the log takes no entry of their size. */
export const tooLargeSchema = z.object({
  actions: z.array(z.object({ kind: z.string(), at: z.number() })),
  events: z.number().int().nonnegative(),
});

export const teamStatusSchema = z.object({
  settings: teamSettingsSchema.extend({ mayHold: z.boolean(), leaseSeconds: z.number() }),
  seat: z.enum(seatKinds),
  problem: z.string().nullable(),
  /** Member that the log names; it may have stopped since. Null before the first one. */
  holder: teamHolderSchema.nullable(),
  /** This one, then the others that are here now, then those that were here since this one started. */
  members: z.array(teamMemberSchema),
  names: z.record(z.string(), z.string()),
  waiting: z.object({ events: z.number().int().nonnegative(), actions: z.number().int().nonnegative() }),
  voids: z.number().int().nonnegative(),
  refusals: refusalsSchema,
  tooLarge: tooLargeSchema,
  /** Not quiet time: these events are missing here. Null if there are none. */
  hole: logHoleSchema.nullable(),
  asked: askedSchema.nullable(),
  /** The member that asks this one, the holder, for the seat. */
  request: z.object({ member: z.string(), name: z.string() }).nullable(),
});
export type TeamStatus = z.infer<typeof teamStatusSchema>;

export const handOverSchema = z.object({ to: z.string() });
export const handedOverSchema = z.enum(handOverOutcomes);

export const reasonSchema = z.string().trim().min(1).max(MAX_REASON_LENGTH);
export const takeOverSchema = z.object({ reason: reasonSchema });
export const takenOverSchema = z.enum(takeOverOutcomes);
export const declineSchema = z.object({ reason: reasonSchema });

const logLimitsSchema = z.object({
  bytes: z.number().nonnegative(),
  /** Largest size; null without a limit. */
  maxBytes: z.number().nullable(),
  /** Largest entry: that of the log or of the server, whichever is smaller. */
  maxEntryBytes: z.number(),
  /** Clock of the servers, UTC epoch ms; null if the log is empty. */
  oldestAt: z.number().nullable(),
  /** Entries expire after this time; null if they never do. */
  maxAgeMs: z.number().nullable(),
  copies: z.number().int(),
  /** True if a full log removes its oldest entries instead of refusing new ones. */
  dropsOldest: z.boolean(),
  /** Version of the server that answered. */
  version: z.string(),
});
export type LogLimits = z.infer<typeof logLimitsSchema>;

/** `isTrial`: tries everything that the member needs, and changes nothing. */
export const teamJoinInputSchema = z.object({
  id: profileIdSchema,
  text: z.string().max(MAX_JOIN_FILE_LENGTH),
  isTrial: z.boolean(),
});

export type TeamJoin = z.infer<typeof teamJoinInputSchema>;

/** `team-file`: that of the administrator. `foreign`: of another program. `field` names the wrong one. */
const joinFileProblemSchema = z.object({
  kind: z.literal('file'),
  why: z.enum(['not-json', 'team-file', 'profile', 'foreign', 'other-version', 'wrong-field']),
  field: z.string(),
});
export type JoinFileProblem = z.infer<typeof joinFileProblemSchema>;

/** Why a Watchfloor cannot be the member. `detail` is for diagnostics. */
const teamJoinProblemSchema = z.discriminatedUnion('kind', [
  joinFileProblemSchema,
  z.object({ kind: z.literal('in-team'), profile: z.string() }),
  /** The profile is read from this file at each start, so the file must name the team. */
  z.object({ kind: z.literal('started-with-file'), path: z.string() }),
  z.object({ kind: z.literal('no-answer'), detail: z.string() }),
  z.object({ kind: z.literal('refused'), detail: z.string() }),
  z.object({ kind: z.literal('too-old'), version: z.string() }),
  z.object({ kind: z.literal('missing') }),
  z.object({ kind: z.literal('no-right'), to: z.enum(['read', 'act', 'hold']) }),
  z.object({ kind: z.literal('other-service'), eventsUrl: z.string() }),
]);
export type TeamJoinProblem = z.infer<typeof teamJoinProblemSchema>;

const joiningMemberSchema = z.object({
  ...teamSettingsSchema.pick({ log: true, servers: true, member: true, name: true, role: true }).shape,
  mayHold: z.boolean(),
});

/** Without the key of the join file (TEAM-23). */
export const teamJoinReportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refused'),
    /** Null if the file could not be read. */
    member: joiningMemberSchema.nullable(),
    problem: teamJoinProblemSchema,
  }),
  z.object({
    /** `can-join`: of a trial. */
    kind: z.enum(['can-join', 'joined']),
    member: joiningMemberSchema,
    /** `starts-log`: the empty log gets the lineage of the store. `of-other-seqs`: the store's seqs are other events. */
    store: z.object({ fit: z.enum(['fits', 'starts-log', 'of-other-seqs']), events: z.number().int().nonnegative() }),
    limits: logLimitsSchema,
    /** New data folder of a store that was set aside. */
    setAside: z.string().nullable(),
  }),
]);
export type TeamJoinReport = z.infer<typeof teamJoinReportSchema>;
