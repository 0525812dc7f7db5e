/** Prints subscriptions and keeps nothing. Counts, waits and doubts go to standard error. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { AccessParts } from '../../../core/access/request-access.ts';
import type { PageToken } from '../../../core/subscriptions/search-paging.ts';
import { walkSearch, type WalkStep, type WalkTally } from '../../../core/subscriptions/walk-search.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { withServiceAccess } from '../../service-access.ts';
import { type Output, withOutput } from '../terminal/output.ts';
import { type SearchBody, buildSearchBody, type SearchOptions } from './search-body.ts';
import {
  brokenOffWords,
  doubtWords,
  givenUpWords,
  searchEndWords,
  stoppedWords,
  retryWaitWords,
} from './search-end-words.ts';
import { type SearchPrinter, searchPrinter } from './search-printer.ts';
import { reportFailedSearch, undocumentedWords } from './search-failure.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { keychainAccess, leavingSoon, reportLine, type Terminal } from '../terminal/terminal.ts';
import { chosenFormat, type FormatOptions, withFormatOptions } from '../terminal/rows.ts';
import { type Progress, withProgress } from '../terminal/progress.ts';
import { withServiceOptions, type ServiceOptions } from '../options.ts';

interface SearchCommandOptions extends ServiceOptions, SearchOptions, FormatOptions {
  readonly all?: true;
}

export function searchCommand(terminal: Terminal): Command {
  const command = withServiceOptions(new Command('search'), terminal)
    .addOption(
      new Option(
        '--filter <FIELD:MIN..MAX>',
        'only rows whose field is in this span; documented for lastModifiedAt, with times in ISO 8601 or as an age, such as lastModifiedAt:2d.. ; may be repeated',
      )
        .argParser((value: string, previous: string[]) => [...previous, value])
        .default([], 'all'),
    )
    .option('--sort <FIELD:asc,…>', 'sort order; documented for iotSubscriptionId, ascending')
    .option('--limit <N>', 'page size; default: chosen by the service', parsePageLimit)
    .option(
      '--fields <F,F>',
      'only these fields; the prefix iotSubscription. may be left out in every option',
      parseFieldNames,
    )
    .option('--all', 'all pages, one request at a time')
    .addOption(
      new Option('--body <FILE>', 'the request body, sent unchanged; - for standard input').conflicts([
        'filter',
        'sort',
        'limit',
        'fields',
      ]),
    );
  return withFormatOptions(command, [], ', with each item as received').action(
    leavingSoon(terminal, (options: SearchCommandOptions) => search(terminal, options)),
  );
}

function parsePageLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return Number(text);
}

function parseFieldNames(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.includes('')) throw new InvalidArgumentError('Expected field names separated by commas.');
  return names;
}

async function search(terminal: Terminal, options: SearchCommandOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  const body = await buildSearchBody(terminal, options, Date.now());
  const stopSignal = terminal.stopSignal();
  const isAll = options.all === true;
  const printer = searchPrinter({
    ...chosen,
    returnFields: body.parts.returnFields,
    // Some terminals do not report their width.
    maxWidth: terminal.stdout.isTTY === true ? terminal.stdout.columns || 80 : null,
  });
  let tally: WalkTally | null = null;

  async function print(output: Output, question: AccessParts, signal: AbortSignal, progress: Progress): Promise<void> {
    const report = (words: string) => {
      progress.clear();
      reportSearch(terminal, words);
    };
    const walk = { ...question, body: body.text, limit: body.parts.limit, isAll, random: Math.random };
    let next: PageToken | null = null;
    let isComplete = false;
    for await (const step of walkSearch(walk, signal)) {
      switch (step.kind) {
        case 'page':
          ({ tally, next } = step);
          progress.printsRows();
          await output.write(printer.page(step.items));
          if (isAll) progress.show(countsText(step.tally));
          break;
        case 'waits':
          report(retryWaitWords(step));
          break;
        case 'failed':
          progress.clear();
          reportFailure(terminal, step, body);
          if (tally !== null) report(brokenOffWords(tally));
          return;
        case 'ended':
          ({ tally } = step);
          isComplete = true;
          break;
        case 'given-up':
          terminal.exitCode = 1;
          report(givenUpWords(step));
          break;
        default:
          assertNever(step);
      }
    }
    if (tally === null) return;
    report(searchEndWords(tally, next?.leftMs ?? null));
    if (isComplete && tally.totalHits !== null && tally.rows < tally.totalHits) terminal.exitCode = 1;
    for (const sentence of doubtWords(tally, isComplete, 'printed')) report(sentence);
    progress.end();
    reportUnprinted(terminal, printer);
  }
  try {
    await withOutput(terminal, async (output) =>
      withServiceAccess(
        { ...options, ...keychainAccess(terminal), policy: await terminal.policy() },
        (question, signal) =>
          withProgress(terminal, 'Waiting for the service', (progress) => print(output, question, signal, progress)),
        AbortSignal.any([stopSignal, output.closed]),
      ),
    );
  } catch (error) {
    if (!stopSignal.aborted) throw error;
    terminal.exitCode = 1;
    reportSearch(terminal, stoppedWords(tally));
  }
}

function reportFailure(
  terminal: Terminal,
  { error, answer }: Extract<WalkStep, { kind: 'failed' }>,
  { undocumented }: SearchBody,
): void {
  reportFailedSearch(terminal, error, answer);
  const { data } = error;
  if (data.code === 'SERVICE_FAILED' && data.facts.problem === 'refused')
    for (const sentence of undocumentedWords(undocumented, answer)) reportSearch(terminal, sentence);
}

function reportUnprinted(terminal: Terminal, printer: SearchPrinter): void {
  const { omittedFields } = printer;
  if (omittedFields.length > 0)
    reportSearch(
      terminal,
      terminalText(`No room for ${omittedFields.join(', ')}. Choose with --fields, or use another format for all.`),
    );
  const without = printer.valuesWithoutColumn();
  if (without > 0)
    reportSearch(
      terminal,
      `${numberText(without)} values are in fields that the first page does not have. Use ndjson, or name the fields with --fields.`,
    );
}

function reportSearch(terminal: Terminal, words: string): void {
  reportLine(terminal, `watchfloor: ${words}`);
}

function countsText({ rows, totalHits }: WalkTally): string {
  return `${numberText(rows)}${totalHits === null ? '' : ` of ${numberText(totalHits)}`} subscriptions`;
}
