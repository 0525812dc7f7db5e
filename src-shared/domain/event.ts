/**
 * One notification event, as received and as understood.
 * The received text is the truth; everything else here can be computed again from it (see `decode-event.ts`).
 */
import * as z from 'zod';
import { type EventMark, eventMarkSchema } from '../service/event-mark.ts';
import { type Outcome, outcomes } from './outcomes.ts';

/** The true result of an event, computed from its content; `null` on an event where a result has no meaning. */
export const outcomeSchema = z.enum(outcomes);
export type { Outcome };

/** What this version noticed about an event. */
export type { EventMark };

/** Longest `event` or `id` field that a row holds; as for every other field, what is longer is cut and marked. */
export const MAX_EVENT_FIELD_LENGTH = 256;

/** One event off the wire, before anything was made of it. */
export interface ReceivedEvent {
  /** Our own clock, UTC epoch ms, when the event was complete. */
  readonly receivedAt: number;
  /** The `event` field; `message` where the stream gave none (WHATWG default). */
  readonly kind: string;
  /** The `id` field of this very event, `null` where it had none. */
  readonly id: string | null;
  /** The `data` text, verbatim; of an oversize event its beginning. */
  readonly data: string;
  /** Set where the event was larger than the reader keeps: total bytes on the wire and their SHA-256 (hex). */
  readonly oversize?: { readonly bytes: number; readonly sha256: string };
  /** The domain that the stream had named, set where the event's principal is another one. */
  readonly streamDomain?: string;
}

/** What could be read out of an event's `data`. `null`: not there, or not applicable. */
export const decodedEventSchema = z.object({
  operation: z.string().nullable(),
  state: z.string().nullable(),
  outcome: outcomeSchema.nullable(),
  /** As received. */
  createdDateTime: z.string().nullable(),
  /** UTC epoch ms; `null` where `createdDateTime` is no valid ISO 8601 time. */
  createdAt: z.number().nullable(),
  principal: z.string().nullable(),
  eid: z.string().nullable(),
  /** Of the localized profile; of a request the one ICCID it concerns, where it is exactly one. */
  iccid: z.string().nullable(),
  countryCode: z.string().nullable(),
  /** The localization's error code, or the first of a request's. */
  errorCode: z.string().nullable(),
  /** Every distinct error code, in order of appearance. */
  errorCodes: z.array(z.string()),
  /** Every distinct error type ("CMP_ERROR"), likewise. */
  errorTypes: z.array(z.string()),
  requestId: z.string().nullable(),
  /** Resources in the request (`size`), and how many of them failed. */
  resourceCount: z.number().nullable(),
  failedCount: z.number().nullable(),
  marks: z.array(eventMarkSchema),
});
export type DecodedEvent = z.infer<typeof decodedEventSchema>;

/** A row of the timeline: small, without the raw text. */
export const eventSummarySchema = decodedEventSchema.extend({
  /** Position in the store, from 1 upward: the order of arrival. Holes are ordinary; no arithmetic on it. */
  seq: z.number().int().positive(),
  /** UTC epoch ms, our clock. */
  receivedAt: z.number(),
  kind: z.string(),
  id: z.string().nullable(),
  /** How many times the very same event (id, kind and data) arrived again. */
  repeats: z.number().int().nonnegative(),
  /** Somebody has opened it, or said that all up to it was looked at. */
  seen: z.boolean(),
});
export type EventSummary = z.infer<typeof eventSummarySchema>;

/** A stored event whole. */
export const storedEventSchema = eventSummarySchema.extend({
  /** The received `data` text, verbatim. */
  raw: z.string(),
  /** The whole `event` and `id` fields where the row holds only their beginning (`MAX_NAME` characters). */
  whole: z.object({ kind: z.string().nullable(), id: z.string().nullable() }).nullable(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;
