import { accessInputSchema, accessReportSchema } from '../../../src-shared/api/access.ts';
import { procedure, router } from '../api/procedures.ts';

export const accessRouter = router({
  report: procedure
    .input(accessInputSchema)
    .output(accessReportSchema)
    .query(({ ctx, input: { watch, fresh }, signal }) => ctx.application.access(watch).report({ fresh }, signal)),
});
