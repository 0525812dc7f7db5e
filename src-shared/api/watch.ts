import * as z from 'zod';
import { profileIdSchema, watchIdSchema } from '../domain/identity.ts';
import { storeConditionSchema } from '../domain/store-condition.ts';
import { policyDescriptionSchema } from './policy/policy.ts';
import { storageStatusSchema, streamStatusSchema } from './stream/stream-status.ts';

const capabilitiesSchema = z.object({
  /** Storage for users' secrets: the OS keychain, or the vault under the key file given to this host. */
  vault: z.enum(['keychain', 'key-file']),
  signInBrowser: z.boolean(),
  practice: z.boolean(),
  desktop: z.boolean(),
});
const aboutSchema = z.object({
  /** Programs and systems below Watchfloor. */
  parts: z.array(z.object({ name: z.string(), version: z.string() })),
  dataFolder: z.string(),
  logFolder: z.string(),
});
export type About = z.infer<typeof aboutSchema>;

export const hostDescriptionSchema = z.object({
  version: z.string(),
  /** Version of the runtime's time zone rules (IANA), such as `2026c`; empty if it is not known. */
  zoneRules: z.string(),
  about: aboutSchema,
  capabilities: capabilitiesSchema,
  policy: policyDescriptionSchema,
});
export type HostDescription = z.infer<typeof hostDescriptionSchema>;

export const practiceScenarioSchema = z.object({ name: z.string(), title: z.string(), description: z.string() });
export type PracticeScenario = z.infer<typeof practiceScenarioSchema>;

/** `seq` has holes and the oldest are removed, so only `storedEvents` is a count. `newestSeq` may be removed, too. */
export const extentSchema = z.object({
  oldestSeq: z.number().int().nonnegative(),
  newestSeq: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
});
export type Extent = z.infer<typeof extentSchema>;

export const watchSnapshotSchema = z.object({
  watch: watchIdSchema,
  profile: z.object({
    id: profileIdSchema,
    name: z.string(),
    practice: z.boolean(),
    eventsUrl: z.string(),
    /** Domain id from the stream; null until an event contained it. */
    domain: z.string().nullable(),
    /** Seconds: expected interval, late after, blind after. */
    heartbeat: z.object({ intervalSeconds: z.number(), lateSeconds: z.number(), blindSeconds: z.number() }),
  }),
  stream: streamStatusSchema,
  storage: storageStatusSchema,
  store: storeConditionSchema,
  extent: extentSchema,
  /** Increases after each commit of a session or gap; the answer of `coverage.span` changes only then. */
  coverageRevision: z.number().int().nonnegative(),
  /** Service's clock minus local clock in ms (positive: ahead); null until it is stable. */
  providerClockOffsetMs: z.number().nullable(),
  alarms: z.object({ unseen: z.number().int().nonnegative() }),
});
export type WatchSnapshot = z.infer<typeof watchSnapshotSchema>;

export const backendSnapshotSchema = z.object({
  /** Backend's wall clock when this was made; ages are counted from here. */
  at: z.number(),
  watches: z.array(watchSnapshotSchema),
});
export type BackendSnapshot = z.infer<typeof backendSnapshotSchema>;
