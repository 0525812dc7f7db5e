import {
  actionInputSchema,
  boardSchema,
  caseDetailSchema,
  caseInputSchema,
  caseListInputSchema,
  caseListSchema,
  caseValuesInputSchema,
  caseValuesSchema,
  changeRequestDetailSchema,
  groupCourseInputSchema,
  groupCourseSchema,
  recordedActionsSchema,
  resourcesInputSchema,
  resourcesPageSchema,
  undoInputSchema,
  undoneSchema,
} from '../../../src-shared/api/cases.ts';
import {
  textFileSchema,
  packInputSchema,
  packPreviewSchema,
  savedPackSchema,
  packTextResultSchema,
  reportCaseListSchema,
  reportCasesInputSchema,
  reportResultSchema,
  reportInputSchema,
  reportTextInputSchema,
} from '../../../src-shared/api/reports.ts';
import {
  attemptsInputSchema,
  causePastInputSchema,
  causePastSchema,
  countedAttemptsSchema,
  figuresInputSchema,
  figuresSchema,
} from '../../../src-shared/api/quality/figures.ts';
import {
  serviceFileInputSchema,
  serviceFileSchema,
  serviceReportInputSchema,
  serviceReportResultSchema,
  writeInReportInputSchema,
} from '../../../src-shared/api/quality/service-report.ts';
import { shiftHandOversSchema } from '../../../src-shared/api/shift.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { router, watchProcedure, watchQuery } from './procedures.ts';
import { watchStates } from './state-procedures.ts';
import { actingAuthor, makerWords } from './acting-author.ts';
import type { Backend } from '../backend.ts';
import { refuseExport, refuseMasks, requiredMasks, withRequiredMasks } from '../policy/policy-rules.ts';
import { maskedReport } from '../reports/masked-report.ts';
import { serviceFile, serviceFileName } from '../reports/service-file.ts';

export const casesRouter = router({
  feed: watchStates(boardSchema, (watch, signal) => watch.cases.subscribe(signal)),
  handOvers: watchStates(shiftHandOversSchema, (watch, signal) => watch.cases.handOvers(signal)),
  list: watchQuery(caseListInputSchema, caseListSchema, (watch, input, signal) => watch.cases.list(input, signal)),
  values: watchQuery(caseValuesInputSchema, caseValuesSchema, (watch, input, signal) =>
    watch.cases.values(input, signal),
  ),
  course: watchQuery(groupCourseInputSchema, groupCourseSchema, (watch, input, signal) =>
    watch.cases.course(input, signal),
  ),
  detail: watchQuery(caseInputSchema, caseDetailSchema, (watch, input) => watch.cases.detail(input.key)),
  changeRequestDetail: watchQuery(caseInputSchema, changeRequestDetailSchema, (watch, input) =>
    watch.cases.requestDetail(input.key),
  ),
  resources: watchQuery(resourcesInputSchema, resourcesPageSchema, (watch, input) => watch.cases.resources(input)),
  /** Resolves when the action is stored. The board changes later. */
  recordAction: watchProcedure
    .input(actionInputSchema)
    .output(recordedActionsSchema)
    .mutation(({ ctx, input }) => ctx.watch.cases.act({ ...input, author: actingAuthor(ctx, input.author) })),
  undo: watchProcedure
    .input(undoInputSchema)
    .output(undoneSchema)
    .mutation(({ ctx, input }) => ctx.watch.cases.undo({ ...input, author: actingAuthor(ctx, input.author) })),
});

export const reportsRouter = router({
  report: watchProcedure
    .input(reportInputSchema)
    .output(reportResultSchema)
    .query(async ({ ctx, input, signal }) => {
      const report = await ctx.watch.reports.report({ ...input, by: makerWords(ctx, input.by) }, signal);
      return maskedResult(ctx.backend, report);
    }),
  cases: watchQuery(reportCasesInputSchema, reportCaseListSchema, (watch, input, signal) =>
    watch.reports.listCases(input, signal),
  ),
  service: watchProcedure
    .input(serviceReportInputSchema)
    .output(serviceReportResultSchema)
    .query(async ({ ctx, input, signal }) =>
      maskedResult(ctx.backend, await ctx.watch.serviceReports.report(input, signal)),
    ),
  serviceFile: watchProcedure
    .input(serviceFileInputSchema)
    .output(serviceFileSchema)
    .query(async ({ ctx, input: { format, mask, ...input }, signal }) => {
      refuseMasks(ctx.backend.policy, mask);
      const report = maskedReport(await ctx.watch.serviceReports.report(input, signal), mask);
      const content = await serviceFile(report, format);
      return {
        fileName: serviceFileName(report, format),
        content:
          typeof content === 'string' ? content : Array.from(content, (byte) => String.fromCharCode(byte)).join(''),
      };
    }),
  write: watchProcedure
    .input(writeInReportInputSchema)
    .output(recordedActionsSchema)
    .mutation(({ ctx, input }) => ctx.watch.serviceReports.write(input.what, actingAuthor(ctx, input.author))),
  text: watchProcedure
    .input(reportTextInputSchema)
    .output(textFileSchema)
    .query(({ ctx, input, signal }) => {
      refuseMasks(ctx.backend.policy, input.mask);
      return ctx.watch.reports.text({ ...input, by: makerWords(ctx, input.by) }, signal);
    }),
});

export const qualityRouter = router({
  figures: watchQuery(figuresInputSchema, figuresSchema, (watch, input, signal) =>
    watch.quality.figures(input, signal),
  ),
  attempts: watchQuery(attemptsInputSchema, countedAttemptsSchema, (watch, input, signal) =>
    watch.quality.attempts(input, signal),
  ),
  past: watchQuery(causePastInputSchema, causePastSchema, (watch, { cause }, signal) =>
    watch.quality.past(cause, signal),
  ),
});

/** `report` has the values that a fleet policy leaves; `masked` is for readers outside the team. */
function maskedResult<Report extends object>({ policy }: Pick<Backend, 'policy'>, report: Report) {
  const required = requiredMasks(policy);
  return {
    report: required.length === 0 ? report : maskedReport(report, required),
    masked: maskedReport(report, withRequiredMasks(policy, DEFAULT_MASKED_FIELDS)),
  };
}

const packProcedure = watchProcedure.input(packInputSchema).use(({ ctx, input, next }) => {
  refuseExport(ctx.backend.policy, input.mask);
  return next();
});

export const packsRouter = router({
  preview: packProcedure
    .output(packPreviewSchema)
    .query(({ ctx, input, signal }) => ctx.watch.packs.preview({ ...input, by: makerWords(ctx, input.by) }, signal)),
  text: packProcedure
    .output(packTextResultSchema)
    .query(({ ctx, input, signal }) => ctx.watch.packs.text({ ...input, by: makerWords(ctx, input.by) }, signal)),
  save: packProcedure
    .output(savedPackSchema)
    .mutation(({ ctx, input, signal }) => ctx.watch.packs.save({ ...input, by: makerWords(ctx, input.by) }, signal)),
});
