import { tracked } from '@trpc/server';
import { connectionReportSchema, connectionTestInputSchema } from '../../../src-shared/api/connection-test.ts';
import { feed, router, trackedOutput } from './procedures.ts';

export const connectionTestRouter = router({
  run: feed
    .input(connectionTestInputSchema)
    .output(trackedOutput(connectionReportSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      let revision = 0;
      for await (const report of ctx.backend.profileTests.run(input, signal)) {
        revision += 1;
        yield tracked(String(revision), report);
      }
    }),
});
