import { tracked } from '@trpc/server';
import {
  actionInputSchema,
  boardSchema,
  caseDetailSchema,
  caseInputSchema,
  caseListInputSchema,
  caseListSchema,
  changeRequestDetailSchema,
  resourcesInputSchema,
  resourcesPageSchema,
} from '../../../src-shared/api/cases.ts';
import {
  textFileSchema,
  packInputSchema,
  packPreviewSchema,
  savedPackSchema,
  packTextResultSchema,
  reportResultSchema,
  reportInputSchema,
  reportTextInputSchema,
} from '../../../src-shared/api/reports.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { router, trackedOutput, watchCommand, watchFeed, watchProcedure } from '../api/procedures.ts';
import { maskedReport } from '../reports/masked-report.ts';

export const casesRouter = router({
  feed: watchFeed.output(trackedOutput(boardSchema)).subscription(async function* ({ ctx, signal }) {
    for await (const { revision, board } of ctx.watch.cases.subscribe(signal)) yield tracked(String(revision), board);
  }),
  list: watchProcedure
    .input(caseListInputSchema)
    .output(caseListSchema)
    .query(({ ctx, input, signal }) => ctx.watch.cases.list(input, signal)),
  detail: watchProcedure
    .input(caseInputSchema)
    .output(caseDetailSchema)
    .query(({ ctx, input }) => ctx.watch.cases.detail(input.key)),
  changeRequestDetail: watchProcedure
    .input(caseInputSchema)
    .output(changeRequestDetailSchema)
    .query(({ ctx, input }) => ctx.watch.cases.requestDetail(input.key)),
  resources: watchProcedure
    .input(resourcesInputSchema)
    .output(resourcesPageSchema)
    .query(({ ctx, input }) => ctx.watch.cases.resources(input)),
  /** Resolves when the action is stored. The board changes later. */
  recordAction: watchCommand.input(actionInputSchema).mutation(({ ctx, input }) => ctx.watch.cases.act(input)),
});

export const reportsRouter = router({
  report: watchProcedure
    .input(reportInputSchema)
    .output(reportResultSchema)
    .query(async ({ ctx, input, signal }) => {
      const report = await ctx.watch.reports.report(input, signal);
      return { report, masked: maskedReport(report, DEFAULT_MASKED_FIELDS) };
    }),
  text: watchProcedure
    .input(reportTextInputSchema)
    .output(textFileSchema)
    .query(({ ctx, input, signal }) => ctx.watch.reports.text(input, signal)),
});

const packProcedure = watchProcedure.input(packInputSchema);

export const packsRouter = router({
  preview: packProcedure
    .output(packPreviewSchema)
    .query(({ ctx, input, signal }) => ctx.watch.packs.preview(input, signal)),
  text: packProcedure
    .output(packTextResultSchema)
    .query(({ ctx, input, signal }) => ctx.watch.packs.text(input, signal)),
  save: packProcedure.output(savedPackSchema).mutation(({ ctx, input, signal }) => ctx.watch.packs.save(input, signal)),
});
