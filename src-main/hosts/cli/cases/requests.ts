import { Command } from 'commander';
import { casePages } from '../../../core/cases/case-pages.ts';
import type { CaseSummary } from '../../../../src-shared/api/cases.ts';
import { type OpenedCaseProjection, withCaseProjection } from './opened-case-projection.ts';
import { ReportTimes, reportAge } from '../events/report-age.ts';
import type { Output } from '../terminal/output.ts';
import { type RequestRow, requestRows } from './request-lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { spanBetween, TIME_HELP } from '../terminal/times.ts';
import { parseLimit, ONLY_OPEN_HELP, withStoreOptions, type StoreOptions } from '../options.ts';
import { chosenFormat, type FormatOptions, withFormatOptions, printRows } from '../terminal/rows.ts';

interface RequestsOptions extends FormatOptions, StoreOptions {
  readonly open?: true;
  readonly find?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

const EXAMPLES = `
Examples:
  watchfloor requests --open
  watchfloor requests --find 'outcome:partial code:73' --since 24h
  watchfloor requests --format ndjson | jq -r 'select(.consistent | not) | .requestId'

failed: the least number of failed resources, including rejected ones; completed: the greatest number of completed ones.
consistent: size, counters and list of resources are all present and agree. openedAt: when the request was opened, or none
if it never failed; endedAt: when it ended. createdAt: as received from the service, to the nanosecond.`;

export function requestsCommand(terminal: Terminal): Command {
  const command = withStoreOptions(new Command('requests'), terminal)
    .option('--open', ONLY_OPEN_HELP)
    .option(
      '--find <WORDS>',
      'only requests that match all of these: outcome:partial code:73 target:PAUSE user:NAME owner:NAME is:open, or part of an id',
    )
    .option('--since <T>', `only requests whose last event was received at or after: ${TIME_HELP}`)
    .option('--until <T>', 'only requests whose last event was received at or before, in the same format')
    .option('-n, --limit <N>', 'at most N requests', parseLimit);
  return withFormatOptions(command, Object.keys(requestRows.fields))
    .addHelpText('after', EXAMPLES)
    .action((options: RequestsOptions) => printRequests(terminal, options));
}

async function printRequests(terminal: Terminal, options: RequestsOptions): Promise<void> {
  const span = spanBetween(options, Date.now());
  const chosen = chosenFormat(terminal, options);
  await withCaseProjection(terminal, options, async (opened) => {
    const ages = new ReportTimes();
    await printRows(terminal, requestRows, chosen, (output) => ages.of(requestRowsOf(opened, options, span, output)));
    await reportAge(terminal, chosen, opened, 'Last reported', ages.span);
  });
}

async function* requestRowsOf(
  opened: OpenedCaseProjection,
  options: RequestsOptions,
  span: { readonly from: number; readonly to: number },
  output: Output,
): AsyncGenerator<RequestRow, void, undefined> {
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for await (const page of pagesOf(opened, options, span, output)) {
    const selected = page.slice(0, left);
    const since = await openedAt(opened, selected);
    for (const summary of selected) yield { ...summary, openedAt: summary.openedAt ?? since.get(summary.key) ?? null };
    left -= selected.length;
    if (left <= 0) return;
  }
}

async function* pagesOf(
  { cases, stopSignal }: OpenedCaseProjection,
  { open, find = '', limit }: RequestsOptions,
  { from, to }: { readonly from: number; readonly to: number },
  output: Output,
): AsyncGenerator<CaseSummary[], void, undefined> {
  // Reads all pages: if the clock of this computer was set back, matching requests can come after older ones.
  const query = { kind: 'request', of: open === true ? 'open' : 'all', find } as const;
  for await (const page of casePages(cases, query, AbortSignal.any([stopSignal, output.closed]), limit))
    yield page.filter(({ lastAt }) => lastAt >= from && lastAt <= to);
}

async function openedAt(
  { projection }: OpenedCaseProjection,
  page: readonly CaseSummary[],
): Promise<ReadonlyMap<string, number>> {
  const ended = page.filter((summary) => summary.endedAt !== null).map(({ key }) => key);
  const states = ended.length === 0 ? [] : await projection.cases(ended);
  return new Map(states.flatMap(({ key, stay }) => (stay === null ? [] : [[key, stay.from] as const])));
}
