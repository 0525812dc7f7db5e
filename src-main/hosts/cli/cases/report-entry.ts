/** Writes a reason or targets into service reports, before a report is printed. */
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import type { ReportEntry, ServiceReport } from '../../../../src-shared/api/quality/service-report.ts';
import { parseFilterTime } from '../../../../src-shared/domain/filter/filter-time.ts';
import { resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { shareOfPercent } from '../../../../src-shared/domain/quality/divided-time.ts';
import {
  DEFAULT_TARGETS,
  type ServiceTargets,
  serviceTargetsSchema,
  targetIds,
  type TargetId,
} from '../../../../src-shared/domain/report-action.ts';
import { type StoreOptions } from '../options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { parseTime } from '../terminal/times.ts';
import { authorId, parseName, parseNote } from './act.ts';

export interface EntryOptions {
  readonly reason?: string;
  readonly gap?: string;
  readonly missed?: TargetId;
  readonly setTargets?: Partial<ServiceTargets>;
  readonly by: string;
}

export function withEntryOptions(command: Command): Command {
  return command
    .option('--reason <TEXT>', 'first write why, for --gap or --missed; needs --by', (text) =>
      text === '' ? text : parseNote(text),
    )
    .option('--gap <T>', 'with --reason: a time in the gap')
    .addOption(new Option('--missed <TARGET>', 'with --reason: the missed target').choices(targetIds).conflicts('gap'))
    .option(
      '--set-targets <LIST>',
      'first set the targets of all service reports, such as success=95,watched=99.5,taken=15m; needs --by',
      parseTargets,
    );
}

/** @param made the report as it is now; not called without an entry @throws AppError BAD_ARGUMENT, and as `recordAction` */
export async function writeEntries(
  terminal: Terminal,
  options: StoreOptions & EntryOptions,
  made: () => Promise<ServiceReport | null>,
): Promise<void> {
  const { reason, setTargets } = options;
  if (reason === undefined && setTargets === undefined) return;
  if (options.by === '') throw badArgument('Name with --by who says so.');
  const report = await made();
  if (report === null) return;
  const name = parseName(options.by);
  const entries: ReportEntry[] = [
    ...(setTargets === undefined
      ? []
      : [{ kind: 'set-targets', targets: { ...report.targets, ...setTargets } } as const]),
    ...(reason === undefined ? [] : [{ kind: 'explain', of: explained(report, options), text: reason } as const]),
  ];
  const { reportAction } = await import('../../../core/reports/create-service-reports.ts');
  const { recordEntry } = await import('./record-action.ts');
  for (const entry of entries) {
    const id = randomBytes(16).toString('hex');
    const author = { id: authorId(name), name };
    await recordEntry(terminal, options, reportAction(entry, author, { id, at: terminal.clock.now() }));
  }
}

function explained({ from, to, gaps }: ServiceReport, { gap: time, missed }: EntryOptions) {
  if (missed !== undefined) return { from, to, target: missed };
  if (time === undefined) throw badArgument('Name the gap with --gap T, or the target with --missed.');
  const at = resolveTime(parseTime(time, '--gap'), Date.now());
  const gap = gaps.find((each) => each.from <= at && at < each.to);
  if (gap === undefined) throw badArgument(`There is no gap at ${new Date(at).toISOString()} in these days.`);
  return { from: gap.from, to: gap.to, target: null };
}

/** Percent for shares. */
function parseTargets(text: string): Partial<ServiceTargets> {
  const targets = Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', value = ''] = part.split('=').map((each) => each.trim());
      if (name === 'success' || name === 'watched') return [name, shareOfPercent(Number(value.replace(/\s*%$/, '')))];
      const time = parseFilterTime(value);
      if (name === 'taken' && time?.kind === 'ago') return ['takenMs', time.ms];
      throw new InvalidArgumentError('Expected success=PERCENT, watched=PERCENT or taken=DURATION, with commas.');
    }),
  );
  if (!serviceTargetsSchema.safeParse({ ...DEFAULT_TARGETS, ...targets }).success)
    throw new InvalidArgumentError('Shares are from 50 to 99.99 percent, and taken is from 1m to 30d.');
  return targets;
}

function badArgument(words: string) {
  return appError('BAD_ARGUMENT', { words });
}
