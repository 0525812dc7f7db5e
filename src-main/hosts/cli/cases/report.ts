import { typedNameWords } from '../../../../src-shared/domain/cases/author-name.ts';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type {
  ServiceFormat,
  ServiceReport,
  ServiceReportQuery,
} from '../../../../src-shared/api/quality/service-report.ts';
import type { ReportQuery, ShiftReport } from '../../../../src-shared/api/reports.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import {
  type DaySpan,
  daysOfMonth,
  isDay,
  MAX_SERVICE_DAYS,
  serviceSpan,
} from '../../../../src-shared/domain/service-span.ts';
import { plainJson } from '../../../../src-shared/lib/plain-json.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { zoneOrUtc } from '../../../../src-shared/lib/zone.ts';
import { createReports } from '../../../core/reports/create-reports.ts';
import { maskedReport } from '../../../core/reports/masked-report.ts';
import { reportHtml } from '../../../core/reports/report-html.ts';
import { reportMarkdown } from '../../../core/reports/report-markdown.ts';
import { type OpenedCaseProjection, withCaseProjection } from './opened-case-projection.ts';
import { type EntryOptions, withEntryOptions, writeEntries } from './report-entry.ts';
import { withProgress } from '../terminal/progress.ts';
import { withOutput } from '../terminal/output.ts';
import { refuseOutput, writeOutput } from '../terminal/output-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { parseTime, TIME_HELP } from '../terminal/times.ts';
import {
  parseOutputFile,
  validateZoneAndAuthor,
  withReportOptions,
  withStoreOptions,
  type StoreOptions,
  type ReportOptions,
} from '../options.ts';

interface ReportCommandOptions extends StoreOptions, ReportOptions, EntryOptions {
  readonly since?: string;
  readonly until?: string;
  readonly month?: string;
  readonly service?: true;
  readonly format: ServiceFormat;
  readonly output?: string;
  readonly force?: true;
}

const EXAMPLES = `
Examples:
  watchfloor report --since 8h
  watchfloor report --month 2026-10 --format html --output october.html
  watchfloor report --month 2026-10 --gap 2026-10-04T08:10 --reason 'moved to the new rack' --by 'Ines Haugen'
  watchfloor report --service --since 2026-07-01 --until 2026-09-30 --zone Europe/Oslo --format xlsx --output q3.xlsx

The shift report covers at most 31 days. The service report covers the complete days of its zone that are over, at most
${MAX_SERVICE_DAYS}: how much of the time was good, bad and not watched, the targets, the cases, and each gap with its reason. The same
store gives the same bytes, so it names no author and no time of making.`;

export function reportCommand(terminal: Terminal): Command {
  const command = withReportOptions(withStoreOptions(new Command('report'), terminal), terminal, DEFAULT_MASKED_FIELDS)
    .option('--since <T>', `start of the shift, or first day with --service: ${TIME_HELP}`)
    .option('--until <T>', 'end of the shift (default: now), or last day with --service (default: yesterday)')
    .addOption(
      new Option('--month <M>', 'the service report of a month, such as 2026-10').conflicts(['since', 'until']),
    )
    .option('--service', 'the service report of the days from --since to --until')
    .addOption(
      new Option('--format <F>', 'output format; xlsx is for the service report')
        .choices(['md', 'html', 'json', 'xlsx'])
        .default('md'),
    )
    .option('-o, --output <FILE>', 'write to this file', parseOutputFile)
    .option('--force', 'with --output: overwrite the file if it exists');
  return withEntryOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((options: ReportCommandOptions) => printReport(terminal, options));
}

