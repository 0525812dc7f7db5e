import { casePages } from '../../../core/cases/case-pages.ts';
import { LOCALIZATION_EVENTS } from '../../../../src-shared/domain/filter/class-filters.ts';
import { caseKeyOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import { Command } from 'commander';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { type CaseKey, caseKey } from '../../../../src-shared/domain/cases/case.ts';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { type Filter, resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import { readIdentifier } from '../../../../src-shared/service/identifier-text.ts';
import { walk } from '../../../core/timeline/walk.ts';
import { type OpenedCaseProjection, withCaseProjection } from './opened-case-projection.ts';
import { type CaseRow, caseRows, attemptRow, caseRow, STEPS_WORDS } from './case-lines.ts';
import { ReportTimes, reportAge } from '../events/report-age.ts';
import { eventFilter } from '../events/event-filter.ts';
import type { Output } from '../terminal/output.ts';
import { reportUnmatchedValues } from '../events/unmatched-values.ts';
import { reportLine, type Terminal } from '../terminal/terminal.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { parseLimit, ONLY_OPEN_HELP, withStoreOptions, type StoreOptions } from '../options.ts';
import { chosenFormat, type FormatOptions, withFormatOptions, printRows } from '../terminal/rows.ts';

interface CasesOptions extends FormatOptions, StoreOptions {
  readonly open?: true;
  readonly eid?: string;
  readonly query?: string;
  readonly attempts?: true;
  readonly limit?: number;
}

const EXAMPLES = `
Examples:
  watchfloor cases --open
  watchfloor cases --eid 89049032000001000000035728471950 --attempts
  watchfloor cases --query 'country:NO since:-8h' --format ndjson | jq -r 'select(.steps.ENABLED == "unknown") | .eid'

${STEPS_WORDS}
openedAt: when the case was opened, or none if it never failed; endedAt: when it ended. With --attempts: the times of the
first event of the attempt and of the event that ended it.`;

export function casesCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('cases'), terminal)
    .option('--open', ONLY_OPEN_HELP)
    .option('--eid <E>', 'only this eUICC', readIdentifier)
    .option('--query <Q>', 'only cases with at least one event that matches this filter (docs/filter.md)')
    .option('--attempts', 'one line for each attempt, newest first for each eUICC')
    .option('-n, --limit <N>', 'at most N cases', parseLimit);
  return withFormatOptions(
    command,
    Object.keys(caseRows.fields),
    '. With --attempts, csv leaves the fields of the case empty',
  )
    .addHelpText('after', EXAMPLES)
    .action((options: CasesOptions) => printCases(terminal, options));
}

async function printCases(terminal: Terminal, options: CasesOptions): Promise<void> {
  const filter = resolveTimes(eventFilter({ query: options.query }), Date.now());
  const chosen = chosenFormat(terminal, options);
  await withCaseProjection(terminal, options, async (opened) => {
    const ages = new ReportTimes();
    const printed = await printRows(terminal, caseRows, chosen, (output) =>
      ages.of(linesOf(opened, options, filter, output)),
    );
    await reportAge(terminal, chosen, opened, 'Last reported', ages.span);
    if (options.query !== undefined)
      await reportUnmatchedValues(terminal, opened.reader, filter, printed > 0 || options.limit === 0);
    else if (options.eid !== undefined && printed === 0 && options.open !== true)
      reportLine(terminal, terminalText(`watchfloor: No record of a localization of the eUICC ${options.eid}.`));
  });
}

async function* linesOf(
  opened: OpenedCaseProjection,
  { open, eid, attempts, limit = Number.POSITIVE_INFINITY, query }: CasesOptions,
  filter: Filter,
  output: Output,
): AsyncGenerator<CaseRow, void, undefined> {
  const matching = query === undefined ? null : await matchingCaseKeys(opened, filter);
  const found =
    eid === undefined
      ? everyCase(opened, open === true, query === undefined ? limit + 1 : undefined)
      : oneCase(opened, eid, open === true);
  let yielded = 0;
  for await (const summary of found) {
    opened.stopSignal.throwIfAborted();
    output.closed.throwIfAborted();
    if (matching?.has(summary.key) === false) continue;
    if (yielded >= limit) return;
    yielded += 1;
    if (attempts === true)
      for (const attempt of (await opened.cases.detail(summary.key)).attempts) yield attemptRow(summary, attempt);
    else yield caseRow(summary, summary.endedAt === null ? null : await openedAt(opened, summary.key));
  }
}

async function openedAt({ projection, reader }: OpenedCaseProjection, key: CaseKey): Promise<number | null> {
  const [state] = await projection.cases([key]);
  if (state === undefined || state.stay === null) return null;
  const { openedSeq, stay } = state;
  if (stay.began !== 'moved' || openedSeq === null) return stay.from;
  return (await reader.event(openedSeq))?.receivedAt ?? stay.from;
}

async function* everyCase(
  { cases, stopSignal }: OpenedCaseProjection,
  open: boolean,
  pageRows?: number,
): AsyncGenerator<CaseSummary, void, undefined> {
  const query = { kind: 'localization', of: open ? 'open' : 'all' } as const;
  for await (const page of casePages(cases, query, stopSignal, pageRows)) yield* page;
}

async function* oneCase(
  { cases }: OpenedCaseProjection,
  eid: string,
  open: boolean,
): AsyncGenerator<CaseSummary, void, undefined> {
  const key = caseKey({ kind: 'eid', eid });
  const detail = await cases.detail(key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NO_CASE') return null;
    throw error;
  });
  if (detail !== null && (!open || detail.summary.openedAt !== null)) yield detail.summary;
}

/** Holds only the keys of the cases in memory. */
async function matchingCaseKeys(
  { reader, stopSignal }: OpenedCaseProjection,
  { terms }: Filter,
): Promise<ReadonlySet<CaseKey>> {
  const keys = new Set<CaseKey>();
  const narrowed: Filter = { terms: [...terms, ...LOCALIZATION_EVENTS.terms] };
  for await (const event of walk(reader, { filter: narrowed, direction: 'newer' }, stopSignal))
    keys.add(caseKeyOf(event));
  return keys;
}
