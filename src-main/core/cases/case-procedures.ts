/** Calls and feed of what failed and what people do about it. */
import { tracked } from '@trpc/server';
import * as z from 'zod';
import {
  actInputSchema,
  boardSchema,
  caseDetailSchema,
  caseInputSchema,
  caseListInputSchema,
  caseListSchema,
  ofWatchInputSchema,
  requestFactsSchema,
  resourcesInputSchema,
  resourcesSchema,
} from '../../../src-shared/api/cases.ts';
import {
  namedTextSchema,
  packInputSchema,
  packPreviewSchema,
  packSavedSchema,
  packTextAnswerSchema,
  reportAnswerSchema,
  reportInputSchema,
  reportTextInputSchema,
} from '../../../src-shared/api/reports.ts';
import { USUALLY_MASKED } from '../../../src-shared/domain/masked-fields.ts';
import { feed, procedure, router, trackedOutput } from '../api/procedures.ts';
import { maskedReport } from '../reports/masked-report.ts';

export const casesRouter = router({
  /** The whole board, whatever the wire had before. */
  feed: feed
    .input(ofWatchInputSchema)
    .output(trackedOutput(boardSchema))
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { revision, board } of ctx.application.cases(input.watch).follow(signal))
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
  requestFacts: procedure
    .input(caseInputSchema)
    .output(requestFactsSchema)
    .query(({ ctx, input }) => ctx.application.cases(input.watch).requestFacts(input.key)),
  resources: procedure
    .input(resourcesInputSchema)
    .output(resourcesSchema)
    .query(({ ctx, input: { watch, ...query } }) => ctx.application.cases(watch).resources(query)),
  act: procedure
    .input(actInputSchema)
    .output(z.void())
    .mutation(({ ctx, input: { watch, ...act } }) => ctx.application.cases(watch).act(act)),
});

export const reportsRouter = router({
  report: procedure
    .input(reportInputSchema)
    .output(reportAnswerSchema)
    .query(async ({ ctx, input: { watch, ...query }, signal }) => {
      const report = await ctx.application.reports(watch).report(query, signal);
      return { report, masked: maskedReport(report, USUALLY_MASKED) };
    }),
  text: procedure
    .input(reportTextInputSchema)
    .output(namedTextSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.reports(watch).text(query, signal)),
});

export const packsRouter = router({
  preview: procedure
    .input(packInputSchema)
    .output(packPreviewSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.packs(watch).preview(query, signal)),
  text: procedure
    .input(packInputSchema)
    .output(packTextAnswerSchema)
    .query(({ ctx, input: { watch, ...query }, signal }) => ctx.application.packs(watch).text(query, signal)),
  save: procedure
    .input(packInputSchema)
    .output(packSavedSchema)
    .mutation(({ ctx, input: { watch, ...query }, signal }) => ctx.application.packs(watch).save(query, signal)),
});
