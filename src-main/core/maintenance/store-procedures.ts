import * as z from 'zod';
import { removableSchema, retentionDaysSchema, storeReportSchema } from '../../../src-shared/api/store.ts';
import { backupCopySchema } from '../../../src-shared/domain/store-condition.ts';
import { router, watchCommand, watchProcedure } from '../api/procedures.ts';

export const storeRouter = router({
  report: watchProcedure.output(storeReportSchema).query(({ ctx }) => ctx.watch.maintenance.report()),
  countRemovable: watchProcedure
    .input(z.object({ keepDays: retentionDaysSchema }))
    .output(removableSchema)
    .query(async ({ ctx, input }) => ({ events: await ctx.watch.maintenance.removable(input.keepDays) })),
  /** Returns when the backup is made and checked. */
  backUp: watchProcedure.output(backupCopySchema).mutation(({ ctx }) => ctx.watch.maintenance.backUp()),
  acknowledge: watchCommand.mutation(({ ctx }) => ctx.watch.maintenance.acknowledge()),
});
