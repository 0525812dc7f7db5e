import * as z from 'zod';
import {
  addOutletSchema,
  changeOutletSchema,
  outletsSnapshotSchema,
  outletTestSchema,
  testOutletDraftSchema,
} from '../../../src-shared/api/outlets.ts';
import { router, watchCommand, watchProcedure } from './procedures.ts';
import { watchStates } from './state-procedures.ts';

const ofOutletSchema = z.object({ id: z.string() });

export const outletsRouter = router({
  feed: watchStates(outletsSnapshotSchema, (watch, signal) => watch.outlets.subscribe(signal)),
  add: watchCommand(addOutletSchema, (watch, { outlet, secret }) => watch.outlets.add(outlet, secret)),
  change: watchCommand(changeOutletSchema, (watch, { id, outlet, secret }) => watch.outlets.change(id, outlet, secret)),
  /** Removes the outlet and its secret. What it has not sent yet is not sent. */
  remove: watchCommand(ofOutletSchema, (watch, { id }) => watch.outlets.remove(id)),
  /** Sends a message that says that it is a test, and returns the receiver's answer. */
  test: watchProcedure
    .input(ofOutletSchema)
    .output(outletTestSchema)
    .mutation(({ ctx, input }) => ctx.watch.outlets.test(input.id)),
  testDraft: watchProcedure
    .input(testOutletDraftSchema)
    .output(outletTestSchema)
    .mutation(({ ctx, input }) => ctx.watch.outlets.testDraft(input.id, input.outlet, input.secret)),
});
