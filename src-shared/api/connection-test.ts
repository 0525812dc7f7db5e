import * as z from 'zod';
import { profileIdSchema } from '../domain/identity.ts';
import { profileFormSchema } from '../domain/profile/profile.ts';
import { findingSchema } from './connection-findings.ts';

/** In order. `proxy` is first if one is in use, because all other checks go through it. */
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
  /** `warned`: works, but the user should know (TLS inspection, clock). `skipped`: not tried. */
  state: z.enum(['waiting', 'running', 'good', 'warned', 'failed', 'skipped']),
  ms: z.number().nonnegative().nullable(),
  finding: findingSchema.nullable(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const connectionReportSchema = z.object({
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  checks: z.array(checkResultSchema),
});
export type ConnectionReport = z.infer<typeof connectionReportSchema>;

/** Profile as typed. `id`: the saved profile whose sign-in is used. `secret`: typed, not stored yet. */
export const connectionTestInputSchema = z.object({
  id: profileIdSchema.nullable(),
  profile: profileFormSchema,
  secret: z.string().min(1).max(65_536).nullable(),
});
export type ConnectionTestInput = z.input<typeof connectionTestInputSchema>;
