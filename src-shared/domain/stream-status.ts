/**
 * The one published state of the notification stream. It is `watching` only from the first complete event of a
 * connection on: an open socket that says nothing is not watching.
 */
import * as z from 'zod';
import { appErrorDataSchema } from '../api/errors.ts';
import { gapReasonSchema } from './coverage.ts';

/**
 * What the service answered to the last request, kept for diagnostics and shown on request. The tokens and secrets that
 * were sent are cut out of every text, in any encoding; it is held in memory, never stored and never logged.
 */
const serviceResponseSchema = z.object({
  /** Which request: the stream's, or the token issuer's. */
  from: z.enum(['stream', 'issuer']),
  status: z.number().int().nullable(),
  contentType: z.string().nullable(),
  /** Target of a redirect that was not followed. */
  location: z.string().nullable(),
  /** First 500 characters; `null` where there is none, and always `null` for the issuer. */
  body: z.string().nullable(),
  /** The `Server` header: it often names a proxy or firewall. */
  server: z.string().nullable(),
  /** The network's own words where there was no answer. */
  network: z.string().nullable(),
});
export type ServiceResponse = z.infer<typeof serviceResponseSchema>;

/** An answer of which nothing is known. */
export function emptyServiceResponse(from: ServiceResponse['from']): ServiceResponse {
  return { from, status: null, contentType: null, location: null, body: null, server: null, network: null };
}

/** What happened, as the key of its sentence (`src-shared/words/interruption-words.ts`). */
export const interruptionKindSchema = z.enum([
  'session-ended', // announced by the service
  'closed', // in order, before the session was over
  'cut',
  'path-limit', // by something on the way, at the age at which it ends every stream; `code` is that age: "20 s"
  'silent',
  'no-answer', // connected, or trying to, and never answered
  'unreachable',
  'certificate',
  'plain-http', // TLS was spoken to a port that speaks plain HTTP
  'proxy-refused', // a proxy asks for a sign-in (407) or refuses the tunnel
  'redirected',
  'not-a-stream',
  'renewing-token',
  'token-refused', // a new one, too
  'forbidden',
  'refused-once', // 403 without a sign of who answered, for the first time
  'page-instead', // 403 or 429 with a page for a browser: something between here and the service answered
  'own-seat', // the service still counts our last connection
  'seat-taken',
  'slow-down', // 429
  'service-down', // 5xx, 408
  'request-refused', // any other status
  'client-refused', // the issuer does not know the client or its secret
  'grant-refused', // the issuer refuses for another reason
  'issuer-unreachable',
  'issuer-not-oauth',
  'no-grant', // nothing to ask the issuer with: `error` says why
  'slept',
  'fault', // a bug of ours; the log has it
]);

/** Why we are not watching. */
const interruptionCauseSchema = z.object({
  kind: interruptionKindSchema,
  reason: gapReasonSchema,
  /** Machine-readable detail such as `HTTP 503`, `ECONNREFUSED`, `invalid_client`. Never a secret. */
  code: z.string(),
  /** Who failed, with its port if that is not the usual one: the proxy, the issuer or the events address; `null`: none of them, or one that cannot be named. */
  host: z.string().nullable(),
  /** Of `no-grant` alone. */
  error: appErrorDataSchema.nullable(),
  answer: serviceResponseSchema.nullable(),
});
export type InterruptionCause = z.infer<typeof interruptionCauseSchema>;

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
    cause: interruptionCauseSchema.nullable(),
    attempt: z.number().int().positive(),
    /** `null` while an attempt is under way. */
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('blind'),
    since: z.number(),
    cause: interruptionCauseSchema.nullable(),
    attempt: z.number().int().positive(),
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('seat-taken'),
    since: z.number(),
    cause: interruptionCauseSchema,
    attempt: z.number().int().positive(),
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('sign-in-needed'),
    since: z.number(),
    cause: interruptionCauseSchema,
    /** `null`: an attempt is under way, or nothing is asked until a person acts. */
    nextAttemptAt: z.number().nullable(),
  }),
  z.object({ kind: z.literal('stopped'), since: z.number() }),
]);
export type StreamStatus = z.infer<typeof streamStatusSchema>;

/** Whether what arrives is being written. */
export const storageStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storing') }),
  z.object({
    kind: z.literal('failing'),
    since: z.number(),
    /** `null`: for a reason that Watchfloor does not know; the log has it. */
    error: appErrorDataSchema.nullable(),
    /** Events received and held in memory, not yet stored. */
    waiting: z.number().int().nonnegative(),
  }),
  /** This user may not write the store: what is there is shown, and nothing is watched. */
  z.object({ kind: z.literal('read-only'), error: appErrorDataSchema }),
]);
export type StorageStatus = z.infer<typeof storageStatusSchema>;
