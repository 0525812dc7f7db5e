/** The connection test: one profile, looked at from this computer, step by step. */
import * as z from 'zod';
import { profileIdSchema } from '../domain/identity.ts';
import { profileFormSchema } from '../domain/profile.ts';
import { findingSchema } from './connection-findings.ts';

/** In their order. `proxy` comes first where one is in use, since everything goes through it. */
export const connectionChecks = [
  'proxy',
  'name',
  'tcp',
  'tls',
  'token',
  'permissions',
  'search',
  'stream',
  'first-event',
  'heartbeat',
  'clock',
] as const;
export type ConnectionCheck = (typeof connectionChecks)[number];

const checkResultSchema = z.object({
  check: z.enum(connectionChecks),
  /** `warned`: it works, and a person should know (TLS inspection, a clock that differs); `skipped`: not tried, `finding` says why. */
  state: z.enum(['waiting', 'running', 'good', 'warned', 'failed', 'skipped']),
  /** Milliseconds that it took; `null` where it was not tried or is not over. */
  ms: z.number().nonnegative().nullable(),
  finding: findingSchema.nullable(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const connectionReportSchema = z.object({
  /** UTC epoch ms. */
  startedAt: z.number(),
  /** `null` while it runs. */
  endedAt: z.number().nullable(),
  /** Every check, in order. */
  checks: z.array(checkResultSchema),
});
export type ConnectionReport = z.infer<typeof connectionReportSchema>;

/**
 * A profile as it is typed, saved or not. `id`: the saved one, whose sign-in is used; `null`: none. `secret`: the client
 * secret that was typed and is not kept yet.
 */
export const connectionTestInputSchema = z.object({
  id: profileIdSchema.nullable(),
  profile: profileFormSchema,
  secret: z.string().min(1).max(65_536).nullable(),
});
export type ConnectionTestInput = z.input<typeof connectionTestInputSchema>;
