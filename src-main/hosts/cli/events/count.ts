import { type FacetField, facetFields } from '../../../../src-shared/domain/event/event-fields.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import type { CountQuery, EventReader } from '../../../core/ports/event-store.ts';
import { readCount } from '../../../core/timeline/tallies.ts';
import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import { countRows } from './count-lines.ts';
import { type CountedGroup, countedGroups } from './event-groups.ts';
import { newestEventAt, reportAge } from './report-age.ts';
import { eventFilter } from './event-filter.ts';
import { type EventSelectionOptions, withFilterOptions } from './filter-options.ts';
import { type BucketLength, BUCKET_LENGTH_HELP, parseBucketLength } from './time-buckets.ts';
import { Zone } from '../../../../src-shared/lib/zone.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { noTimeZoneWords } from '../terminal/times.ts';
import { reportUnmatchedValues } from './unmatched-values.ts';
import { chosenFormat, type FormatOptions, withFormatOptions, printRows } from '../terminal/rows.ts';
import { listOption } from '../terminal/list-option.ts';
import { withStore } from '../store/store-choice.ts';

interface CountOptions extends EventSelectionOptions, FormatOptions {
  readonly by: readonly FacetField[];
  readonly every?: BucketLength;
  readonly zone?: string;
}

export function countCommand(terminal: Terminal): Command {
  const command = withFilterOptions(terminal, new Command('count'))
    .addOption(
      listOption('--by <F,F>', 'one line for each combination of values', {
        names: facetFields,
        what: 'field to count by',
      }).default([], 'none'),
    )
    .addOption(
      new Option(
        '--every <LENGTH>',
        `one line for each interval from the first to the last stored event in the span: ${BUCKET_LENGTH_HELP}. An interval without events counts 0; with --by it is left out`,
      ).argParser(parseEvery),
    )
    .option('--zone <IANA>', 'time zone for the intervals of --every, such as Europe/Stockholm; default: UTC');
  return withFormatOptions(command, []).action((options: CountOptions) => printCounts(terminal, options));
}

async function printCounts(terminal: Terminal, options: CountOptions): Promise<void> {
  const { by, every } = options;
  const chosen = chosenFormat(terminal, options);
  const filter = resolveTimes(eventFilter(options), Date.now());
  const zone = parseZone(options.zone ?? 'UTC');
  if (options.zone !== undefined && every === undefined)
    throw appError('BAD_ARGUMENT', { words: '--zone is for --every. Add --every.' });
  await withStore(options, async (reader) => {
    const query = { filter, after: 0, to: (await reader.extent()).newestSeq };
    let events = 0;
    async function* counted() {
      const groups =
        by.length === 0 && every === undefined
          ? totalCount(reader, query)
          : countedGroups(reader, { ...query, by, every: every === undefined ? null : { length: every, zone } });
      for await (const group of groups) {
        events += group.count;
        yield group;
      }
    }
    await printRows(terminal, countRows({ by, zone: every === undefined ? null : zone }), chosen, counted);
    const clock = createSystemClock();
    await reportAge(terminal, chosen, { reader, clock }, 'Last event', {
      newestAt: await newestEventAt(reader, clock),
    });
    await reportUnmatchedValues(terminal, reader, filter, events > 0);
  });
}

/** Yields exactly one line, even for 0. */
async function* totalCount(reader: Pick<EventReader, 'count'>, query: CountQuery): AsyncGenerator<CountedGroup> {
  const { value } = await readCount(reader, query, { maxBatches: Infinity });
  yield { values: [], from: null, count: value };
}

function parseEvery(value: string): BucketLength {
  const length = parseBucketLength(value);
  if (length === null) throw new InvalidArgumentError(`Expected ${BUCKET_LENGTH_HELP}.`);
  return length;
}

/** @throws AppError BAD_ARGUMENT */
function parseZone(name: string): Zone {
  const zone = Zone.named(name);
  if (zone !== null) return zone;
  throw appError('BAD_ARGUMENT', { words: noTimeZoneWords(name) });
}
