import { Command, InvalidArgumentError } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { Coverage } from '../../../../src-shared/domain/coverage/coverage.ts';
import { readCoverageAt, watchedAt } from '../../../../src-shared/domain/coverage/watched-at.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { LAST_MOMENT } from '../../../../src-shared/lib/last-moment.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import { readStatusPage } from '../../../core/status-page/stored-status-page.ts';
import type { EndedGap } from './check-inventory.ts';
import { coverageRows, coverageSpans, coverageSummary, statusPageLine, watchedAtLines } from './coverage-lines.ts';
import { withOutput } from '../terminal/output.ts';
import { parseTime, pastClockTime, spanBetween, TIME_HELP } from '../terminal/times.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type VaultKeyFileOption, vaultKeyFileOption, withStoreOptions, type StoreOptions } from '../options.ts';
import { chosenFormat, type FormatOptions, withFormatOptions, rowLines } from '../terminal/rows.ts';
import { withStore } from '../store/store-choice.ts';

interface CoverageOptions extends VaultKeyFileOption, FormatOptions, StoreOptions {
  readonly since?: string;
  readonly until?: string;
  readonly at?: string;
  readonly checkInventory?: true;
  readonly gap?: number;
}

export function coverageCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('coverage'), terminal)
    .option('--since <T>', `start of the span; what overlaps it is printed too: ${TIME_HELP}`)
    .option('--until <T>', 'end of the span, in the same format')
    .option(
      '--at <T>',
      'answer in one sentence whether the stream was watched at this time, in the same format or such as 04:10 (UTC, today or else yesterday)',
    )
    .option(
      '--check-inventory',
      'search the service for subscriptions that changed in ended gaps, and list those that no event received then names. Needs a file for --profile; exits with 0 if none are found, 5 if something was possibly missed',
    )
    .option('--gap <N>', 'with --check-inventory: only the gap with this number', parseGapNumber)
    .addOption(vaultKeyFileOption());
  return withFormatOptions(command, Object.keys(coverageRows.fields), '. The table ends with a summary').action(
    (options: CoverageOptions) => printCoverage(terminal, options),
  );
}

async function printCoverage(terminal: Terminal, options: CoverageOptions): Promise<void> {
  const now = Date.now();
  if (options.at !== undefined) return printWatchedAt(terminal, { ...options, at: options.at }, now);
  const { from, to } = spanBetween(options, now);
  const queriedSpan = { from: Math.max(0, from), to: Math.min(Number.MAX_SAFE_INTEGER, to) };
  const chosen = chosenFormat(terminal, options);
  if (options.gap !== undefined && options.checkInventory !== true)
    throw appError('BAD_ARGUMENT', { words: '--gap is for --check-inventory. Add --check-inventory.' });
  if (options.fields !== undefined && options.checkInventory === true)
    throw appError('BAD_ARGUMENT', { words: '--fields is not for --check-inventory. Remove one of them.' });
  await withStore(options, async (reader) => {
    const coverage = await reader.coverage(queriedSpan);
    if (options.checkInventory === true) {
      // Loaded only on request: printing coverage needs no network code.
      const { checkInventory } = await import('./check-inventory.ts');
      return checkInventory(terminal, { ...options, ...chosen }, reader, gapsToCheck(options.gap, coverage, now));
    }
    const page = await readStatusPage(reader, queriedSpan);
    await withOutput(terminal, async (output) => {
      const lines = rowLines(coverageRows, chosen);
      await output.write(lines.head);
      for (const span of coverageSpans(coverage, now, page)) await output.write(lines.line(span));
      if (chosen.format === 'table')
        await output.write(coverageSummary(coverage, queriedSpan, now) + statusPageLine(page, now));
    });
  });
}

async function printWatchedAt(
  terminal: Terminal,
  options: CoverageOptions & { readonly at: string },
  now: number,
): Promise<void> {
  const others = ['since', 'until', 'checkInventory', 'gap', 'fields'] as const;
  const other = others.find((name) => options[name] !== undefined);
  if (other !== undefined) {
    const option = other === 'checkInventory' ? 'check-inventory' : other;
    throw appError('BAD_ARGUMENT', { words: `--at prints one answer. Leave out --${option}.` });
  }
  const at = pastClockTime(options.at, now) ?? resolveTime(parseTime(options.at, '--at'), now);
  if (Math.abs(at) > LAST_MOMENT)
    throw appError('BAD_ARGUMENT', { words: `--at "${options.at}" is outside the times of a calendar.` });
  const chosen = chosenFormat(terminal, options);
  await withStore(options, async (reader) => {
    const coverage = await readCoverageAt((span) => reader.coverage(span), at);
    const lines = watchedAtLines(watchedAt(coverage, at, now, null), at, now, chosen);
    await withOutput(terminal, (output) => output.write(lines));
  });
}

function parseGapNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected the number of a gap.');
  return Number(text);
}

/** Selects the gaps that have ended. @throws AppError NO_GAP */
function gapsToCheck(requested: number | undefined, { gaps }: Coverage, now: number): EndedGap[] {
  const ended = gaps.flatMap((gap) => (gap.to === null || isReconnect(gap, now) ? [] : [{ ...gap, to: gap.to }]));
  if (requested === undefined) return ended;
  const gap = ended.find(({ id }) => id === requested);
  if (gap === undefined) throw appError('NO_GAP', { gap: requested });
  return [gap];
}
