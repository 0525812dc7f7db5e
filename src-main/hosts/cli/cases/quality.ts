import { Command, Option } from 'commander';
import { type QualityField, qualityFields } from '../../../../src-shared/domain/quality/quality-schemas.ts';
import { missingWords, retriesWords } from '../../../../src-shared/words/quality/rate-words.ts';
import { createQuality } from '../../../core/quality/create-quality.ts';
import { type StoreOptions, withStoreOptions } from '../options.ts';
import { keepDaysOf } from '../store/store-choice.ts';
import { reportAge } from '../events/report-age.ts';
import { listOption } from '../terminal/list-option.ts';
import { chosenFormat, type FormatOptions, printRows, withFormatOptions } from '../terminal/rows.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { isoTime, spanBetween, TIME_HELP } from '../terminal/times.ts';
import { attemptSilenceOf, withCaseProjection } from './opened-case-projection.ts';
import { qualityRows } from './quality-rows.ts';

interface QualityOptions extends StoreOptions, FormatOptions {
  readonly by: readonly QualityField[];
  readonly every?: '1d';
  readonly of: 'localizations' | 'requests';
  readonly since: string;
  readonly until?: string;
}

const EXAMPLES = `
Examples:
  watchfloor quality --by country
  watchfloor quality --every 1d --since 2026-10-01 --until 2026-10-31 --format csv
  watchfloor quality --by country,cause --since 7d
  watchfloor quality --of requests --by customer

rate, low, high: succeeded of those that ended, 0 to 1, with its interval of 95 %; none below 20 attempts. shareOfFailed:
failed here, of all that ended. weakened: a gap may have hidden a report. Days are UTC, so the span is made of complete
days. The figures know no other fields, so there is no --query; count --query counts events.`;

export function qualityCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('quality'), terminal)
    .addOption(
      listOption('--by <F,F>', 'one line for each combination of values', {
        names: qualityFields,
        what: 'field of the figures',
      }).default([], 'none'),
    )
    .addOption(
      new Option('--of <WHAT>', 'what is counted').choices(['localizations', 'requests']).default('localizations'),
    )
    .addOption(new Option('--every <LENGTH>', 'one line for each day, like --by day').choices(['1d']))
    .option('--since <T>', `first day: ${TIME_HELP}`, '30d')
    .option('--until <T>', 'last day, in the same format; default: today. At most 400 days');
  return withFormatOptions(command, [])
    .addHelpText('after', EXAMPLES)
    .action((options: QualityOptions) => printQuality(terminal, options));
}

async function printQuality(terminal: Terminal, options: QualityOptions): Promise<void> {
  const by = options.every === undefined || options.by.includes('day') ? options.by : (['day', ...options.by] as const);
  const kind = options.of === 'requests' ? 'request' : 'localization';
  const chosen = chosenFormat(terminal, options);
  await withCaseProjection(terminal, options, async ({ cases, projection, reader, clock, store, stopSignal }) => {
    const profile = { keepDays: keepDaysOf(store), attemptSilenceMinutes: attemptSilenceOf(store) };
    const now = clock.now();
    const { from, to } = spanBetween(options, now);
    const quality = createQuality({ cases, projection, scanner: reader, clock, profile, liveUntil: () => null });
    // The end is exclusive.
    const of = await quality.figures({ from, to: Math.min(to + 1, now + 1), kind, by: [[...by]] }, stopSignal);
    const lines = by.length === 0 ? [of.total] : (of.lines[0] ?? []);
    await printRows(terminal, qualityRows(by, kind), chosen, () => lines.map((line) => ({ line, of })));
    for (const words of [`${isoTime(of.from)} to ${isoTime(of.to)}.`, ...missingWords(of), retriesWords(of.retries)])
      if (words !== '') reportLine(terminal, `watchfloor: ${words}`);
    await reportAge(terminal, chosen, { reader, clock }, 'Counted', { newestAt: of.to });
  });
}
