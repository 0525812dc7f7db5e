import { Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ExportedRows } from '../../../../src-shared/domain/event/event-export.ts';
import { type MaskedField, DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { EVENT_FIELDS, type EventField } from '../../../core/exports/event-lines.ts';
import { refuseExport, withRequiredMasks } from '../../../core/policy/policy-rules.ts';
import { eventFilter } from './event-filter.ts';
import { type EventSelectionOptions, withFilterOptions } from './filter-options.ts';
import { withOutput } from '../terminal/output.ts';
import { FIXED_COLUMNS, linesOf, printFollowed, printStored, reportUnreadable } from './print-events.ts';
import { chooseReadableStore, withStore } from '../store/store-choice.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UnreadableEvents } from './unreadable-events.ts';
import { parseLimit, parseOutputFile, withMaskOption } from '../options.ts';
import {
  chosenFormat,
  type EventFormat,
  eventFormats,
  type FormatOptions,
  reportSheetFit,
  withFormatOptions,
} from '../terminal/rows.ts';

interface EventsOptions extends EventSelectionOptions, FormatOptions<EventFormat> {
  readonly limit?: number;
  readonly follow?: true;
  readonly cursor?: string;
  readonly after?: number | 'newest';
  readonly fields?: readonly EventField[];
  readonly mask?: readonly MaskedField[];
  readonly output?: string;
  readonly force?: true;
  readonly failedResources?: true;
}

const MASK_HELP = `replace these values with stars wherever they occur, or none. Texts that cannot be read for masking are left out. Default: with --output ${DEFAULT_MASKED_FIELDS.join(',')}, else none`;

export function eventsCommand(terminal: Terminal): Command {
  const command = withFilterOptions(terminal, new Command('events'))
    .option('-n, --limit <N>', 'only the newest N events, still oldest first', parseLimit)
    .option(
      '-f, --follow',
      'continue with new events until Ctrl+C or until the output is closed; with --limit 0, print only new events',
    )
    .addOption(
      new Option(
        '--cursor <FILE>',
        'continue after the events that the last run with this file printed, and keep the position there; without the file, begin with the oldest event or with --after',
      )
        .argParser(parseCursorFile)
        .conflicts(['limit', 'output']),
    )
    .addOption(
      new Option(
        '--after <SEQ>',
        'only events with a greater seq; newest: only new events. With --cursor, used while its file is missing',
      )
        .argParser(parseAfter)
        .conflicts(['limit', 'output']),
    )
    .addOption(
      new Option(
        '-o, --output <FILE>',
        'write to this file (.csv, .xlsx, else ndjson), which appears when it is complete; FILE.about.json describes its content, with its SHA-256 and the coverage of its span',
      )
        .argParser(parseOutputFile)
        .conflicts('follow'),
    )
    .option(
      '--failed-resources',
      'one line for each failed resource of these events: time, identifiers, company, error code and sentence. An event that names none has one line',
    )
    .option(
      '--force',
      'overwrite the file of --output, and the remains of an export that was killed at least a minute ago',
    );
  const more = '; with --output, by the file name extension. xlsx needs --output; each cell is text';
  return withFormatOptions(withMaskOption(command, terminal, MASK_HELP), EVENT_FIELDS, more, eventFormats).action(
    (options: EventsOptions) => printEvents(terminal, options),
  );
}

async function printEvents(terminal: Terminal, options: EventsOptions): Promise<void> {
  const at = Date.now();
  const filter = eventFilter(options);
  const { limit, output } = options;
  // A file may be passed on, so values are masked unless the user says otherwise.
  const policy = await terminal.policy();
  const mask = options.mask ?? withRequiredMasks(policy, output === undefined ? [] : DEFAULT_MASKED_FIELDS);
  const { format, cells, headers } = chosenFormat(terminal, options, defaultFormat(options));
  refuseUnusedOptions(options);
  const chosen = { fields: options.fields ?? null, mask, cells };
  const rows: ExportedRows = options.failedResources === true ? 'failed-resources' : 'events';
  if (output !== undefined) {
    refuseExport(policy, mask);
    const store = await chooseReadableStore(options.dataDir, options.profile);
    // Loaded only on request, so that printing the newest events starts fast.
    const { exportEvents } = await import('./export-events.ts');
    const zone = localTimeZone();
    const order = { ...chosen, rows, dataDir: options.dataDir, filter, at, limit: limit ?? null, zone, output };
    const fileFormat = format === 'csv' || format === 'xlsx' ? format : 'jsonl';
    const about = await exportEvents(terminal, store, { ...order, format: fileFormat, force: options.force === true });
    if (about === null) terminal.exitCode = 1;
    else {
      reportSheetFit(terminal, about.spreadsheet);
      reportUnreadable(terminal, new UnreadableEvents(about.unreadable), about.withheld);
    }
    return;
  }
  if (format === 'xlsx')
    throw appError('BAD_ARGUMENT', { words: 'An .xlsx is a file. Add --output FILE.xlsx, or print csv.' });
  const lines = linesOf(format, rows, chosen);
  await withStore(options, (reader, store) =>
    withOutput(terminal, async (printed) => {
      if (options.cursor !== undefined || options.after !== undefined) {
        const { printAfter } = await import('./print-after.ts');
        const query = { ...options, filter: resolveTimes(filter, at), profile: store.name };
        await printAfter(terminal, reader, query, headers ? lines : { ...lines, head: '' }, printed);
        return;
      }
      if (headers && lines.head !== '') await printed.write(lines.head);
      const { newestSeq } = await reader.extent();
      const query = { filter: resolveTimes(filter, at), to: newestSeq, limit };
      await printStored(terminal, reader, query, lines, printed);
      if (options.follow === true) await printFollowed(terminal, reader, query, lines, printed);
    }),
  );
}

function parseCursorFile(value: string): string {
  if (value === '' || value === '-') throw new InvalidArgumentError('Expected a file.');
  return value;
}

function parseAfter(value: string): number | 'newest' {
  if (value.toLowerCase() === 'newest') return 'newest';
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected the seq of an event, 0, or newest.');
  return Number(value);
}

/** Returns undefined for the default of all commands. @throws AppError BAD_ARGUMENT */
function defaultFormat({ format, output }: EventsOptions): EventFormat | undefined {
  if (output === undefined) return undefined;
  if (format === 'table') throw appError('BAD_ARGUMENT', { words: 'A file is ndjson, csv or xlsx, not a table.' });
  if (/\.xlsx$/i.test(output)) return 'xlsx';
  return /\.csv$/i.test(output) ? 'csv' : 'ndjson';
}

/** Refuses an option that has no effect, because it is probably a mistake. @throws AppError BAD_ARGUMENT */
function refuseUnusedOptions({ force, headers, output, failedResources, fields }: EventsOptions): void {
  if (failedResources === true && fields !== undefined) throw appError('BAD_ARGUMENT', { words: FIXED_COLUMNS });
  if (!headers && output !== undefined)
    throw appError('BAD_ARGUMENT', { words: '--no-headers is for printed rows. A CSV file has its header.' });
  if (force === true && output === undefined)
    throw appError('BAD_ARGUMENT', { words: '--force is for --output. Add --output FILE.' });
}
