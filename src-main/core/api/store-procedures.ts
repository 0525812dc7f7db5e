import * as z from 'zod';
import { removableSchema, retentionDaysSchema, storeReportSchema } from '../../../src-shared/api/store.ts';
import { backupCopySchema } from '../../../src-shared/domain/store-condition.ts';
import { ofWatchSchema, router, watchCommand, watchProcedure, watchQuery } from './procedures.ts';

export const storeRouter = router({
  report: watchQuery(ofWatchSchema, storeReportSchema, (watch) => watch.maintenance.report()),
  countRemovable: watchQuery(z.object({ keepDays: retentionDaysSchema }), removableSchema, async (watch, input) => ({
    events: await watch.maintenance.removable(input.keepDays),
  })),
  /** Returns when the backup is made and checked. */
  backUp: watchProcedure.output(backupCopySchema).mutation(({ ctx }) => ctx.watch.maintenance.backUp()),
  acknowledge: watchCommand(ofWatchSchema, (watch) => watch.maintenance.acknowledge()),
});
