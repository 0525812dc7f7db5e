/** `watchfloor report`: prints the shift report of a span as text or JSON. Needs no network. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ReportQuery, ShiftReport } from '../../../src-shared/api/reports.ts';
import { type MaskedField, maskedFields, DEFAULT_MASKED_FIELDS } from '../../../src-shared/domain/masked-fields.ts';
import { resolveTime } from '../../../src-shared/domain/filter.ts';
import { plainJson } from '../../../src-shared/lib/plain-json.ts';
import { isTimeZone } from '../../../src-shared/words/zoned-time-words.ts';
import { localTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { maskedReport } from '../../core/reports/masked-report.ts';
import { reportHtml } from '../../core/reports/report-html.ts';
import { reportMarkdown } from '../../core/reports/report-markdown.ts';
import { withCaseProjection } from './private-case-projection.ts';
import { dataDirOption } from './data-dir-option.ts';
import { parseMask } from './mask-option.ts';
import { withOutput } from './output.ts';
import { refuseOutput, writeOutput } from './output-file.ts';
import { withRequiredOption } from './required-option.ts';
import { chooseReadableStore, STORE_HELP } from './store-choice.ts';
import type { Terminal } from './terminal.ts';
import { parseTime, TIME_HELP } from './times.ts';

interface ReportOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly since: string;
  readonly until?: string;
  readonly format: 'md' | 'html' | 'json';
  readonly zone?: string;
  readonly by: string;
  readonly out?: string;
  readonly force?: true;
  readonly mask: readonly MaskedField[];
}

export function reportCommand(terminal: Terminal): Command {
  const command = new Command('report')
    .description(
      'Print the shift report of a span: watched and blind, failures by cause, opened, ended, still open, who did what. Also while another process watches, on a copied directory, and without a network.',
    )
    .addOption(dataDirOption(terminal))
    .option('--profile <NAME|ID|FILE>', `whose, where the directory holds several stores: ${STORE_HELP}`)
    .option('--until <T>', 'when it ended, in the same forms; left out: now')
    .addOption(new Option('--format <F>', 'how to print').choices(['md', 'html', 'json']).default('md'))
    .option(
      '--zone <Z>',
      'the time zone in which times are written, such as Europe/Oslo or UTC; left out: of this computer',
    )
    .option('--by <NAME>', 'who makes it', '')
    .addOption(
      new Option('--mask <F,F>', `what is masked: ${maskedFields.join(', ')}, or none`)
        .argParser(parseMask)
        .default(DEFAULT_MASKED_FIELDS, DEFAULT_MASKED_FIELDS.join(',')),
    )
    .option('--out <FILE>', 'into this file')
    .option('--force', 'with --out: also where a file of that name is there')
    .action((options: ReportOptions) => printReport(terminal, options));
  return withRequiredOption(command, '--since <T>', `when the shift began: ${TIME_HELP}; at most 31 days`);
}

async function printReport(terminal: Terminal, options: ReportOptions): Promise<void> {
  const now = Date.now();
  const query = queryOf(options, now);
  const path = options.out === undefined ? null : resolve(options.out);
  if (path !== null) refuseOutput(path, options.force === true);
  const store = await chooseReadableStore(options.dataDir, options.profile);
  const made = await withCaseProjection(terminal, options.dataDir, store, ({ reports, stopSignal }) =>
    reports.report(query, stopSignal),
  );
  if (made === null) return;
  const text = textOf(maskedReport(made, options.mask), options.format);
  if (path === null) await withOutput(terminal, (output) => output.write(text));
  else await writeOutput(path, text, options.force === true);
}

function queryOf({ since, until, zone, by }: ReportOptions, now: number): Omit<ReportQuery, 'watch'> {
  if (zone !== undefined && !isTimeZone(zone))
    throw appError('BAD_ARGUMENT', {
      words: `--zone "${zone}" is no time zone that this computer knows. Expected: a name such as Europe/Oslo, or UTC.`,
    });
  if (by.length > 60) throw appError('BAD_ARGUMENT', { words: '--by is a name of at most 60 characters.' });
  return {
    from: resolveTime(parseTime(since, '--since'), now),
    to: until === undefined ? now : resolveTime(parseTime(until, '--until'), now),
    zone: zone ?? localTimeZone(),
    by,
  };
}

function textOf(report: ShiftReport, format: ReportOptions['format']): string {
  if (format === 'json') return `${plainJson(report)}\n`;
  return format === 'html' ? reportHtml(report) : reportMarkdown(report);
}
