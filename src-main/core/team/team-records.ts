/** Records of a team's log (`docs/design/team.md` §2). An entry that is no record is void for every member. */
import * as z from 'zod';
import { anyActionEntrySchema } from '../../../src-shared/domain/cases/action.ts';
import { coverageSchema, gapReasonSchema } from '../../../src-shared/domain/coverage/coverage.ts';
import { receivedEventSchema } from '../../../src-shared/domain/event/event.ts';
import { MAX_REASON_LENGTH, MEMBER_ID, MEMBER_NAME, takeReasons } from '../../../src-shared/domain/team.ts';
import { LAST_MOMENT } from '../../../src-shared/lib/last-moment.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { LogEntry } from '../ports/team-log.ts';

/**
 * A member stops reading at a record of a newer version, because it cannot know what the record changes (TEAM-21). A new
 * kind of action needs no new version: members that do not know it store it (TEAM-21).
 */
export const RECORD_VERSION = 1;

/** Max events of one record. */
export const MAX_RECORD_EVENTS = 500;

const versionSchema = z.object({ v: z.number().int().positive() });

const memberSchema = z.string().regex(MEMBER_ID);

/** UTC epoch ms. */
const timeSchema = z.number().int().nonnegative().max(LAST_MOMENT);
const positionSchema = z.number().int().nonnegative();

const chainFields = {
  v: z.literal(RECORD_VERSION),
  /** Position of the valid chain record before this one; 0 for the first. */
  prev: positionSchema,
  /** `LogEntry.at` of that record; 0 for the first. A log that lost its end may have another record at the position. */
  prevAt: timeSchema,
  /** Number of the holding, from 1. Each `take` begins the next one. */
  epoch: z.number().int().positive(),
  by: memberSchema,
  /** Time of the log as the holder knew it. Shown, never used for the order (TEAM-310). */
  at: timeSchema,
};

const takeSchema = z.object({
  ...chainFields,
  kind: z.literal('take'),
  /** Random id of the process. Two processes with the same credentials are two holders. */
  run: z.string().min(8).max(40),
  /** Name of the member for people. Missing in older versions. */
  name: z.exactOptional(z.string().regex(MEMBER_NAME)),
  why: z.enum(takeReasons),
  reason: z.string().max(MAX_REASON_LENGTH),
  /** Lineage of the holder's store. A seq means nothing in a store of another lineage. */
  lineage: z.string().min(1).max(80),
  /** Keyed hash of the domain and of the address of the events, so that a member of another service notices. */
  service: z.string().max(100),
  /** Only in the first take, from a store with events: its newest seq. The log can get these events later. */
  history: z.exactOptional(z.number().int().positive()),
});

const eventsFields = {
  /** Seq of the first event; the others follow without a hole. Every store uses these seqs. */
  first: z.number().int().positive(),
  events: z.array(receivedEventSchema).max(MAX_RECORD_EVENTS),
  /** `Last-Event-ID` after these events, if it is not the last `id` among them. */
  cursor: z.exactOptional(z.string()),
  /** Position of the offer of these events (TEAM-9). The holder leaves out those that it has. Moves no cursor. */
  offer: z.exactOptional(z.number().int().positive()),
};
const eventsSchema = z.object({ ...chainFields, kind: z.literal('events'), ...eventsFields });

export const eventsContentSchema = z.object(eventsFields);
export type EventsContent = z.infer<typeof eventsContentSchema>;

const partSchema = z.object({
  ...chainFields,
  kind: z.literal('part'),
  part: z.number().int().positive(),
  /** An event has at most 16 MiB (`event-framer.ts`). */
  of: z.number().int().positive().max(400),
  text: z.string(),
});

const sessionOpenedSchema = z.object({
  ...chainFields,
  kind: z.literal('session-opened'),
  openedAt: timeSchema,
});

const sessionEndFields = {
  endedAt: timeSchema,
  /** Measured by the holder's monotonic clock. */
  lengthMs: z.number().nonnegative(),
  reason: gapReasonSchema,
  detail: z.string().max(1_000).nullable(),
};
const sessionEndedSchema = z.object({ ...chainFields, kind: z.literal('session-ended'), ...sessionEndFields });

const chainRecordSchema = z.discriminatedUnion('kind', [
  takeSchema,
  eventsSchema,
  partSchema,
  sessionOpenedSchema,
  sessionEndedSchema,
]);
export type ChainRecord = z.infer<typeof chainRecordSchema>;
export type TakeRecord = z.infer<typeof takeSchema>;

const actionRecordSchema = z.object({
  v: z.literal(RECORD_VERSION),
  kind: z.literal('action'),
  by: memberSchema,
  action: anyActionEntrySchema,
});
export type ActionRecord = z.infer<typeof actionRecordSchema>;

/** A member received these while another one held the seat (TEAM-9). Not on the chain: the holder gives the events seqs. */
const offerRecordSchema = z.object({
  v: z.literal(RECORD_VERSION),
  kind: z.literal('offer'),
  by: memberSchema,
  /** Random. The member recognizes its own offer by it. */
  id: z.string().min(8).max(64),
  events: z.array(receivedEventSchema).max(MAX_RECORD_EVENTS),
  /** Count as watched as soon as they are read (TEAM-137). */
  sessions: z.array(z.object({ openedAt: timeSchema, ...sessionEndFields })).max(MAX_RECORD_EVENTS),
});
export type OfferRecord = z.infer<typeof offerRecordSchema>;

/** How far the log has what the store of the first member had before the team: the last one of each that was sent. */
export const historyPlaceSchema = z.object({
  seq: positionSchema,
  action: positionSchema,
  session: positionSchema,
  gap: positionSchema,
});

/**
 * A part of what the store of the first member had before the team. Not on the chain, so events of the holder do not wait
 * for it, and another member may hold the seat meanwhile. The parts are numbered, so each counts once.
 */
const historyRecordSchema = z.object({
  v: z.literal(RECORD_VERSION),
  kind: z.literal('history'),
  by: memberSchema,
  /** From 1, without a hole. */
  part: z.number().int().positive(),
  first: z.number().int().positive(),
  events: z.array(receivedEventSchema).max(MAX_RECORD_EVENTS),
  actions: z.array(z.object({ action: anyActionEntrySchema, afterSeq: positionSchema })).max(MAX_RECORD_EVENTS),
  spans: coverageSchema,
  place: historyPlaceSchema,
  isLast: z.boolean(),
});
export type HistoryRecord = z.infer<typeof historyRecordSchema>;

type TeamRecord = ChainRecord | ActionRecord | OfferRecord | HistoryRecord;

const schemaOf = {
  chain: chainRecordSchema,
  actions: actionRecordSchema,
  offers: z.discriminatedUnion('kind', [offerRecordSchema, historyRecordSchema]),
};

export type ReadRecord =
  | { readonly kind: 'record'; readonly record: TeamRecord }
  /** No record, or one that names another member than the engine let write (TEAM-4). */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'newer'; readonly version: number };

export function readRecord({ lane, member, text }: Pick<LogEntry, 'lane' | 'member' | 'text'>): ReadRecord {
  const value = text === null ? null : parseJsonOrNull(text);
  const version = versionSchema.safeParse(value);
  if (!version.success) return { kind: 'unreadable' };
  if (version.data.v > RECORD_VERSION) return { kind: 'newer', version: version.data.v };
  if (lane === 'unknown') return { kind: 'unreadable' };
  const parsed = schemaOf[lane].safeParse(value);
  if (!parsed.success || (member !== null && parsed.data.by !== member)) return { kind: 'unreadable' };
  return { kind: 'record', record: parsed.data };
}
