/** Calls and feed of the timeline. */
import { tracked } from '@trpc/server';
import { appError } from '../../../src-shared/api/errors.ts';
import {
  eventDetailSchema,
  eventInputSchema,
  RAW_PREVIEW_CHARS,
  timelineFeedInputSchema,
  timelineNewsSchema,
  timelinePageInputSchema,
  timelinePageSchema,
} from '../../../src-shared/api/timeline.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';

export const timelineRouter = router({
  page: procedure
    .input(timelinePageInputSchema)
    .output(timelinePageSchema)
    .query(({ ctx, input, signal }) => ctx.application.page(input, signal)),
  /** Ids are the newest seq that was looked at, so that a wire that was lost resumes with everything after it. */
  feed: feed
    .input(timelineFeedInputSchema)
    .output(trackedOutput(timelineNewsSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      const { lastEventId, ...query } = input;
      const after = lastEventId === undefined ? query.after : Number(lastEventId);
      for await (const news of ctx.application.news({ ...query, after }, signal))
        yield tracked(String(news.extent.newestSeq), news);
    }),
  event: procedure
    .input(eventInputSchema)
    .output(eventDetailSchema)
    .query(async ({ ctx, input }) => {
      const event = await ctx.application.reader(input.watch).event(input.seq);
      if (event === null) throw appError('EVENT_NOT_FOUND', { seq: input.seq });
      const { whole: _, ...rest } = event;
      return { ...rest, raw: rest.raw.slice(0, RAW_PREVIEW_CHARS), rawLength: rest.raw.length };
    }),
});
