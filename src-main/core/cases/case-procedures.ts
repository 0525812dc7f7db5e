import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  actionInputSchema,
  boardSchema,
  caseDetailSchema,
  caseInputSchema,
  caseListInputSchema,
  caseListSchema,
  casesInputSchema,
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
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';
import { maskedReport } from '../reports/masked-report.ts';

export const casesRouter = router({
  feed: feed
    .input(casesInputSchema)
    .output(trackedOutput(boardSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, board } of ctx.application.cases(input.watch).subscribe(signal))
        yield tracked(String(revision), board);
    }),
  list: procedure
    .input(caseListInputSchema)
    .output(caseListSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.cases(watch).list(query, signal)),
  detail: procedure
    .input(caseInputSchema)
    .output(caseDetailSchema)
    .query(({ ctx, input }) => ctx.application.cases(input.watch).detail(input.key)),
  changeRequestDetail: procedure
    .input(caseInputSchema)
    .output(changeRequestDetailSchema)
    .query(({ ctx, input }) => ctx.application.cases(input.watch).requestDetail(input.key)),
  resources: procedure
    .input(resourcesInputSchema)
    .output(resourcesPageSchema)
    .query(({ ctx, input: { watch, ...query } }) => ctx.application.cases(watch).resources(query)),
  recordAction: procedure
    .input(actionInputSchema)
    .output(z.void())
    .mutation(({ ctx, input: { watch, ...act } }) => ctx.application.cases(watch).act(act)),
});

export const reportsRouter = router({
  report: procedure
    .input(reportInputSchema)
    .output(reportResultSchema)
    .query(async ({ ctx, input: { watch, ...query }, signal }) => {
      const report = await ctx.application.reports(watch).report(query, signal);
      return { report, masked: maskedReport(report, DEFAULT_MASKED_FIELDS) };
    }),
  text: procedure
    .input(reportTextInputSchema)
    .output(textFileSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.reports(watch).text(query, signal)),
});

export const packsRouter = router({
  preview: procedure
    .input(packInputSchema)
    .output(packPreviewSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.packs(watch).preview(query, signal)),
  text: procedure
    .input(packInputSchema)
    .output(packTextResultSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.packs(watch).text(query, signal)),
  save: procedure
    .input(packInputSchema)
    .output(savedPackSchema)
    .mutation(({ ctx, input: { watch, ...query }, signal }) => ctx.application.packs(watch).save(query, signal)),
});
