/** `watchfloor events`: prints stored events, oldest first. Needs no network, and no other process to be stopped. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Outcome, outcomeSchema } from '../../../src-shared/domain/event.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import { dataDirOption } from './data-dir-option.ts';
import { eventFilter, type FilterOptions } from './event-filter.ts';
import { csvHead, eventCsv, eventJson, eventTableLine, tableHead } from './event-line.ts';
import { printing } from './output.ts';
import { readableEvents } from './readable-events.ts';
import { chooseReadable, STORE_HELP } from './store-choice.ts';
import { TIME_HELP } from './times.ts';
import { UnreadableEvents } from './unreadable-words.ts';

interface EventsOptions extends FilterOptions {
  readonly dataDir: string;
  readonly profile?: string;
  readonly limit?: number;
  readonly format: 'table' | 'ndjson' | 'csv';
}

export function eventsCommand(): Command {
  /** An option that may be repeated; each value widens what is printed. */
  const repeatable = (flags: string, description: string, parse = (value: string) => value) =>
    new Option(flags, `${description}; may be repeated`)
      .argParser((value, previous: string[]) => [...previous, parse(value)])
      .default([], 'all');
  return new Command('events')
    .description('Print stored events, oldest first; also while another process collects, and without a network.')
    .addOption(dataDirOption())
    .option('--profile <NAME|ID|FILE>', `whose events, where the directory holds several stores: ${STORE_HELP}`)
    .option('--query <Q>', 'only what this filter matches, such as: outcome:failed country:SE since:2h')
    .option('--since <T>', `received at or after: ${TIME_HELP}`)
    .option('--until <T>', 'received at or before, in the same forms')
    .addOption(repeatable('--kind <K>', 'only this kind, such as LOCALIZATION'))
    .addOption(repeatable('--outcome <O>', `only this outcome (${outcomeSchema.options.join(', ')})`, parseOutcome))
    .addOption(repeatable('--code <C>', 'only events with this error code'))
    .option('--text <S>', 'only events that contain this text, upper or lower case alike')
    .option('--limit <N>', 'only the newest N of them, still oldest first', parseLimit)
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
  const unreadable = new UnreadableEvents();
  try {
    await printing(async (output) => {
      const head = HEADS[options.format]();
      if (head !== '') await output.write(head);
      const query = { filter, limit: options.limit };
      for await (const event of readableEvents(reader, query, (what) => unreadable.add(what)))
        await output.write(LINES[options.format](event));
    });
    for (const words of unreadable.words()) {
      process.exitCode = 1;
      console.error(`watchfloor: ${words}`);
    }
  } finally {
    await reader.close();
  }
}

function parseOutcome(value: string): Outcome {
  const parsed = outcomeSchema.safeParse(value);
  if (!parsed.success) throw new InvalidArgumentError(`Expected one of: ${outcomeSchema.options.join(', ')}.`);
  return parsed.data;
}

function parseLimit(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return Number(value);
}
