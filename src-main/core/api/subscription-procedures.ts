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
import { router, watchCommand, watchProcedure, watchQuery } from './procedures.ts';
import { watchStates } from './state-procedures.ts';

const startedSchema = z.object({ id: z.string() });

export const subscriptionsRouter = router({
  /** Sends all searches, refusals and requests on each change. */
  feed: watchStates(subscriptionsSnapshotSchema, (watch, signal) => watch.subscriptions.subscribe(signal)),
  /** Returns when the request is on its way; the feed shows the result. */
  start: watchProcedure
    .input(startSearchInputSchema)
    .output(startedSchema)
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.begin(input.body)),
  next: watchCommand(searchInputSchema, (watch, input) => watch.subscriptions.next(input.id)),
  load: watchCommand(loadInputSchema, (watch, input) => watch.subscriptions.load(input.id, input.how)),
  cancel: watchCommand(searchInputSchema, (watch, input) => watch.subscriptions.cancel(input.id)),
  remove: watchCommand(searchInputSchema, (watch, input) => watch.subscriptions.remove(input.id)),
  rows: watchQuery(rowsInputSchema, rowsSchema, (watch, input, signal) => watch.subscriptions.rows(input, signal)),
  item: watchQuery(itemInputSchema, itemSchema, (watch, input) => watch.subscriptions.item(input)),
  fields: watchQuery(searchInputSchema, fieldUsageSchema, (watch, input) =>
    watch.subscriptions.inventory.reader.fields(input.id),
  ),
  failures: watchQuery(failuresInputSchema, rowFailuresResultSchema, (watch, input, signal) =>
    watch.subscriptions.failures(input, signal),
  ),
  /** Returns a batch. Call it again with `after: next` for the next one. */
  find: watchQuery(findInputSchema, findResultSchema, (watch, input, signal) =>
    watch.subscriptions.inventory.scanner.find(input, signal),
  ),
  /** Returns a batch, as `find`. */
  compare: watchQuery(compareInputSchema, compareResultSchema, (watch, input, signal) =>
    watch.subscriptions.inventory.scanner.compare(input, signal),
  ),
  checkGap: watchProcedure
    .input(gapInputSchema)
    .output(startedSchema)
    .mutation(({ ctx, input }) => ctx.watch.subscriptions.checkGap(input.gap)),
  gapFindings: watchQuery(gapInputSchema, gapFindingsSchema, (watch, input, signal) =>
    watch.subscriptions.gapFindings(input.gap, signal),
  ),
  request: watchQuery(requestInputSchema, requestDetailSchema, (watch, input) =>
    watch.subscriptions.request(input.number),
  ),
  forgetNotAccepted: watchCommand(forgetNotAcceptedInputSchema, (watch, input) =>
    watch.subscriptions.forgetNotAccepted(input),
  ),
  savedFeed: watchStates(savedSearchesSchema, (watch, signal) => watch.subscriptions.saved.subscribe(signal)),
  save: watchCommand(z.object({ searches: savedSearchesSchema.min(1) }), (watch, input) =>
    watch.subscriptions.saved.put(input.searches),
  ),
  removeSaved: watchCommand(z.object({ id: z.string() }), (watch, input) => watch.subscriptions.saved.remove(input.id)),
});
