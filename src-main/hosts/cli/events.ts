/** `watchfloor events`: prints stored events, oldest first. Needs no network, and no other process to be stopped. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Outcome, outcomeSchema, type StoredEvent } from '../../../src-shared/domain/event.ts';
import { type Filter, resolveTimes } from '../../../src-shared/domain/filter.ts';
import { openEventReader } from '../../adapters/event-store/event-reader.ts';
import type { EventReader } from '../../core/ports/event-store.ts';
import { walk } from '../../core/timeline/walk.ts';
import { dataDirOption } from './data-dir-option.ts';
import { eventFilter, type FilterOptions } from './event-filter.ts';
import { csvHead, eventCsv, eventJson, eventTableLine, tableHead } from './event-line.ts';
import { printing } from './output.ts';
import { chooseStore, STORE_HELP } from './store-choice.ts';
import { TIME_HELP } from './times.ts';

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
  const store = await chooseStore(options.dataDir, options.profile);
  const reader = openEventReader(store.path);
  try {
    await printing(async (output) => {
      const head = HEADS[options.format]();
      if (head !== '') await output.write(head);
      for await (const event of matching(reader, filter, options.limit))
        await output.write(LINES[options.format](event));
    });
  } finally {
    await reader.close();
  }
}

/**
 * Whole events, oldest first, of what was stored when it began; the newest `limit` of them where one is given. Texts
 * are read one at a time and rows in pieces, so that neither a long history nor huge events fill the memory.
 */
async function* matching(
  reader: EventReader,
  filter: Filter,
  limit: number | undefined,
): AsyncGenerator<StoredEvent, void, undefined> {
  const { newestSeq: to } = await reader.extent();
  let oldest = 0;
  if (limit !== undefined) {
    for await (const { seq } of walk(reader, { filter, direction: 'older', from: to + 1, limit })) oldest = seq;
    if (oldest === 0) return;
  }
  for await (const { seq } of walk(reader, { filter, direction: 'newer', from: Math.max(0, oldest - 1), to })) {
    const event = await reader.event(seq);
    // Retention may have taken it meanwhile.
    if (event !== null) yield event;
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
