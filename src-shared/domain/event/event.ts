/** Everything except the received text can be computed again from it (`decode-event.ts`). */
import * as z from 'zod';
import { type EventMark, eventMarkSchema } from '../../service/event-mark.ts';
import { decodedFacets } from './event-fields.ts';
import { type Outcome, outcomes } from './outcomes.ts';

/** True result of an event, computed from its content; null if a result has no meaning for it. */
export const outcomeSchema = z.enum(outcomes);
export type { Outcome };

export type { EventMark };

/** Max characters of the `event` or `id` field in a row. Longer text is cut and marked, as in every other field. */
export const MAX_EVENT_FIELD_LENGTH = 256;

export interface ReceivedEvent {
  /** When the event was complete: local clock, UTC epoch ms. */
  readonly receivedAt: number;
  /** `event` field; `message` if the stream had none (WHATWG default). */
  readonly kind: string;
  readonly id: string | null;
  readonly data: string;
  /** Set if the event was larger than the reader's limit: total bytes on the wire and their SHA-256 (hex). */
  readonly oversize?: { readonly bytes: number; readonly sha256: string };
  readonly streamDomain?: string;
  /** Bytes that were not UTF-8, in order and in hexadecimal; the texts have U+FFFD for them. */
  readonly replacedBytes?: string;
}

/** For what was stored as JSON, or comes from the log of a team. */
export const receivedEventSchema = z.object({
  receivedAt: z.number(),
  kind: z.string(),
  id: z.string().nullable(),
  data: z.string(),
  oversize: z.exactOptional(z.object({ bytes: z.number(), sha256: z.string() })),
  streamDomain: z.exactOptional(z.string()),
  replacedBytes: z.exactOptional(z.string()),
}) satisfies z.ZodType<ReceivedEvent>;

/** Fields decoded from an event's `data`. Null: missing or not applicable. */
export const decodedEventSchema = z.object({
  ...decodedFacets(z.string().nullable(), z.array(z.string())),
  outcome: outcomeSchema.nullable(),
  createdDateTime: z.string().nullable(),
  /** UTC epoch ms; null if `createdDateTime` is not a valid time. */
  createdAt: z.number().nullable(),
  eid: z.string().nullable(),
  /** ICCID of the localized profile; for a request, its ICCID if there is exactly one. */
  iccid: z.string().nullable(),
  errorCode: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Resources of the request (`size`), and how many of them failed. */
  resourceCount: z.number().nullable(),
  failedCount: z.number().nullable(),
  marks: z.array(eventMarkSchema),
});
export type DecodedEvent = z.infer<typeof decodedEventSchema>;

export const eventSummarySchema = decodedEventSchema.extend({
  /** Position in the store, from 1, in order of arrival. Holes are normal, so differences have no meaning. */
  seq: z.number().int().positive(),
  receivedAt: z.number(),
  kind: z.string(),
  id: z.string().nullable(),
  /** How often the same event (id, kind and data) arrived again. */
  repeats: z.number().int().nonnegative(),
  seen: z.boolean(),
});
export type EventSummary = z.infer<typeof eventSummarySchema>;

export const storedEventSchema = eventSummarySchema.extend({
  raw: z.string(),
  /** Complete `event` and `id` fields, if the row has only their start (`MAX_EVENT_FIELD_LENGTH` characters). */
  whole: z.object({ kind: z.string().nullable(), id: z.string().nullable() }).nullable(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;
