import { tracked } from '@trpc/server';
import * as z from 'zod';
import { appError } from '../../../src-shared/api/errors.ts';
import {
  eventDetailSchema,
  eventInputSchema,
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
import { newestQuery } from './newest-query.ts';
import { readCount, readFacets, readHistogram } from './tallies.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

function rangeOf({ filter, at, after, to }: Omit<z.infer<typeof tallyInputSchema>, 'watch'>): CountQuery {
  return { filter: resolveTimes(filter, at), after, to: to ?? Number.MAX_SAFE_INTEGER };
}

export const timelineRouter = router({
  page: procedure
    .input(timelinePageInputSchema)
    .output(timelinePageSchema)
    .query(({ ctx, input, signal }) => ctx.application.page(input, signal)),
  count: procedure
    .input(tallyInputSchema)
    .output(timelineCountSchema)
    .query(async ({ ctx, input: { watch, ...input }, signal }) => {
      const { value, next } = await readCount(ctx.application.reader(watch, input.filter), rangeOf(input), { signal });
      return { count: value, next };
    }),
  facets: procedure
    .input(facetsInputSchema)
    .output(timelineFacetsSchema)
    .query(async ({ ctx, input: { watch, fields, ...input }, signal }) => {
      const reader = ctx.application.reader(watch, input.filter);
      const enough = newestQuery(ctx.connection, watch, `facets ${fields.join()}`);
      const { value, next } = await readFacets(reader, { ...rangeOf(input), fields }, { signal, enough });
      return { ...value, next };
    }),
  histogram: procedure
    .input(histogramInputSchema)
    .output(timelineHistogramSchema)
    .query(async ({ ctx, input: { watch, edges, ...input }, signal }) => {
      const reader = ctx.application.reader(watch, input.filter);
      const enough = newestQuery(ctx.connection, watch, 'histogram');
      const { value, next } = await readHistogram(reader, { ...rangeOf(input), edges }, { signal, enough });
      return { outcomes: value, next };
    }),
  /** Ids are the newest seq that was read, so that a reconnected client continues after it. */
  feed: feed
    .input(timelineFeedInputSchema)
    .output(trackedOutput(timelineUpdateSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      const { lastEventId, ...query } = input;
      const after = lastEventId === undefined ? query.after : Number(lastEventId);
      for await (const update of ctx.application.timelineFeed({ ...query, after }, signal))
        yield tracked(String(update.extent.newestSeq), update);
    }),
  markSeen: procedure
    .input(markSeenInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.markSeen(input.watch, input.ranges, input.seen)),
  event: procedure
    .input(eventInputSchema)
    .output(eventDetailSchema)
    .query(async ({ ctx, input }) => {
      const event = await ctx.application.reader(input.watch).event(input.seq);
      if (event === null) throw appError('EVENT_NOT_FOUND', { seq: input.seq });
      const { whole: _, ...rest } = event;
      return { ...rest, raw: rest.raw.slice(0, MAX_RAW_PREVIEW_LENGTH), rawLength: rest.raw.length };
    }),
});
