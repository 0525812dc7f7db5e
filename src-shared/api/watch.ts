/** What a page is told about everything under watch, as a feed of whole snapshots. */
import * as z from 'zod';
import { profileIdSchema, watchIdSchema } from '../domain/identity.ts';
import { storeConditionSchema } from '../domain/store-condition.ts';
import { storageStatusSchema, streamStatusSchema } from '../domain/stream-status.ts';

const capabilitiesSchema = z.object({
  /** Where secrets are kept that people give: the OS keychain, or the vault under a key file that this host was told. */
  vault: z.enum(['keychain', 'key-file']),
  /** This host opens the system's browser for a sign-in; else the page opens a tab. */
  signInBrowser: z.boolean(),
  /** Practice (the built-in simulator) can be started from here. */
  practice: z.boolean(),
  /** It stands in a desktop: `desktop.*` answers. */
  desktop: z.boolean(),
  /** Who shows notifications: the host itself, or the pages that are open. */
  notifications: z.enum(['desktop', 'page']),
});
export const hostDescriptionSchema = z.object({ version: z.string(), capabilities: capabilitiesSchema });
export type HostDescription = z.infer<typeof hostDescriptionSchema>;

export const practiceScenarioSchema = z.object({ name: z.string(), title: z.string(), description: z.string() });
export type PracticeScenario = z.infer<typeof practiceScenarioSchema>;

/**
 * What a store holds. `seq` has holes, and retention moves the oldest: only `storedEvents` is a count. `newestSeq` is
 * the highest that was ever given, whether or not that event is still kept.
 */
export const extentSchema = z.object({
  /** 0 in an empty store. */
  oldestSeq: z.number().int().nonnegative(),
  newestSeq: z.number().int().nonnegative(),
  storedEvents: z.number().int().nonnegative(),
});
export type Extent = z.infer<typeof extentSchema>;

/** One watch, as it was `at` the time of its snapshot. */
const watchSnapshotSchema = z.object({
  watch: watchIdSchema,
  profile: z.object({
    id: profileIdSchema,
    name: z.string(),
    practice: z.boolean(),
    eventsUrl: z.string(),
    /** Domain id as the stream names it, `null` until an event told. */
    domain: z.string().nullable(),
    /** Seconds: expected interval, when it is late, when we are blind. */
    heartbeat: z.object({ intervalSeconds: z.number(), lateSeconds: z.number(), blindSeconds: z.number() }),
  }),
  stream: streamStatusSchema,
  storage: storageStatusSchema,
  store: storeConditionSchema,
  extent: extentSchema,
  /** Rises after a session or gap was committed: what `coverage.span` answers is different then, and only then. */
  coverageRevision: z.number().int().nonnegative(),
  /** By how much the service's clock differs from ours, in ms (positive: ahead); `null` until it is stable. */
  providerClockOffsetMs: z.number().nullable(),
  /** That count for a badge, and nobody has seen. */
  alarms: z.object({ unseen: z.number().int().nonnegative() }),
});
export type WatchSnapshot = z.infer<typeof watchSnapshotSchema>;

export const backendSnapshotSchema = z.object({
  /** Backend's wall clock when this was made; ages are counted from here. */
  at: z.number(),
  /** In the order in which they were opened; none: first run. */
  watches: z.array(watchSnapshotSchema),
});
export type BackendSnapshot = z.infer<typeof backendSnapshotSchema>;
