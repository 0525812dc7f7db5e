/** Describes the thing that an identifier names: its identifiers, its history, and how old that knowledge is. */
import * as z from 'zod';
import { eventSummarySchema } from '../../domain/event/event.ts';
import { gapSchema } from '../../domain/coverage/coverage.ts';
import { watchIdSchema } from '../../domain/identity.ts';
import { caseSummarySchema } from '../cases.ts';
import { foundIdSchema } from './found-ids.ts';

const count = z.number().int().nonnegative();

const subjectIdKinds = ['eid', 'iccid', 'imsi', 'msisdn', 'subscription', 'resource', 'request', 'event'] as const;
export type SubjectIdKind = (typeof subjectIdKinds)[number];

/** Names the event, or the row of a stored search, that shows an identifier beside another one. */
const evidenceSchema = z.object({
  /** UTC epoch ms. */
  at: z.number(),
  seq: z.number().int().positive().nullable(),
  row: z.object({ search: z.string(), ordinal: z.number().int().positive() }).nullable(),
});
export type IdEvidence = z.infer<typeof evidenceSchema>;

const subjectIdSchema = z.object({
  kind: z.enum(subjectIdKinds),
  value: z.string(),
  /** The identifier beside which it was seen. Null for the one that was asked for. */
  joined: evidenceSchema.extend({ with: z.string() }).nullable(),
});
export type SubjectId = z.infer<typeof subjectIdSchema>;

/** Lists several identifiers of a kind of which this one can have only one. */
const contradictionSchema = z.object({
  of: z.string(),
  ofKind: z.enum(subjectIdKinds),
  kind: z.enum(subjectIdKinds),
  /** Newest first. Only the newest counts as the subject's. */
  values: z.array(evidenceSchema.extend({ value: z.string() })),
});
export type IdContradiction = z.infer<typeof contradictionSchema>;

export const subjectInputSchema = z
  .object({
    watch: watchIdSchema,
    value: z.string().min(1).max(255),
    /** UTC epoch ms, both inclusive; null: without limit. Limits the history, not the identifiers. */
    from: z.number().nullable(),
    to: z.number().nullable(),
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, { path: ['to'], message: 'is before `from`' });
export type SubjectQuery = z.infer<typeof subjectInputSchema>;

const subjectEventSchema = z.object({
  event: eventSummarySchema,
  /** Its resource in a request. Null if the event is about the subject itself, or about all of a request. */
  resource: foundIdSchema.shape.resource,
});
export type SubjectEvent = z.infer<typeof subjectEventSchema>;

const subjectRowSchema = z.object({
  search: z.string(),
  ordinal: z.number().int().positive(),
  id: z.string().nullable(),
  /** When the search was sent, UTC epoch ms. */
  askedAt: z.number(),
  state: z.string().nullable(),
});
export type SubjectRow = z.infer<typeof subjectRowSchema>;

export const subjectSchema = z.object({
  value: z.string(),
  at: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  ids: z.array(subjectIdSchema),
  contradictions: z.array(contradictionSchema),
  /** Newest first. */
  events: z.array(subjectEventSchema),
  /** True if older events were not read. */
  hasMore: z.boolean(),
  rows: z.array(subjectRowSchema),
  /** True if some rows of stored searches were not read. */
  hasMoreRows: z.boolean(),
  /** Its localization, or the request that was asked for. */
  case: caseSummarySchema.nullable(),
  /** Within the span, or since its first event. Newest first, without reconnects; `gapCount` counts all. */
  gaps: z.array(gapSchema),
  gapCount: count,
  /** Start of the span of which there is no record: the first session began later. */
  notRecorded: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Receive time of the oldest stored event; null if nothing is stored. */
  storedSince: z.number().nullable(),
  /** Newest event that names it, at any time. */
  lastEventAt: z.number().nullable(),
});
export type Subject = z.infer<typeof subjectSchema>;
