import { typedNameWords } from '../../../../src-shared/domain/cases/author-name.ts';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { ReportQuery, ShiftReport } from '../../../../src-shared/api/reports.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { plainJson } from '../../../../src-shared/lib/plain-json.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { maskedReport } from '../../../core/reports/masked-report.ts';
import { reportHtml } from '../../../core/reports/report-html.ts';
import { reportMarkdown } from '../../../core/reports/report-markdown.ts';
import { withCaseProjection } from './opened-case-projection.ts';
import { withProgress } from '../terminal/progress.ts';
import { withOutput } from '../terminal/output.ts';
import { refuseOutput, writeOutput } from '../terminal/output-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { parseTime, TIME_HELP } from '../terminal/times.ts';
import {
  parseOutputFile,
  validateZoneAndAuthor,
  withRequiredOption,
  withReportOptions,
  withStoreOptions,
  type StoreOptions,
  type ReportOptions,
} from '../options.ts';

interface ReportCommandOptions extends StoreOptions, ReportOptions {
  readonly since: string;
  readonly until?: string;
  readonly format: 'md' | 'html' | 'json';
  readonly output?: string;
  readonly force?: true;
}

export function reportCommand(terminal: Terminal): Command {
  const command = withReportOptions(withStoreOptions(new Command('report'), terminal), DEFAULT_MASKED_FIELDS)
    .option('--until <T>', 'end of the shift, in the same format; default: now')
    .addOption(new Option('--format <F>', 'output format').choices(['md', 'html', 'json']).default('md'))
    .option('-o, --output <FILE>', 'write to this file', parseOutputFile)
    .option('--force', 'with --output: overwrite the file if it exists')
    .action((options: ReportCommandOptions) => printReport(terminal, options));
  return withRequiredOption(command, '--since <T>', `start of the shift: ${TIME_HELP}; at most 31 days`);
}

async function printReport(terminal: Terminal, options: ReportCommandOptions): Promise<void> {
  const now = Date.now();
  const query = queryOf(options, now);
  const path = options.output === undefined ? null : resolve(options.output);
  if (path !== null) refuseOutput(path, options.force === true);
  const made = await withCaseProjection(terminal, options, ({ reports, stopSignal }) =>
    withProgress(terminal, 'Making the report', () => reports.report(query, stopSignal)),
  );
  if (made === null) return;
  const text = textOf(maskedReport(made, options.mask), options.format);
  if (path === null) await withOutput(terminal, (output) => output.write(text));
  else await writeOutput(path, text, options.force === true);
}

function queryOf(options: ReportCommandOptions, now: number): Omit<ReportQuery, 'watch'> {
  const { since, until, zone, by } = options;
  validateZoneAndAuthor(options);
  return {
    from: resolveTime(parseTime(since, '--since'), now),
    to: until === undefined ? now : resolveTime(parseTime(until, '--until'), now),
    zone: zone ?? localTimeZone(),
    by: typedNameWords(by),
  };
}

function textOf(report: ShiftReport, format: ReportCommandOptions['format']): string {
  if (format === 'json') return `${plainJson(report)}\n`;
  return format === 'html' ? reportHtml(report) : reportMarkdown(report);
}
