/** The query while it is written: what each key makes of chips and text. `|` is the caret, `[…]` are chips. */
import { describe, expect, it } from 'vitest';
import { parseFilter, printFilter } from '../../src-shared/domain/filter-text.ts';
import type { Filter } from '../../src-shared/domain/filter.ts';
import {
  reduceQuery,
  filterOf,
  mistakeOf,
  type QueryInput,
  queryOf,
  type QueryState,
  textOf,
} from '../../src-renderer/screens/timeline/query/query-editing.ts';

function filter(text: string): Filter {
  const parsed = parseFilter(text);
  if (parsed.kind === 'mistake') throw new Error(`This is no filter: ${text}`);
  return parsed.filter;
}
function written(text: string, caret = text.length): QueryInput {
  return { kind: 'write', text, caret };
}
function after(text: string, ...inputs: readonly QueryInput[]): QueryState {
  return inputs.reduce(reduceQuery, queryOf(filter(text)));
}
/** The line as it is seen, and what the rows answer. */
function seen(state: QueryState): { line: string; asks: string } {
  const chips = state.chips.map((term, index) => {
    const text = printFilter({ terms: [term] });
    return index === state.current || state.isAll ? `<${text}>` : `[${text}]`;
  });
  const draft = `${state.draft.slice(0, state.caret)}|${state.draft.slice(state.caret)}`;
  return {
    line: [...chips.slice(0, state.at), draft, ...chips.slice(state.at)].join(' '),
    asks: printFilter(filterOf(state)),
  };
}

