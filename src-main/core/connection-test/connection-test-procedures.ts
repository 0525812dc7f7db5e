/** The connection test as a feed: it runs for as long as somebody follows it. */
import { tracked } from '@trpc/server';
import { connectionReportSchema, connectionTestInputSchema } from '../../../src-shared/api/connection-test.ts';
import { feed, router, trackedOutput } from '../api/procedures.ts';

export const connectionTestRouter = router({
  /** The whole report at each change, then the end. */
  run: feed
    .input(connectionTestInputSchema)
    .output(trackedOutput(connectionReportSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      let revision = 0;
      for await (const report of ctx.application.testConnection(input, signal)) {
        revision += 1;
        yield tracked(String(revision), report);
      }
    }),
});
