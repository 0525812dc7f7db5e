import { tracked } from '@trpc/server';
import * as z from 'zod';
import { appError } from '../../../src-shared/api/errors.ts';
import {
  differencesInputSchema,
  differencesSchema,
  eventDetailSchema,
  facetsInputSchema,
  histogramInputSchema,
  MAX_RAW_PREVIEW_LENGTH,
  markSeenInputSchema,
  tallyInputSchema,
  timelineCountSchema,
  timelineFacetsSchema,
  timelineFeedInputSchema,
  timelineHistogramSchema,
  timelineUpdateSchema,
  timelinePageInputSchema,
  timelinePageSchema,
} from '../../../src-shared/api/timeline.ts';
import { resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import type { CountQuery } from '../ports/event-store.ts';
import { readPage } from '../timeline/pages.ts';
import { readDifferences } from '../timeline/differences.ts';
import { newestQuery } from '../timeline/newest-query.ts';
import { readCount, readFacets, readHistogram } from '../timeline/tallies.ts';
import { router, trackedOutput, watchCommand, watchFeed, watchProcedure, watchQuery } from './procedures.ts';

function rangeOf({ filter, at, after, to }: z.infer<typeof tallyInputSchema>): CountQuery {
  return { filter: resolveTimes(filter, at), after, to: to ?? Number.MAX_SAFE_INTEGER };
}

export const timelineRouter = router({
  page: watchProcedure
    .input(timelinePageInputSchema)
    .output(timelinePageSchema)
    .query(({ ctx, input, signal }) => readPage(ctx.watch.reader(input.filter), input, ctx.backend.clock, signal)),
  count: watchQuery(tallyInputSchema, timelineCountSchema, async (watch, input, signal) => {
    const { value, next } = await readCount(watch.reader(input.filter), rangeOf(input), { signal });
    return { count: value, next };
  }),
  facets: watchProcedure
    .input(facetsInputSchema)
    .output(timelineFacetsSchema)
    .query(async ({ ctx, input: { fields, ...input }, signal }) => {
      const reader = ctx.watch.reader(input.filter);
      const enough = newestQuery(ctx.connection, input.watch, `facets ${fields.join()}`);
      const { value, next } = await readFacets(reader, { ...rangeOf(input), fields }, { signal, enough });
      return { ...value, next };
    }),
  histogram: watchProcedure
    .input(histogramInputSchema)
    .output(timelineHistogramSchema)
    .query(async ({ ctx, input: { edges, ...input }, signal }) => {
      const reader = ctx.watch.reader(input.filter);
      const enough = newestQuery(ctx.connection, input.watch, 'histogram');
      const { value, next } = await readHistogram(reader, { ...rangeOf(input), edges }, { signal, enough });
      return { outcomes: value, next };
    }),
  differences: watchQuery(differencesInputSchema, differencesSchema, ({ reader }, input, signal) =>
    readDifferences(reader(input.filter), input, { signal }),
  ),
  /** Ids are the newest seq that was read, so that a reconnected client continues after it. */
  feed: watchFeed
    .input(timelineFeedInputSchema)
    .output(trackedOutput(timelineUpdateSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      const { lastEventId, ...query } = input;
      const after = lastEventId === undefined ? query.after : Number(lastEventId);
      for await (const update of ctx.watch.timelineFeed({ ...query, after }, signal))
        yield tracked(String(update.extent.newestSeq), update);
    }),
  markSeen: watchCommand(markSeenInputSchema, (watch, input) => watch.markSeen(input.ranges, input.seen)),
  event: watchQuery(z.object({ seq: z.number().int().positive() }), eventDetailSchema, async (watch, input) => {
    const event = await watch.reader().event(input.seq);
    if (event === null) throw appError('EVENT_NOT_FOUND', { seq: input.seq });
    const { whole: _, ...rest } = event;
    return { ...rest, raw: rest.raw.slice(0, MAX_RAW_PREVIEW_LENGTH), rawLength: rest.raw.length };
  }),
});
