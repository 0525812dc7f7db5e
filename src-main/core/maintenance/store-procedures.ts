import * as z from 'zod';
import {
  storeInputSchema,
  removableInputSchema,
  removableSchema,
  storeReportSchema,
} from '../../../src-shared/api/store.ts';
import { backupCopySchema } from '../../../src-shared/domain/store-condition.ts';
import { procedure, router } from '../api/procedures.ts';

export const storeRouter = router({
  report: procedure
    .input(storeInputSchema)
    .output(storeReportSchema)
    .query(({ ctx, input }) => ctx.application.maintenance(input.watch).report()),
  countRemovable: procedure
    .input(removableInputSchema)
    .output(removableSchema)
    .query(async ({ ctx, input }) => ({
      events: await ctx.application.maintenance(input.watch).removable(input.keepDays),
    })),
  /** Returns when the backup is made and checked. */
  backUp: procedure
    .input(storeInputSchema)
    .output(backupCopySchema)
    .mutation(({ ctx, input }) => ctx.application.maintenance(input.watch).backUp()),
  acknowledge: procedure
    .input(storeInputSchema)
    .output(z.void())
    .mutation(({ ctx, input }) => ctx.application.maintenance(input.watch).acknowledge()),
});
