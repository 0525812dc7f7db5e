/**
 * The one published state of the notification stream. It is `watching` only from the first complete event of a
 * connection on: an open socket that says nothing is not watching.
 */
import * as z from 'zod';
import { gapReasonSchema } from './coverage.ts';

/** Why we are not watching, for people: what was seen and what to do about it. */
const causeSchema = z.object({
  reason: gapReasonSchema,
  /** Machine-readable detail such as `HTTP 503`, `ECONNREFUSED`, `invalid_client`. Never a secret. */
  code: z.string(),
  /** One or two plain sentences: what happened, what to do. */
  message: z.string(),
});
export type Cause = z.infer<typeof causeSchema>;

export const streamStatusSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('watching'),
    /** Session start, UTC epoch ms. */
    since: z.number(),
    lastEventAt: z.number(),
    /** `null` until the session's first heartbeat. */
    lastHeartbeatAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('reconnecting'),
    /** Last complete event, or the start of watching where there was none; UTC epoch ms. */
    since: z.number(),
    cause: causeSchema.nullable(),
    attempt: z.number().int().positive(),
    /** `null` while an attempt is under way. */
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('blind'),
    since: z.number(),
    cause: causeSchema.nullable(),
    attempt: z.number().int().positive(),
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('seat-taken'),
    since: z.number(),
    cause: causeSchema,
    attempt: z.number().int().positive(),
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({ kind: z.literal('sign-in-needed'), since: z.number(), cause: causeSchema }),
  z.object({ kind: z.literal('stopped'), since: z.number() }),
]);
export type StreamStatus = z.infer<typeof streamStatusSchema>;

/** Whether what arrives is being written. */
export const storageStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storing') }),
  z.object({
    kind: z.literal('failing'),
    since: z.number(),
    code: z.string(),
    message: z.string(),
    /** Events received and held in memory, not yet stored. */
    waiting: z.number().int().nonnegative(),
  }),
]);
export type StorageStatus = z.infer<typeof storageStatusSchema>;
