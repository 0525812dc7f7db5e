import { Command, Option } from 'commander';
import { type Comparison, comparisons, type DifferencesAnswer } from '../../../../src-shared/api/timeline.ts';
import { plainJson } from '../../../../src-shared/lib/plain-json.ts';
import { shareOf } from '../../../../src-shared/domain/differences/differences.ts';
import { resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import {
  comparedWithWords,
  sharePercent,
  unwatchedWords,
  valueWords,
} from '../../../../src-shared/words/events/difference-words.ts';
import { eventsText, numberText } from '../../../../src-shared/words/store-words.ts';
import { readDifferences } from '../../../core/timeline/differences.ts';
import { type StoreOptions, withStoreOptions } from '../options.ts';
import { withStore } from '../store/store-choice.ts';
import { withOutput } from '../terminal/output.ts';
import { type Column, tableHead, tableLine } from '../terminal/table.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isoTime } from '../terminal/times.ts';
import { eventFilter } from './event-filter.ts';
import { reportUnmatchedValues } from './unmatched-values.ts';

interface DifferentOptions extends StoreOptions {
  readonly against?: Comparison;
  readonly format: 'text' | 'json';
}

export function differentCommand(terminal: Terminal): Command {
  return withStoreOptions(new Command('different'), terminal)
    .argument('<FILTER>', 'the events to explain, such as: "outcome:failed since:-1h" (docs/filter.md)')
    .addOption(
      new Option(
        '--against <A>',
        'compare with other events of the same kinds and time, or with the same hours of the seven days before. Default: elsewhere, or before if FILTER has only times',
      ).choices(comparisons),
    )
    .addOption(new Option('--format <F>', 'output format').choices(['text', 'json']).default('text'))
    .action((query: string, options: DifferentOptions) => printDifferences(terminal, query, options));
}

async function printDifferences(terminal: Terminal, query: string, options: DifferentOptions): Promise<void> {
  const at = Date.now();
  const filter = resolveTimes(eventFilter({ query }), at);
  await withStore(options, async (reader) => {
    const asked = { filter, at, against: options.against ?? null };
    const answer = await readDifferences(reader, asked, { maxBatches: Infinity });
    await withOutput(terminal, (output) =>
      output.write(options.format === 'json' ? `${plainJson(jsonOf(answer))}\n` : textOf(answer)),
    );
    await reportUnmatchedValues(terminal, reader, filter, answer.here.events > 0);
  });
}

const jsonOf = ({ filter, ...answer }: DifferencesAnswer) => ({ ...answer, query: printFilter(filter) });

type Line = DifferencesAnswer['values'][number];

const MAX_LINES = 20;

function textOf(answer: DifferencesAnswer): string {
  const { against, sentence, here, there, values, byDefinition } = answer;
  const columns: Column<Line>[] = [
    { title: '', width: 1, cell: ({ standsOut }) => (standsOut ? '*' : '') },
    { title: 'FIELD', width: 10, cell: ({ field }) => field },
    { title: 'VALUE', width: 32, cell: ({ value }) => value },
    { title: 'HERE', width: 24, cell: ({ here: share }) => shareText(share) },
    { title: against.toUpperCase(), width: 0, cell: ({ there: share }) => shareText(share) },
  ];
  return [
    `${terminalText(sentence)}\n`,
    ...(values.length > 0 ? ['\n', tableHead(columns)] : []),
    ...values.slice(0, MAX_LINES).map((line) => tableLine(columns, line)),
    '\n',
    ...(byDefinition.length > 0
      ? [`True by definition: ${terminalText(byDefinition.map(valueWords).join(', '))}.\n`]
      : []),
    `Compared ${eventsText(here.events)}, ${spanText(here)}, with ${numberText(there.events)} ${comparedWithWords[against]}, ${spanText(there)}.\n`,
    ...unwatchedWords(answer, 'UTC').map((words) => `${words}\n`),
  ].join('');
}

const spanText = ({ from, to }: DifferencesAnswer['here']) =>
  `${from === null ? 'up to' : `${isoTime(from)} to`} ${isoTime(to)}`;

function shareText(share: Line['here']): string {
  if (share.of === 0) return '–';
  return `${numberText(share.hits)} of ${numberText(share.of)} (${sharePercent(shareOf(share))})`;
}
