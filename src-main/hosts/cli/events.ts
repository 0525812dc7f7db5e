/** `watchfloor events`: prints stored events, oldest first. Needs no network, and no other process to be stopped. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import { type MaskedField, maskedFields } from '../../../src-shared/domain/event-export.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import { zoneOfThisComputer } from '../../../src-shared/lib/zone-of-this-computer.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import { EVENT_FIELDS, type EventField } from '../../core/exports/event-lines.ts';
import { eventFilter } from './event-filter.ts';
import { type ChosenEvents, listOf, withFilterOptions } from './filter-options.ts';
import { printing } from './output.ts';
import { linesOf, type PrintFormat, printFollowed, printStored, tellUnreadable } from './print-events.ts';
import { chooseReadable } from './store-choice.ts';
import { UnreadableEvents } from './unreadable-words.ts';

interface EventsOptions extends ChosenEvents {
  readonly limit?: number;
  readonly follow?: true;
  readonly fields?: readonly EventField[];
  readonly mask: readonly MaskedField[];
  readonly guardFormulas: boolean;
  readonly output?: string;
  readonly force?: true;
  readonly format?: PrintFormat;
}

export function eventsCommand(): Command {
  return withFilterOptions(
    new Command('events').description(
      'Print stored events, oldest first; also while another process collects, and without a network.',
    ),
  )
    .option('--limit <N>', 'only the newest N of them, still oldest first', parseLimit)
    .option(
      '--follow',
      'then go on with what is stored from now on, as it comes, until Ctrl+C or until nobody reads; with --limit 0 with nothing before it',
    )
    .addOption(
      new Option(
        '--format <F>',
        'how to print; left out: a table on a terminal, else ndjson, and into a file as its name ends',
      ).choices(['table', 'ndjson', 'csv']),
    )
    .addOption(
      new Option(
        '--output <FILE>',
        'into this file (.csv, or else ndjson), which has its name when it is whole; beside it FILE.about.json says what it holds, with its SHA-256 and the coverage of its time',
      ).conflicts('follow'),
    )
    .option(
      '--force',
      'overwrite the file of --output, and what an export that was killed a minute ago or earlier left of it',
    )
    .option(
      '--fields <F,F>',
      `only these fields, in this order: ${EVENT_FIELDS.join(', ')}`,
      listOf(EVENT_FIELDS, 'field of an event'),
    )
    .addOption(
      new Option(
        '--mask <F,F>',
        `stars for what is named of people, wherever it stands: ${maskedFields.join(', ')}. A text in which nobody can find them is left out`,
      )
        .argParser(listOf(maskedFields, 'field that can be masked'))
        .default([], 'none'),
    )
    .option(
      '--no-guard-formulas',
      'csv: without the apostrophe before a cell that a spreadsheet would run as a formula',
    )
    .action(printEvents);
}

async function printEvents(options: EventsOptions): Promise<void> {
  const at = Date.now();
  const filter = eventFilter(options);
  const { mask, guardFormulas, limit, output } = options;
  const format = formatOf(options);
  refuseIdle(options, format);
  const chosen = { fields: options.fields ?? null, mask, guardFormulas };
  const store = await chooseReadable(options.dataDir, options.profile);
  if (output !== undefined) {
    // Loaded where it is asked for: printing the newest events is to be quick.
    const { exportEvents } = await import('./export-events.ts');
    const zone = zoneOfThisComputer();
    const order = { ...chosen, dataDir: options.dataDir, filter, at, limit: limit ?? null, zone, output };
    const fileFormat = format === 'csv' ? 'csv' : 'jsonl';
    const about = await exportEvents(store, { ...order, format: fileFormat, force: options.force === true });
    if (about === null) process.exitCode = 1;
    else tellUnreadable(new UnreadableEvents(about.unreadable), about.withheld);
    return;
  }
  const lines = linesOf(format, chosen);
  const reader = openEventReader(store.path);
  try {
    await printing(async (printed) => {
      if (lines.head !== '') await printed.write(lines.head);
      const { newestSeq } = await reader.extent();
      const query = { filter: resolveTimes(filter, at), to: newestSeq, limit };
      await printStored(reader, query, lines, printed);
      if (options.follow === true) await printFollowed(reader, query, lines, printed);
    });
  } finally {
    await reader.close();
  }
}

/** @throws AppError BAD_ARGUMENT */
function formatOf({ format, output }: EventsOptions): PrintFormat {
  if (output === undefined) return format ?? (process.stdout.isTTY ? 'table' : 'ndjson');
  if (format === 'table') throw appError('BAD_ARGUMENT', { words: 'A file is ndjson or csv, not a table.' });
  return format ?? (/\.csv$/i.test(output) ? 'csv' : 'ndjson');
}

/** An option that changes nothing was meant for something else. @throws AppError BAD_ARGUMENT */
function refuseIdle({ force, output, guardFormulas }: EventsOptions, format: PrintFormat): void {
  if (force === true && output === undefined)
    throw appError('BAD_ARGUMENT', { words: '--force overwrites the file of --output. Name one.' });
  if (!guardFormulas && format !== 'csv')
    throw appError('BAD_ARGUMENT', { words: `--no-guard-formulas is for csv, and this is ${format}.` });
}

function parseLimit(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}
