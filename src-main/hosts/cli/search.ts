/**
 * `watchfloor search`: asks the service for subscriptions and prints them as they come. No store is opened and nothing
 * of the answers is kept. Rows go to standard output; counts, waits and doubts to standard error.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { PageToken } from '../../core/subscriptions/page-token.ts';
import { walkSearch, type WalkStep, type WalkTally } from '../../core/subscriptions/walk-search.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { asking, type AskingOptions } from '../asking.ts';
import { dataDirOption } from './data-dir-option.ts';
import { type Output, printing } from './output.ts';
import { withProfileFile } from './required-option.ts';
import { type ChosenFormat, chosenFormat, type FormatOptions, withFormat } from './row-format.ts';
import { type AskedBody, searchBodyOf, type SearchOptions } from './search-body-of.ts';
import {
  brokenOffWords,
  doubtWords,
  givenUpWords,
  searchEndWords,
  stoppedWords,
  waitWords,
} from './search-end-words.ts';
import { type SearchPrinter, searchPrinter } from './search-printer.ts';
import { tellFailedSearch, undocumentedWords } from './search-refusal.ts';
import { terminalText } from './terminal-text.ts';
import { reportLine, type Terminal } from './terminal.ts';
import { vaultKeyFileOption } from './vault-key-file-option.ts';

interface SearchCommandOptions extends Omit<AskingOptions, 'environment'>, SearchOptions, FormatOptions {
  readonly all?: true;
}

export function searchCommand(terminal: Terminal): Command {
  const command = withProfileFile(
    new Command('search').description(
      'Ask the service for subscriptions and print them: the first page, or with --all every one. Exits with 1 and the service’s answer where it refuses.',
    ),
  )
    .addOption(
      new Option(
        '--filter <FIELD:MIN..MAX>',
        'only those whose field lies between; documented of lastModifiedAt, with times in ISO 8601 or as an age, such as lastModifiedAt:2d.. ; may be repeated',
      )
        .argParser((value: string, previous: string[]) => [...previous, value])
        .default([], 'all'),
    )
    .option('--sort <FIELD:asc,…>', 'the order; documented of iotSubscriptionId, ascending')
    .option('--limit <N>', 'subscriptions of one page; left out, the service decides', limitOf)
    .option('--fields <F,F>', 'ask for these fields alone; iotSubscription. may be left out everywhere', namesOf)
    .option('--all', 'every page, one request at a time')
    .addOption(
      new Option('--body <FILE>', 'the body of the request, sent as it is written; - is standard input').conflicts([
        'filter',
        'sort',
        'limit',
        'fields',
      ]),
    )
    .addOption(dataDirOption(terminal))
    .addOption(vaultKeyFileOption());
  return withFormat(command, ', which is each item as it came').action((options: SearchCommandOptions) =>
    search(terminal, options),
  );
}

function limitOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 upward.');
  return Number(text);
}

function namesOf(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.includes('')) throw new InvalidArgumentError('Expected names of fields with commas between them.');
  return names;
}

async function search(terminal: Terminal, options: SearchCommandOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  const body = await searchBodyOf(terminal, options, Date.now());
  const told = terminal.stopSignal();
  const printed = new PrintedSearch(terminal, options, chosen, body);
  try {
    await printing(terminal, (output) => printed.print(output, told));
  } catch (error) {
    if (!told.aborted) throw error;
    terminal.exitCode = 1;
    tell(terminal, stoppedWords(printed.tally));
  } finally {
    // The place of a secret may be such that it never answers.
    terminal.leaveSoon();
  }
}

class PrintedSearch {
  readonly #terminal: Terminal;
  readonly #options: SearchCommandOptions;
  readonly #body: AskedBody;
  readonly #printer: SearchPrinter;
  tally: WalkTally | null = null;

  constructor(terminal: Terminal, options: SearchCommandOptions, chosen: ChosenFormat, body: AskedBody) {
    this.#terminal = terminal;
    this.#options = options;
    this.#body = body;
    this.#printer = searchPrinter({
      ...chosen,
      returnFields: body.parts.returnFields,
      // A terminal may not know how wide it is.
      room: terminal.stdout.isTTY === true ? terminal.stdout.columns || 80 : null,
    });
  }

  async print(output: Output, told: AbortSignal): Promise<void> {
    const { text, parts } = this.#body;
    await asking(
      { ...this.#options, environment: this.#terminal.environment },
      async (question, signal) => {
        const walk = {
          ...question,
          body: text,
          limit: parts.limit,
          isAll: this.#options.all === true,
          random: Math.random,
        };
        let next: PageToken | null = null;
        let isWhole = false;
        for await (const step of walkSearch(walk, signal)) {
          switch (step.kind) {
            case 'page':
              ({ tally: this.tally, next } = step);
              await output.write(this.#printer.page(step.items));
              showProgress(this.#terminal, step.tally, this.#options.all === true);
              break;
            case 'waits':
              this.#tell(waitWords(step));
              break;
            case 'failed':
              this.#tellFailure(step);
              return;
            case 'ended':
              ({ tally: this.tally } = step);
              isWhole = true;
              break;
            case 'given-up':
              this.#terminal.exitCode = 1;
              this.#tell(givenUpWords(step));
              break;
            default:
              assertNever(step);
          }
        }
        if (this.tally !== null) this.#tellEnd(this.tally, isWhole, next);
      },
      AbortSignal.any([told, output.closed]),
    );
  }

  #tellFailure({ error, answer }: Extract<WalkStep, { kind: 'failed' }>): void {
    tellFailedSearch(this.#terminal, error, answer);
    const { data } = error;
    if (data.code === 'SERVICE_FAILED' && data.facts.problem === 'refused')
      for (const sentence of undocumentedWords(this.#body.undocumented, answer)) this.#tell(sentence);
    if (this.tally !== null) this.#tell(brokenOffWords(this.tally));
  }

  #tell(words: string): void {
    tell(this.#terminal, words);
  }

  #tellEnd(tally: WalkTally, isWhole: boolean, next: PageToken | null): void {
    this.#tell(searchEndWords(tally, next?.leftMs ?? null));
    for (const sentence of doubtWords(tally, isWhole, 'printed')) this.#tell(sentence);
    const { left } = this.#printer;
    if (left.length > 0)
      this.#tell(terminalText(`No room for ${left.join(', ')}. --fields chooses, other formats have all.`));
    const without = this.#printer.withoutColumn();
    if (without > 0)
      this.#tell(
        `${numberText(without)} values are of fields that the first page does not have. ndjson has them, or name them with --fields.`,
      );
  }
}

/** Writes a line in the place of the progress. */
function tell(terminal: Terminal, words: string): void {
  const { stderr } = terminal;
  if (stderr.isTTY === true) stderr.write('\r\u001B[K');
  reportLine(terminal, `watchfloor: ${words}`);
}

/** One line that is written anew, where rows go elsewhere. */
function showProgress({ stdout, stderr }: Terminal, { rows, totalHits }: WalkTally, isAll: boolean): void {
  if (!isAll || stdout.isTTY === true || stderr.isTTY !== true) return;
  const all = totalHits === null ? '' : ` of ${numberText(totalHits)}`;
  stderr.write(`\r${numberText(rows)}${all}\u001B[K`);
}
