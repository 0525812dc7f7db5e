/** `watchfloor events`: prints stored events, oldest first. Needs no network, and no other process to be stopped. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type Outcome, outcomeSchema } from '../../../src-shared/domain/event.ts';
import { openStoreReader } from '../../adapters/event-store/store-reader.ts';
import { dataDirOption } from './data-dir-option.ts';
import { EVENT_COLUMNS, eventJson, eventRecord, eventTableLine, tableHead } from './event-line.ts';
import { printing } from './output.ts';
import { chooseStore } from './store-choice.ts';
import { parseTime, TIME_HELP } from './times.ts';

interface EventsOptions {
  dataDir: string;
  profile?: string;
  since?: string;
  until?: string;
  kind: string[];
  outcome: Outcome[];
  code: string[];
  text?: string;
  limit?: number;
  format: 'table' | 'ndjson' | 'csv';
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
    .option('--profile <NAME|FILE>', 'whose events, where the directory holds several stores')
    .option('--since <T>', `received at or after: ${TIME_HELP}`)
    .option('--until <T>', 'received at or before, in the same forms')
    .addOption(repeatable('--kind <K>', 'only this kind, such as LOCALIZATION'))
    .addOption(repeatable('--outcome <O>', `only this outcome (${outcomeSchema.options.join(', ')})`, parseOutcome))
    .addOption(repeatable('--code <C>', 'only events with this error code'))
    .option('--text <S>', 'only events that contain this text, upper or lower case alike')
    .option('--limit <N>', 'only the newest N of them, still oldest first', parseLimit)
    .addOption(
      new Option('--format <F>', 'how to print')
        .choices(['table', 'ndjson', 'csv'])
        .default(process.stdout.isTTY ? 'table' : 'ndjson', 'table on a terminal, else ndjson'),
    )
    .action(printEvents);
}

async function printEvents(options: EventsOptions): Promise<void> {
  const now = Date.now();
  const filter = {
    since: options.since === undefined ? undefined : parseTime(options.since, '--since', now),
    until: options.until === undefined ? undefined : parseTime(options.until, '--until', now),
    kinds: options.kind,
    outcomes: options.outcome,
    codes: options.code,
    text: options.text,
    limit: options.limit,
  };
  const store = await chooseStore(options.dataDir, options.profile);
  const reader = openStoreReader(store.path);
  try {
    await printing(async (output) => {
      if (options.format === 'table') await output.write(tableHead());
      if (options.format === 'csv') await output.write(stringify([[...EVENT_COLUMNS]]));
      for (const event of reader.scan(filter))
        switch (options.format) {
          case 'table':
            await output.write(eventTableLine(event));
            break;
          case 'ndjson':
            await output.write(eventJson(event));
            break;
          case 'csv':
            // A cell that a spreadsheet would run as a formula is quoted with an apostrophe.
            await output.write(stringify([eventRecord(event)], { columns: [...EVENT_COLUMNS], escape_formulas: true }));
            break;
        }
    });
  } finally {
    reader.close();
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