describe('the query as chips and text', () => {
  const steps: readonly [string, string, readonly QueryInput[], string, string][] = [
    [
      '[PAGE-90] a space makes a chip of a finished term',
      '',
      [written('outcome:failed ')],
      '[outcome:failed] |',
      'outcome:failed',
    ],
    [
      'Enter does the same',
      '',
      [written('outcome:failed'), { kind: 'finish' }],
      '[outcome:failed] |',
      'outcome:failed',
    ],
    ['[PAGE-90] half a word asks nothing', 'kind:X', [written('code:START')], '[kind:X] code:START|', 'kind:X'],
    ['a space in quotes is a part of the value', '', [written('text:"timed ')], 'text:"timed |', ''],
    ['a word without a field is looked for', '', [written('timeout ')], '[timeout] |', 'timeout'],
    ['several values are one chip', '', [written('country:SE,NO ')], '[country:SE,NO] |', 'country:SE,NO'],
    [
      'a mistake stays text, and asks nothing',
      'kind:X',
      [written('outcome:failled ')],
      '[kind:X] outcome:failled |',
      'kind:X',
    ],
    [
      'what is written behind a mistake waits with it',
      '',
      [written('outcome:failled seen:no ')],
      'outcome:failled seen:no |',
      '',
    ],
    [
      'a time becomes the span and no chip',
      'kind:X since:-1h',
      [written('since:-24h ')],
      '[kind:X] |',
      'kind:X since:-1d',
    ],
    [
      'Backspace at the beginning makes the last chip text',
      'kind:X code:70',
      [{ kind: 'back' }],
      '[kind:X] code:70|',
      'kind:X code:70',
    ],
    [
      '[PAGE-91] a chip that is changed goes on holding until that is finished',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:')],
      'kind:| [code:70]',
      'kind:X code:70',
    ],
    [
      'and is another one then, in its place',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:Y '), { kind: 'left' }],
      '[kind:Y] <code:70> |',
      'kind:Y code:70',
    ],
    [
      '[PAGE-91] given up, a chip is as it was',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:Y'), { kind: 'give-up' }],
      '[kind:X] [code:70] |',
      'kind:X code:70',
    ],
    [
      'a chip without any text is gone',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('')],
      '| [code:70]',
      'code:70',
    ],
    [
      'a chip that is pressed finishes the one before',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:Y'), { kind: 'edit', chip: 0 }],
      '[kind:Y] code:70|',
      'kind:Y code:70',
    ],
    ['✕ removes', 'kind:X code:70', [{ kind: 'remove', chip: 0 }], '[code:70] |', 'code:70'],
    [
      'Left goes to the last chip, and on',
      'kind:X code:70',
      [{ kind: 'left' }, { kind: 'left' }, { kind: 'left' }],
      '<kind:X> [code:70] |',
      'kind:X code:70',
    ],
    [
      'Right comes back to the text',
      'kind:X code:70',
      [{ kind: 'left' }, { kind: 'right' }],
      '[kind:X] [code:70] |',
      'kind:X code:70',
    ],
    [
      'Delete on a chip removes it and goes to the next',
      'kind:X code:70',
      [{ kind: 'left' }, { kind: 'left' }, { kind: 'delete' }],
      '<code:70> |',
      'code:70',
    ],
    ['minus on a chip negates it', 'kind:X', [{ kind: 'negate', chip: 0 }], '[-kind:X] |', '-kind:X'],
    ['and on seen says the other', 'seen:no', [{ kind: 'negate', chip: 0 }], '[seen:yes] |', 'seen:yes'],
    ['everything is marked', 'kind:X code:70', [{ kind: 'all' }], '<kind:X> <code:70> |', 'kind:X code:70'],
    ['and written over', 'kind:X code:70 since:-1h', [{ kind: 'all' }, written('a')], 'a|', 'since:-1h'],
    ['and deleted, but for the span', 'kind:X since:-1h', [{ kind: 'all' }, { kind: 'delete' }], '|', 'since:-1h'],
    [
      '[PAGE-92] a whole query that is pasted is chips at once',
      '',
      [{ kind: 'write', text: 'kind:X -code:70 since:-2h', caret: 25, isPasted: true }],
      '[kind:X] [-code:70] |',
      'kind:X -code:70 since:-2h',
    ],
    [
      'a piece that is pasted is text that goes on',
      '',
      [{ kind: 'write', text: 'eid:8904', caret: 8, isPasted: true }],
      'eid:8904|',
      '',
    ],
    [
      'what others change takes the place of the chips, and leaves the text',
      'kind:X',
      [written('out'), { kind: 'filter', filter: filter('code:70') }],
      '[code:70] out|',
      'code:70',
    ],
  ];
  it.each(steps)('%s', (_title, before, inputs, line, asks) => {
    expect(seen(after(before, ...inputs))).toEqual({ line, asks });
  });

  it('[PAGE-92] is copied as the text that means it, with what is not finished', () => {
    const state = after('kind:X since:-1h', written('out'));
    expect(textOf(state)).toBe('kind:X out since:-1h');
  });
});

describe('a mistake in the query', () => {
  const cases: readonly [string, readonly QueryInput[], string | null][] = [
    ['[PAGE-90] is not said while its word is written', [written('outcome:failx')], null],
    ['is said when a space ends the word', [written('outcome:failx ')], 'failx'],
    ['is said when the caret has gone on', [written('outcome:failx', 3)], 'failx'],
    ['is said when Enter asks', [written('outcome:failx'), { kind: 'finish' }], 'failx'],
    ['is said when nobody writes any more', [written('outcome:failx'), { kind: 'rest' }], 'failx'],
    ['[PAGE-90] a value that is to come is none at rest', [written('outcome:'), { kind: 'rest' }], null],
    ['nor a quotation that is open', [written('text:"timed'), { kind: 'rest' }], null],
    ['but Enter asks for them', [written('text:"timed'), { kind: 'finish' }], '"timed'],
    [
      'is forgotten by the next letter',
      [written('outcome:failx'), { kind: 'finish' }, written('outcome:failxy')],
      null,
    ],
  ];
  it.each(cases)('%s', (_title, inputs, word) => {
    const state = after('', ...inputs);
    const mistake = mistakeOf(state);
    expect(mistake === null ? null : state.draft.slice(mistake.at, mistake.at + mistake.length)).toBe(word);
  });
});
