/** `watchfloor events`: prints stored events, oldest first. Needs no network, and no other process to be stopped. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { AppError } from '../../../src-shared/api/errors.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import { createSystemClock } from '../../adapters/clock/system-clock.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import type { EventReader } from '../../core/ports/event-store.ts';
import { eventFilter } from './event-filter.ts';
import { csvHead, eventCsv, eventJson, eventTableLine, tableHead } from './event-line.ts';
import { type ChosenEvents, withFilterOptions } from './filter-options.ts';
import { followedEvents } from './follow-events.ts';
import { type Output, printing } from './output.ts';
import { type EventsQuery, readableEvents } from './readable-events.ts';
import { chooseReadable } from './store-choice.ts';
import { tellUnmet } from './unmet-values.ts';
import { UnreadableEvents, waitWords } from './unreadable-words.ts';

interface EventsOptions extends ChosenEvents {
  readonly limit?: number;
  readonly follow?: true;
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
      new Option(
        '--format <F>',
        'how to print. csv puts an apostrophe before a cell that a spreadsheet would run as a formula',
      )
        .choices(['table', 'ndjson', 'csv'])
        .default(process.stdout.isTTY ? 'table' : 'ndjson', 'table on a terminal, else ndjson'),
    )
    .action(printEvents);
}

const HEADS = { table: tableHead, ndjson: () => '', csv: csvHead };
const LINES = { table: eventTableLine, ndjson: eventJson, csv: eventCsv };

async function printEvents(options: EventsOptions): Promise<void> {
  const filter = resolveTimes(eventFilter(options), Date.now());
  const store = await chooseReadable(options.dataDir, options.profile);
  const reader = openEventReader(store.path);
  try {
    await printing(async (output) => {
      const head = HEADS[options.format]();
      if (head !== '') await output.write(head);
      const { newestSeq } = await reader.extent();
      const query = { filter, to: newestSeq, limit: options.limit };
      await printStored(reader, query, options, output);
      if (options.follow === true) await printFollowed(reader, query, options, output);
    });
  } finally {
    await reader.close();
  }
}

async function printStored(
  reader: EventReader,
  query: EventsQuery,
  { format }: EventsOptions,
  output: Output,
): Promise<void> {
  const unreadable = new UnreadableEvents();
  let isNothing = true;
  for await (const event of readableEvents(reader, query, (what) => unreadable.add(what))) {
    isNothing = false;
    await output.write(LINES[format](event));
  }
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
  { format }: EventsOptions,
  output: Output,
): Promise<void> {
  const following = {
    filter,
    after: to,
    onUnreadable: (error: AppError) => console.error(`watchfloor: ${waitWords(error)}`),
  };
  for await (const event of followedEvents(reader, following, createSystemClock(), output.closed))
    await output.write(LINES[format](event));
}

function parseLimit(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}
