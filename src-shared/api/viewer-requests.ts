/** Requests of a Watchfloor that shows a store to the one that writes it: same computer, same user. */
import * as z from 'zod';
import { actionEntrySchema } from '../domain/cases/action.ts';
import { acknowledgeAlarmsInputSchema, alarmIdSchema } from './alarms.ts';
import { requestIdSchema } from './subject-actions.ts';
import { markSeenInputSchema } from './timeline.ts';
import { watchSnapshotSchema } from './watch.ts';

const id = requestIdSchema;

export const viewerRequestSchema = z.discriminatedUnion('viewer', [
  z.object({ id, viewer: z.literal('status') }),
  z.object({ id, viewer: z.literal('add-actions'), actions: z.array(actionEntrySchema).min(1) }),
  markSeenInputSchema.extend({ id, viewer: z.literal('mark-seen') }),
  acknowledgeAlarmsInputSchema.extend({ id, viewer: z.literal('acknowledge-alarms') }),
  /** Acknowledges the group of the alarm. */
  z.object({ id, viewer: z.literal('open-alarm'), alarm: alarmIdSchema }),
  z.object({ id, viewer: z.literal('retry') }),
  /** Stop watching and free the store, so that the viewer can watch. */
  z.object({ id, viewer: z.literal('release') }),
]);
export type ViewerRequest = z.infer<typeof viewerRequestSchema>;

const viewedStatusSchema = z.object({
  commits: z.number().int().nonnegative(),
  /** Without the responses of the service, which may not be written to a disk. */
  snapshot: watchSnapshotSchema,
});
export type ViewedStatus = z.infer<typeof viewedStatusSchema>;

export const viewerAnswerSchemas = [
  z.object({ kind: z.literal('viewed'), status: viewedStatusSchema }),
  z.object({ kind: z.literal('done') }),
] as const;
