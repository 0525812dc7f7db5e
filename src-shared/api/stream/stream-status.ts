/** `watching` starts with the first complete event: an open socket without events is not watching. */
import * as z from 'zod';
import { appErrorDataSchema } from '../errors.ts';
import { interruptionKindSchema } from '../../domain/coverage/interruption-kind.ts';
import { gapReasonSchema } from '../../domain/coverage/coverage.ts';
import { ownRequestSchema } from '../../domain/coverage/own-request.ts';

/** For diagnostics, on request. Sent tokens and secrets are removed in any encoding. Never stored or logged. */
const serviceResponseSchema = z.object({
  from: z.enum(['stream', 'issuer']),
  status: z.number().int().nullable(),
  contentType: z.string().nullable(),
  location: z.string().nullable(),
  /** First 500 characters; null if there is no body, and always null for the issuer. */
  body: z.string().nullable(),
  /** `Server` header, which often names a proxy or firewall. */
  server: z.string().nullable(),
  /** `Via` header: proxies that passed the response on (RFC 9110, 7.6.3). */
  via: z.string().nullable(),
  network: z.string().nullable(),
});
export type ServiceResponse = z.infer<typeof serviceResponseSchema>;

export function emptyServiceResponse(from: ServiceResponse['from']): ServiceResponse {
  return { from, status: null, contentType: null, location: null, body: null, server: null, via: null, network: null };
}

const interruptionCauseSchema = z.object({
  kind: interruptionKindSchema,
  reason: gapReasonSchema,
  /** Machine-readable detail such as `HTTP 503`, `ECONNREFUSED`, `invalid_client`. Never a secret. */
  code: z.string(),
  /** Host, with its port if not the default: proxy, issuer or events address. Null if it has no name to show. */
  host: z.string().nullable(),
  /** Proxy that answered instead of the host: it cannot reach the host, or does not allow it. */
  proxy: z.exactOptional(z.string()),
  error: appErrorDataSchema.nullable(),
  answer: serviceResponseSchema.nullable(),
  ownRequest: z.exactOptional(ownRequestSchema),
  holder: z.exactOptional(z.string()),
  percent: z.exactOptional(z.number().min(0).max(100)),
  leftMs: z.exactOptional(z.number().nonnegative()),
});
export type InterruptionCause = z.infer<typeof interruptionCauseSchema>;

const interruption = {
  /** Last complete event, or the start of watching if there was none; UTC epoch ms. */
  since: z.number(),
  cause: interruptionCauseSchema.nullable(),
  attempt: z.number().int().positive(),
  /** Null while an attempt is running, or if nothing is tried until the user acts. */
  nextAttemptAt: z.number().nullable(),
};

const teamWatchingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('holding'), followers: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('following'), holder: z.string() }),
  /** Has the stream and cannot reach the log: the other members do not see the `waiting` events yet. */
  z.object({ kind: z.literal('alone'), waiting: z.number().int().nonnegative() }),
]);
export type TeamWatching = z.infer<typeof teamWatchingSchema>;

export const streamStatusSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('watching'),
    since: z.number(),
    lastEventAt: z.number(),
    lastHeartbeatAt: z.number().nullable(),
    /** Longest delay of recent events, if something on the way holds the stream back. Missing if they arrive in time. */
    heldBackMs: z.exactOptional(z.number().positive()),
    team: z.exactOptional(teamWatchingSchema),
  }),
  z.object({
    kind: z.literal('reconnecting'),
    ...interruption,
    lostAt: z.number(),
  }),
  z.object({ kind: z.literal('blind'), ...interruption }),
  z.object({ kind: z.literal('seat-taken'), ...interruption, cause: interruptionCauseSchema }),
  z
    .object({ kind: z.literal('sign-in-needed'), ...interruption, cause: interruptionCauseSchema })
    .omit({ attempt: true }),
  z.object({ kind: z.literal('stopped'), since: z.number() }),
]);
export type StreamStatus = z.infer<typeof streamStatusSchema>;

export const storageStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storing') }),
  z.object({
    kind: z.literal('failing'),
    since: z.number(),
    error: appErrorDataSchema.nullable(),
    waiting: z.number().int().nonnegative(),
  }),
  /** This user may not write to the store: stored events are shown, and nothing is watched. */
  z.object({ kind: z.literal('read-only'), error: appErrorDataSchema }),
  /** Another process on this computer writes the store and watches; this one shows it (`core/viewer`). */
  z.object({ kind: z.literal('viewing') }),
]);
export type StorageStatus = z.infer<typeof storageStatusSchema>;
