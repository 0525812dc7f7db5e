import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  compareInputSchema,
  compareResultSchema,
  failuresInputSchema,
  fieldUsageSchema,
  findInputSchema,
  findResultSchema,
  forgetNotAcceptedInputSchema,
  gapFindingsSchema,
  gapInputSchema,
  itemInputSchema,
  itemSchema,
  loadInputSchema,
  requestDetailSchema,
  requestInputSchema,
  rowFailuresResultSchema,
  rowsInputSchema,
  rowsSchema,
  savedSearchesSchema,
  searchInputSchema,
  startSearchInputSchema,
  subscriptionsSnapshotSchema,
} from '../../../src-shared/api/searches.ts';
import { router, trackedOutput, watchCommand, watchFeed, watchProcedure } from '../api/procedures.ts';

const startedSchema = z.object({ id: z.string() });
const searchCommand = watchCommand.input(searchInputSchema);

export const subscriptionsRouter = router({
  /** Sends all searches, refusals and requests on each change. */
  feed: watchFeed.output(trackedOutput(subscriptionsSnapshotSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, state } of ctx.watch.subscriptions.subscribe(signal))
      yield tracked(String(revision), state);
  }),
  /** Returns when the request is on its way; the feed shows the result. */
  start: watchProcedure
    .input(startSearchInputSchema)
    .output(startedSchema)
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.begin(input.body)),
  next: searchCommand.mutation(({ ctx, input }) => ctx.watch.subscriptions.next(input.id)),
  load: watchCommand
    .input(loadInputSchema)
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.load(input.id, input.how)),
  cancel: searchCommand.mutation(({ ctx, input }) => ctx.watch.subscriptions.cancel(input.id)),
  remove: searchCommand.mutation(({ ctx, input }) => ctx.watch.subscriptions.remove(input.id)),
  rows: watchProcedure
    .input(rowsInputSchema)
    .output(rowsSchema)
    .query(({ ctx, input, signal }) => ctx.watch.subscriptions.inventory.reader.rows(input, signal)),
  item: watchProcedure
    .input(itemInputSchema)
    .output(itemSchema)
    .query(({ ctx, input }) => ctx.watch.subscriptions.item(input)),
  fields: watchProcedure
    .input(searchInputSchema)
    .output(fieldUsageSchema)
    .query(({ ctx, input }) => ctx.watch.subscriptions.inventory.reader.fields(input.id)),
  failures: watchProcedure
    .input(failuresInputSchema)
    .output(rowFailuresResultSchema)
    .query(({ ctx, input, signal }) => ctx.watch.subscriptions.failures(input, signal)),
  /** Returns a batch. Call it again with `after: next` for the next one. */
  find: watchProcedure
    .input(findInputSchema)
    .output(findResultSchema)
    .query(({ ctx, input, signal }) => ctx.watch.subscriptions.inventory.scanner.find(input, signal)),
  /** Returns a batch, as `find`. */
  compare: watchProcedure
    .input(compareInputSchema)
    .output(compareResultSchema)
    .query(({ ctx, input, signal }) => ctx.watch.subscriptions.inventory.scanner.compare(input, signal)),
  checkGap: watchProcedure
    .input(gapInputSchema)
    .output(startedSchema)
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.checkGap(input.gap)),
  gapFindings: watchProcedure
    .input(gapInputSchema)
    .output(gapFindingsSchema)
    .query(({ ctx, input, signal }) => ctx.watch.subscriptions.gapFindings(input.gap, signal)),
  request: watchProcedure
    .input(requestInputSchema)
    .output(requestDetailSchema)
    .query(({ ctx, input }) => ctx.watch.subscriptions.request(input.number)),
  forgetNotAccepted: watchCommand
    .input(forgetNotAcceptedInputSchema)
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.forgetNotAccepted(input)),
  savedFeed: watchFeed.output(trackedOutput(savedSearchesSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, entries } of ctx.watch.subscriptions.saved.subscribe(signal))
      yield tracked(String(revision), [...entries]);
  }),
  save: watchCommand
    .input(z.object({ searches: savedSearchesSchema.min(1) }))
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.saved.put(input.searches)),
  removeSaved: watchCommand
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.saved.remove(input.id)),
});
