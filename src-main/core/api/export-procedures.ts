import { exportInputSchema, exportJobsSchema, startExportInputSchema } from '../../../src-shared/api/exports.ts';
import { command, procedure, router } from './procedures.ts';
import { backendStates } from './state-procedures.ts';

export const exportsRouter = router({
  feed: backendStates(exportJobsSchema, (backend, signal) => backend.exports.subscribe(signal)),
  start: procedure
    .input(startExportInputSchema)
    .output(exportInputSchema)
    .mutation(({ ctx, input }) => ctx.backend.exports.start(input)),
  cancel: command.input(exportInputSchema).mutation(({ ctx, input }) => ctx.backend.exports.cancel(input.id)),
  forget: command.input(exportInputSchema).mutation(({ ctx, input }) => ctx.backend.exports.forget(input.id)),
});
