import {
  actionInputSchema,
  boardSchema,
  caseDetailSchema,
  caseInputSchema,
  caseListInputSchema,
  caseListSchema,
  changeRequestDetailSchema,
  recordedActionsSchema,
  resourcesInputSchema,
  resourcesPageSchema,
  undoInputSchema,
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
import { DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/event/masked-fields.ts';
import { router, watchCommand, watchProcedure, watchQuery } from '../api/procedures.ts';
import { watchStates } from '../api/state-procedures.ts';
import { maskedReport } from '../reports/masked-report.ts';

export const casesRouter = router({
  feed: watchStates(boardSchema, (watch, signal) => watch.cases.subscribe(signal)),
  list: watchQuery(caseListInputSchema, caseListSchema, (watch, input, signal) => watch.cases.list(input, signal)),
  detail: watchQuery(caseInputSchema, caseDetailSchema, (watch, input) => watch.cases.detail(input.key)),
  changeRequestDetail: watchQuery(caseInputSchema, changeRequestDetailSchema, (watch, input) =>
    watch.cases.requestDetail(input.key),
  ),
  resources: watchQuery(resourcesInputSchema, resourcesPageSchema, (watch, input) => watch.cases.resources(input)),
  /** Resolves when the action is stored. The board changes later. */
  recordAction: watchProcedure
    .input(actionInputSchema)
    .output(recordedActionsSchema)
    .mutation(({ ctx, input }) => ctx.watch.cases.act(input)),
  undo: watchCommand(undoInputSchema, (watch, input) => watch.cases.undo(input)),
});

export const reportsRouter = router({
  report: watchQuery(reportInputSchema, reportResultSchema, async (watch, input, signal) => {
    const report = await watch.reports.report(input, signal);
    return { report, masked: maskedReport(report, DEFAULT_MASKED_FIELDS) };
  }),
  cases: watchQuery(reportCasesInputSchema, reportCaseListSchema, (watch, input, signal) =>
    watch.reports.listCases(input, signal),
  ),
  text: watchQuery(reportTextInputSchema, textFileSchema, (watch, input, signal) => watch.reports.text(input, signal)),
});

export const packsRouter = router({
  preview: watchQuery(packInputSchema, packPreviewSchema, (watch, input, signal) => watch.packs.preview(input, signal)),
  text: watchQuery(packInputSchema, packTextResultSchema, (watch, input, signal) => watch.packs.text(input, signal)),
  save: watchProcedure
    .input(packInputSchema)
    .output(savedPackSchema)
    .mutation(({ ctx, input, signal }) => ctx.watch.packs.save(input, signal)),
});
