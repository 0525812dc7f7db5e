/** What a page is told about the profile under watch, as a feed of whole snapshots. */
import * as z from 'zod';
import { storageStatusSchema, streamStatusSchema } from '../domain/stream-status.ts';

const capabilitiesSchema = z.object({
  /** An OS keychain can keep secrets. */
  osKeychain: z.boolean(),
  /** Practice (the built-in simulator) can be started from here. */
  practice: z.boolean(),
});
export const hostDescriptionSchema = z.object({ version: z.string(), capabilities: capabilitiesSchema });
export type HostDescription = z.infer<typeof hostDescriptionSchema>;

export const practiceScenarioSchema = z.object({ name: z.string(), title: z.string(), description: z.string() });
export type PracticeScenario = z.infer<typeof practiceScenarioSchema>;

export const watchSnapshotSchema = z.discriminatedUnion('kind', [
  /** No profile is open: first run. */
  z.object({ kind: z.literal('none'), at: z.number() }),
  z.object({
    kind: z.literal('open'),
    /** Backend's wall clock when this was made; ages are counted from here. */
    at: z.number(),
    profile: z.object({
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
    /** Highest stored sequence number, 0 in an empty store; equals the number of stored events. */
    newestSeq: z.number().int().nonnegative(),
  }),
]);
export type WatchSnapshot = z.infer<typeof watchSnapshotSchema>;
