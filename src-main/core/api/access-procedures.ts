import { accessInputSchema, accessReportSchema } from '../../../src-shared/api/access.ts';
import { router, watchQuery } from './procedures.ts';

export const accessRouter = router({
  report: watchQuery(accessInputSchema, accessReportSchema, (watch, input, signal) =>
    watch.access.report(input, signal),
  ),
});
