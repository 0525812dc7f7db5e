import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  startSearchInputSchema,
  checkGapInputSchema,
  compareResultSchema,
  compareInputSchema,
  failuresInputSchema,
  rowFailuresResultSchema,
  fieldUsageSchema,
  findInputSchema,
  forgetNotAcceptedInputSchema,
  findResultSchema,
  gapFindingsSchema,
  itemInputSchema,
  itemSchema,
  loadInputSchema,
  putSearchesInputSchema,
  removeSearchInputSchema,
  requestDetailSchema,
  requestInputSchema,
  rowsInputSchema,
  rowsSchema,
  savedSearchesSchema,
  searchInputSchema,
  subscriptionsInputSchema,
  subscriptionsSnapshotSchema,
} from '../../../src-shared/api/searches.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

const startedSchema = z.object({ id: z.string() });

export const subscriptionsRouter = router({
  /** Sends all searches, refusals and requests on each change. */
  feed: feed
    .input(subscriptionsInputSchema)
    .output(trackedOutput(subscriptionsSnapshotSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, state } of ctx.application.subscriptions(input.watch).subscribe(signal))
        yield tracked(String(revision), state);
    }),
  start: procedure
    .input(startSearchInputSchema)
    .output(startedSchema)
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).begin(input.body)),
  next: procedure
    .input(searchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).next(input.id)),
  load: procedure
    .input(loadInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).load(input.id, input.how)),
  cancel: procedure
    .input(searchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).cancel(input.id)),
  remove: procedure
    .input(searchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).remove(input.id)),
  rows: procedure
    .input(rowsInputSchema)
    .output(rowsSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.subscriptions(watch).rows(query, signal)),
  item: procedure
    .input(itemInputSchema)
    .output(itemSchema)
    .query(({ ctx, input: { watch, ...location } }) => ctx.application.subscriptions(watch).item(location)),
  fields: procedure
    .input(searchInputSchema)
    .output(fieldUsageSchema)
    .query(({ ctx, input }) => ctx.application.subscriptions(input.watch).fields(input.id)),
  failures: procedure
    .input(failuresInputSchema)
    .output(rowFailuresResultSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) =>
      ctx.application.subscriptions(watch).failures(query, signal),
    ),
  /** Returns a batch. Call it again with `after: next` for the next one. */
  find: procedure
    .input(findInputSchema)
    .output(findResultSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.subscriptions(watch).find(query, signal)),
  compare: procedure
    .input(compareInputSchema)
    .output(compareResultSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) =>
      ctx.application.subscriptions(watch).compare(query, signal),
    ),
  checkGap: procedure
    .input(checkGapInputSchema)
    .output(startedSchema)
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).checkGap(input.gap)),
  gapFindings: procedure
    .input(checkGapInputSchema)
    .output(gapFindingsSchema)
    .query(({ ctx, input, signal }) => ctx.application.subscriptions(input.watch).gapFindings(input.gap, signal)),
  request: procedure
    .input(requestInputSchema)
    .output(requestDetailSchema)
    .query(({ ctx, input }) => ctx.application.subscriptions(input.watch).request(input.number)),
  forgetNotAccepted: procedure
    .input(forgetNotAcceptedInputSchema)
    .output(z.void())
    .mutation(({ ctx, input: { watch, ...what } }) => ctx.application.subscriptions(watch).forgetNotAccepted(what)),
  savedFeed: feed
    .input(subscriptionsInputSchema)
    .output(trackedOutput(savedSearchesSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, entries } of ctx.application.subscriptions(input.watch).saved.subscribe(signal))
        yield tracked(String(revision), [...entries]);
    }),
  save: procedure
    .input(putSearchesInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).saved.put(input.searches)),
  removeSaved: procedure
    .input(removeSearchInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.subscriptions(input.watch).saved.remove(input.id)),
});
