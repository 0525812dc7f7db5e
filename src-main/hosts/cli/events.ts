/** `watchfloor events`: prints stored events, oldest first. Needs no network, and no other process to be stopped. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { AppError } from '../../../src-shared/api/errors.ts';
import { type MaskedField, maskedFields } from '../../../src-shared/domain/event-export.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import { EVENT_FIELDS, type EventField, eventLines, type MaskedLines } from '../../core/exports/event-lines.ts';
import { type EventsQuery, readableEvents } from '../../core/exports/readable-events.ts';
import type { EventReader } from '../../core/ports/event-store.ts';
import { eventFilter } from './event-filter.ts';
import { tableLines } from './event-table.ts';
import { type ChosenEvents, listOf, withFilterOptions } from './filter-options.ts';
import { followedEvents } from './follow-events.ts';
import { type Output, printing } from './output.ts';
import { chooseReadable } from './store-choice.ts';
import { leftBehind } from './told-to-stop.ts';
import { tellUnmet } from './unmet-values.ts';
import { UnreadableEvents, waitWords, withheldWords } from './unreadable-words.ts';

interface EventsOptions extends ChosenEvents {
  readonly limit?: number;
  readonly follow?: true;
  readonly fields?: readonly EventField[];
  readonly mask: readonly MaskedField[];
  readonly guardFormulas: boolean;
  readonly format: 'table' | 'ndjson' | 'csv';
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
      new Option('--format <F>', 'how to print')
        .choices(['table', 'ndjson', 'csv'])
        .default(process.stdout.isTTY ? 'table' : 'ndjson', 'table on a terminal, else ndjson'),
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

function linesOf({ format, mask, guardFormulas, ...options }: EventsOptions): MaskedLines {
  const fields = options.fields ?? null;
  if (format === 'table') return tableLines({ fields, mask });
  return eventLines(format === 'ndjson' ? 'jsonl' : 'csv', { fields, mask, guardFormulas });
}

async function printEvents(options: EventsOptions): Promise<void> {
  const filter = resolveTimes(eventFilter(options), Date.now());
  const store = await chooseReadable(options.dataDir, options.profile);
  const reader = openEventReader(store.path);
  try {
    await printing(async (output) => {
      const lines = linesOf(options);
      if (lines.head !== '') await output.write(lines.head);
      const { newestSeq } = await reader.extent();
      const query = { filter, to: newestSeq, limit: options.limit };
      await printStored(reader, query, lines, output);
      if (options.follow === true) await printFollowed(reader, query, lines, output);
    });
  } finally {
    await reader.close();
  }
}

async function printStored(reader: EventReader, query: EventsQuery, lines: MaskedLines, output: Output): Promise<void> {
  const unreadable = new UnreadableEvents();
  let isNothing = true;
  for await (const event of readableEvents(reader, query, (what) => unreadable.add(what))) {
    isNothing = false;
    await output.write(lines.line(event));
  }
  if (lines.withheld() > 0) console.error(`watchfloor: ${withheldWords(lines.withheld())}`);
  for (const words of unreadable.words()) {
    process.exitCode = 1;
    console.error(`watchfloor: ${words}`);
  }
  await tellUnmet(reader, query.filter, !isNothing || query.limit === 0);
}

/** A signal ends it as it ends any program that prints: nothing is open that a reader could leave behind. */
async function printFollowed(
  reader: EventReader,
  { filter, to }: EventsQuery,
  lines: MaskedLines,
  output: Output,
): Promise<void> {
  const following = {
    filter,
    after: to,
    onUnreadable: (error: AppError) => console.error(`watchfloor: ${waitWords(error)}`),
  };
  for await (const event of followedEvents(
    reader,
    following,
    createSystemClock(),
    AbortSignal.any([output.closed, leftBehind()]),
  ))
    await output.write(lines.line(event));
}

function parseLimit(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}
