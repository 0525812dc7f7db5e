/**
 * Tests how each key changes the chips and the text of a query. `|` is the caret, `[…]` are chips and `<…>` are
 * selected chips.
 */
import { describe, expect, it } from 'vitest';
import { parseFilter, printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
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
/** Returns the visible line and the resulting query. */
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
      'Enter makes a chip of a finished term',
      '',
      [written('outcome:failed'), { kind: 'finish' }],
      '[outcome:failed] |',
      'outcome:failed',
    ],
    [
      '[PAGE-90] an unfinished word is not part of the query',
      'kind:X',
      [written('code:START')],
      '[kind:X] code:START|',
      'kind:X',
    ],
    ['a space in quotes is a part of the value', '', [written('text:"timed ')], 'text:"timed |', ''],
    ['a word without a field searches the text', '', [written('timeout ')], '[timeout] |', 'timeout'],
    ['several values are one chip', '', [written('country:SE,NO ')], '[country:SE,NO] |', 'country:SE,NO'],
    [
      'a mistake stays text and is not part of the query',
      'kind:X',
      [written('outcome:failled ')],
      '[kind:X] outcome:failled |',
      'kind:X',
    ],
    ['text after a mistake stays text too', '', [written('outcome:failled seen:no ')], 'outcome:failled seen:no |', ''],
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
      '[PAGE-90] an edited chip stays in the query until the edit is finished',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:')],
      'kind:| [code:70]',
      'kind:X code:70',
    ],
    [
      'a finished edit replaces the chip in its place',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:Y '), { kind: 'left' }],
      '[kind:Y] <code:70> |',
      'kind:Y code:70',
    ],
    [
      '[PAGE-90] a cancelled edit restores the chip',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:Y'), { kind: 'give-up' }],
      '[kind:X] [code:70] |',
      'kind:X code:70',
    ],
    [
      'an empty edit removes the chip',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('')],
      '| [code:70]',
      'code:70',
    ],
    [
      'a press on another chip finishes the current edit',
      'kind:X code:70',
      [{ kind: 'edit', chip: 0 }, written('kind:Y'), { kind: 'edit', chip: 0 }],
      '[kind:Y] code:70|',
      'kind:Y code:70',
    ],
    ['✕ removes the chip', 'kind:X code:70', [{ kind: 'remove', chip: 0 }], '[code:70] |', 'code:70'],
    [
      'Left goes to the last chip, then to the one before',
      'kind:X code:70',
      [{ kind: 'left' }, { kind: 'left' }, { kind: 'left' }],
      '<kind:X> [code:70] |',
      'kind:X code:70',
    ],
    [
      'Right returns to the text',
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
    ['minus on a seen chip swaps yes and no', 'seen:no', [{ kind: 'negate', chip: 0 }], '[seen:yes] |', 'seen:yes'],
    ['all chips can be selected', 'kind:X code:70', [{ kind: 'all' }], '<kind:X> <code:70> |', 'kind:X code:70'],
    [
      'typing replaces the selected chips',
      'kind:X code:70 since:-1h',
      [{ kind: 'all' }, written('a')],
      'a|',
      'since:-1h',
    ],
    [
      'Delete removes the selected chips but not the span',
      'kind:X since:-1h',
      [{ kind: 'all' }, { kind: 'delete' }],
      '|',
      'since:-1h',
    ],
    [
      '[PAGE-90] a pasted query becomes chips',
      '',
      [{ kind: 'write', text: 'kind:X -code:70 since:-2h', caret: 25, isPasted: true }],
      '[kind:X] [-code:70] |',
      'kind:X -code:70 since:-2h',
    ],
    [
      'a pasted single term stays text',
      '',
      [{ kind: 'write', text: 'eid:8904', caret: 8, isPasted: true }],
      'eid:8904|',
      '',
    ],
    [
      'a change from elsewhere replaces the chips and keeps the text',
      'kind:X',
      [written('out'), { kind: 'filter', filter: filter('code:70') }],
      '[code:70] out|',
      'code:70',
    ],
  ];
  it.each(steps)('%s', (_title, before, inputs, line, asks) => {
    expect(seen(after(before, ...inputs))).toEqual({ line, asks });
  });

  it('[PAGE-90] is copied as text, including the unfinished part', () => {
    const state = after('kind:X since:-1h', written('out'));
    expect(textOf(state)).toBe('kind:X out since:-1h');
  });
});

describe('a mistake in the query', () => {
  const cases: readonly [string, readonly QueryInput[], string | null][] = [
    ['[PAGE-90] is not reported while its word is typed', [written('outcome:failx')], null],
    ['is reported when a space ends the word', [written('outcome:failx ')], 'failx'],
    ['is reported when the caret has moved on', [written('outcome:failx', 3)], 'failx'],
    ['is reported on Enter', [written('outcome:failx'), { kind: 'finish' }], 'failx'],
    ['is reported after a pause', [written('outcome:failx'), { kind: 'rest' }], 'failx'],
    ['[PAGE-90] is not reported for a missing value after a pause', [written('outcome:'), { kind: 'rest' }], null],
    ['is not reported for an open quotation after a pause', [written('text:"timed'), { kind: 'rest' }], null],
    ['is reported for an open quotation on Enter', [written('text:"timed'), { kind: 'finish' }], '"timed'],
    [
      'is no longer reported after the next letter',
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