async function printReport(terminal: Terminal, options: ReportCommandOptions): Promise<void> {
  const now = Date.now();
  validateZoneAndAuthor(options);
  const isService = options.month !== undefined || options.service !== undefined;
  const print = isService ? servicePrinter(options, now) : shiftPrinter(options, now);
  const path = options.output === undefined ? null : resolve(options.output);
  if (path !== null) refuseOutput(path, options.force === true);
  if (isService) {
    const query = serviceQuery(options, now);
    await writeEntries(terminal, options, () =>
      withCaseProjection(terminal, options, (opened) => serviceReport(opened, query)),
    );
  }
  const text = await withCaseProjection(terminal, options, (opened) =>
    withProgress(terminal, 'Making the report', () => print(opened)),
  );
  if (text === null) return;
  if (path !== null) await writeOutput(path, text, options.force === true);
  else if (typeof text === 'string') await withOutput(terminal, (output) => output.write(text));
}

type Print = (opened: Pick<OpenedCaseProjection, 'reportParts' | 'stopSignal'>) => Promise<string | Uint8Array>;

function shiftPrinter(options: ReportCommandOptions, now: number): Print {
  const { since, until, zone, by, format, mask, reason, setTargets } = options;
  if (since === undefined) throw badArgument('Name the start of the shift with --since, or a month with --month.');
  if (format === 'xlsx' || reason !== undefined || setTargets !== undefined)
    throw badArgument(
      '--format xlsx, --reason and --set-targets are for the service report. Add --month or --service.',
    );
  const query: Omit<ReportQuery, 'watch'> = {
    from: resolveTime(parseTime(since, '--since'), now),
    to: until === undefined ? now : resolveTime(parseTime(until, '--until'), now),
    zone: zone ?? localTimeZone(),
    by: typedNameWords(by),
  };
  return async ({ reportParts, stopSignal }) =>
    textOf(maskedReport(await createReports(reportParts).report(query, stopSignal), mask), format);
}

function textOf(report: ShiftReport, format: Exclude<ServiceFormat, 'xlsx'>): string {
  if (format === 'json') return `${plainJson(report)}\n`;
  return format === 'html' ? reportHtml(report) : reportMarkdown(report);
}

function servicePrinter(options: ReportCommandOptions, now: number): Print {
  const { format, mask, output } = options;
  if (format === 'xlsx' && output === undefined)
    throw badArgument('--format xlsx needs --output FILE, because it is not a text.');
  const query = serviceQuery(options, now);
  return async (opened) => {
    const { serviceFile } = await import('../../../core/reports/service-file.ts');
    return serviceFile(maskedReport(await serviceReport(opened, query), mask), format);
  };
}

/** Loads its code only now: a shift report starts sooner without it. */
async function serviceReport(
  { reportParts, stopSignal }: Parameters<Print>[0],
  query: ReturnType<typeof serviceQuery>,
): Promise<ServiceReport> {
  const { createServiceReports } = await import('../../../core/reports/create-service-reports.ts');
  return createServiceReports(reportParts).report(query, stopSignal);
}

function serviceQuery(options: ReportCommandOptions, now: number): Omit<ServiceReportQuery, 'watch'> {
  const zone = options.zone ?? localTimeZone();
  const days = daysOf(options, zone, now);
  if (serviceSpan(days, zoneOrUtc(zone), now) !== null) return { ...days, zone };
  throw badArgument(
    `The service report covers 1 to ${MAX_SERVICE_DAYS} days that are over in ${zone}. ${days.first} to ${days.last} are none or more.`,
  );
}

function daysOf({ month, since, until }: ReportCommandOptions, zone: string, now: number): DaySpan {
  if (month !== undefined) {
    const days = daysOfMonth(month);
    if (days === null) throw badArgument(`--month "${month}" is not a month. Expected such as 2026-10.`);
    return days;
  }
  if (since === undefined) throw badArgument('Name the first day with --since, or a month with --month.');
  const of = zoneOrUtc(zone);
  const day = (text: string, option: string) => {
    if (isDay(text)) return text;
    return new Date(of.wallTime(resolveTime(parseTime(text, option), now))).toISOString().slice(0, 10);
  };
  return { first: day(since, '--since'), last: day(until ?? '1d', '--until') };
}

function badArgument(words: string) {
  return appError('BAD_ARGUMENT', { words });
}
