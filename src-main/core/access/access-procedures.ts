import { accessInputSchema, accessReportSchema } from '../../../src-shared/api/access.ts';
import { router, watchProcedure } from '../api/procedures.ts';

export const accessRouter = router({
  report: watchProcedure
    .input(accessInputSchema)
    .output(accessReportSchema)
    .query(({ ctx, input, signal }) => ctx.watch.access.report(input, signal)),
});
