/** Tests the completions of the query bar and its help for mistakes. The caret is `|`. */
import { daySuggestions } from '../../src-renderer/screens/timeline/query/time-span.ts';
import { describe, expect, it } from 'vitest';
import { completionAt, countedField } from '../../src-renderer/screens/timeline/query/completion.ts';
import { caretContextAt } from '../../src-renderer/screens/timeline/query/caret-context.ts';
import { mistakeHelp } from '../../src-renderer/screens/timeline/query/mistake-help.ts';
import { reduceQuery, mistakeOf, queryOf } from '../../src-renderer/screens/timeline/query/query-editing.ts';
import { reduceField } from '../../src-renderer/screens/timeline/query/field-state.ts';
import { eventsForKey } from '../../src-renderer/screens/timeline/query/query-keys.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';

const FRIDAY = Date.parse('2026-11-27T12:00:00Z');

const COUNTS = new Map([
  ['FAILED', 9],
  ['__proto__', 4],
  ['two words', 2],
]);

function at(written: string) {
  const caret = written.indexOf('|');
  return { text: written.replace('|', ''), caret };
}
function offered(written: string, counts: ReadonlyMap<string, number> | null = COUNTS) {
  const { text, caret } = at(written);
  const { groups, best, hint } = completionAt(caretContextAt(text, caret), counts, [
    { text: '-15m', meaning: 'Last 15 min' },
    ...daySuggestions(FRIDAY, 'utc'),
  ]);
  return {
    groups: groups.map(({ title, suggestions }) => [
      title,
      ...suggestions.map(({ name, count }) => `${name} ${count ?? ''}`.trim()),
    ]),
    best: best?.text ?? null,
    hint: hint === null ? null : 'hint',
  };
}

describe('the context of the caret', () => {
  const places: readonly [string, string | null, string, readonly string[]][] = [
    ['|', null, '', []],
    ['out|', null, 'out', []],
    ['-out|', null, 'out', []],
    ['outcome:|', 'outcome', '', []],
    ['outcome:fai|led', 'outcome', 'fai', []],
    ['out|come:failed', null, 'out', []],
    ['outcome:failed |', null, '', []],
    ['country:SE,|', 'country', '', ['SE']],
    ['country:S|E,NO', 'country', 'S', ['NO']],
    ['state:"two wo|', 'state', 'two wo', []],
    ['kind:X outcome:f| seen:no', 'outcome', 'f', []],
  ];
  it.each(places)('is read from “%s”', (written, field, typed, others) => {
    const { text, caret } = at(written);
    const caretContext = caretContextAt(text, caret);
    expect({ field: caretContext.field, typed: caretContext.typed, others: caretContext.others }).toEqual({
      field,
      typed,
      others,
    });
  });
});

describe('completion', () => {
  const cases: readonly [string, string, ReturnType<typeof offered>][] = [
    [
      'offers fields by their beginning',
      'se|',
      { groups: [['Fields that start with “se”', 'seen:']], best: 'seen:', hint: null },
    ],
    ['offers no field for a word that is searched as text', 'zzz|', { groups: [], best: null, hint: 'hint' }],
    [
      'offers values with their counts, and those that do not match below',
      'state:F|',
      {
        groups: [
          ['States that start with “F”', 'FAILED 9'],
          ['Also in this field', '__proto__ 4', 'two words 2'],
        ],
        best: 'FAILED',
        hint: null,
      },
    ],
    [
      '[PAGE-90] offers values with any text, in quotes if needed',
      'state:two|',
      {
        groups: [
          ['States that start with “two”', 'two words 2'],
          ['Also in this field', 'FAILED 9', '__proto__ 4'],
        ],
        best: '"two words"',
        hint: null,
      },
    ],
    [
      'offers no value twice',
      'state:FAILED,|',
      { groups: [['States', '__proto__ 4', 'two words 2']], best: null, hint: null },
    ],
    [
      'offers predefined values before they are counted',
      'seen:|',
      { groups: [['Seen', 'no', 'yes']], best: null, hint: null },
    ],
    ['offers times', 'since:|', { groups: [['Times', '-15m']], best: null, hint: null }],
    ['offers a day by its name', 'since:mo|', { groups: [['Times', 'monday']], best: 'monday', hint: null }],
    ['offers no list for an identifier', 'eid:89|', { groups: [], best: null, hint: 'hint' }],
    ['offers no list for text', 'text:x|', { groups: [], best: null, hint: 'hint' }],
    ['offers nothing for an unknown field', 'foo:x|', { groups: [], best: null, hint: null }],
  ];
  it.each(cases)('%s', (_title, written, expected) => {
    expect(offered(written)).toEqual(expected);
  });

  it.each([
    [
      'utc',
      ['today 27 Nov 00:00 UTC', 'yesterday 26 Nov 00:00 UTC', 'sunday 22 Nov 00:00 UTC', 'monday 23 Nov 00:00 UTC'],
    ],
  ] as const)('[PAGE-90] offers days with the time at which they start, in %s', (zone, days) => {
    expect(
      daySuggestions(FRIDAY, zone)
        .slice(0, 4)
        .map(({ text, meaning }) => `${text} ${meaning}`),
    ).toEqual(days);
  });

  it('offers a country by its name too', () => {
    expect(offered('country:Swe|', new Map([['SE', 3]])).best).toBe('SE');
  });

  it('[PAGE-90] offers every outcome, including those that do not occur, in an order that counts do not change', () => {
    const names = (counts: ReadonlyMap<string, number> | null) =>
      offered('outcome:|', counts).groups[0]?.map((line) => line.split(' ')[0]);
    const order = ['Outcomes', 'failed', 'partial', 'unknown', 'in-progress', 'succeeded'];
    expect([names(null), names(new Map([['succeeded', 9]]))]).toEqual([order, order]);
  });

  it('requests counts only for fields with countable values', () => {
    expect(
      ['outcome:|', 'code:|', 'eid:|', 'seen:|', 'out|'].map((written) => {
        const { text, caret } = at(written);
        return countedField(caretContextAt(text, caret));
      }),
    ).toEqual(['outcome', 'code', null, null, null]);
  });
});

describe('the help for a mistake', () => {
  const cases: readonly [string, string, string | null][] = [
    ['outcome:failled seen:no', 'There is no outcome “failled”.', 'outcome:failed seen:no'],
    ['contry:SE', 'There is no field “contry”.', 'country:SE'],
    ['seen:maybe', 'Write seen:no or seen:yes.', null],
    ['code:', 'A value is missing.', null],
    ['text:"timed out', 'A quotation mark is not closed.', 'text:"timed out"'],
    ['since:soon', '“soon” is not a time.', null],
    ['-since:1h', 'A time cannot be negated.', 'since:1h'],
    ['eid:890', '“890” is too short for an identifier.', null],
    ['id:*', '“*” is too short for an identifier.', null],
    ['eid:89*04', 'In an identifier, “*” can only be at the beginning or the end.', null],
    ['outcome:failed OR outcome:partial', '“OR” does not join terms.', null],
  ];
  it.each(cases)('explains “%s”', (draft, says, mended) => {
    const state = [{ kind: 'write', text: draft, caret: draft.length }, { kind: 'finish' }] as const;
    const mistake = mistakeOf(state.reduce(reduceQuery, queryOf(EVERYTHING)));
    if (mistake === null) throw new Error('There is no mistake.');
    const help = mistakeHelp(draft, mistake);
    expect({ says: help.explanation, mended: help.fix?.draft ?? null }).toEqual({ says, mended });
  });
});

describe('keys of the query field', () => {
  const NO_KEYS = { shift: false, ctrl: false };
  /** Returns the text after the key, the kind of another action, or null if the browser handles the key. */
  function pressed(key: string, written: string, opened = true) {
    const { text, caret } = at(written);
    const state = reduceQuery(queryOf(EVERYTHING), { kind: 'write', text, caret });
    const caretContext = caretContextAt(text, caret);
    const list = opened ? completionAt(caretContext, COUNTS, []) : null;
    const act = eventsForKey(
      { key, ...NO_KEYS, from: caret, to: caret },
      { state, caretContext, list, chosen: null, help: null },
    );
    if (act === null) return null;
    const field = act.reduce(reduceField, { query: state, isFocused: true, isOpen: opened, chosen: null });
    const next = field.query;
    if (!field.isFocused) return 'leave';
    if (next === state) return 'list';
    return next.chips.length > 0
      ? `chip ${JSON.stringify(next.chips[0])}`
      : `${next.draft.slice(0, next.caret)}|${next.draft.slice(next.caret)}`;
  }
  const cases: readonly [string, string, string, string | null][] = [
    ['Tab accepts the best suggestion', 'Tab', 'state:F|', 'state:FAILED|'],
    ['Tab without a suggestion moves the focus', 'Tab', 'state:|', null],
    ['Tab accepts a suggestion within a text', 'Tab', 'state:F| kind:X', 'state:FAILED| kind:X'],
    ['ArrowRight accepts at the end of a value', 'ArrowRight', 'state:F|', 'state:FAILED|'],
    ['ArrowRight moves the caret within a value', 'ArrowRight', 'state:|F', null],
    ['a comma accepts, and starts another value', ',', 'state:F|', 'state:FAILED,|'],
    ['a comma without a typed value is a comma', ',', 'state:|', null],
    ['a minus before the value negates', '-', 'state:|', '-state:|'],
    ['a second minus removes the negation', '-', '-state:|', 'state:|'],
    ['a minus within a value is a minus', '-', 'outcome:in|', null],
    ['a minus before an age is a minus', '-', 'since:|', null],
    [
      'Enter accepts the best suggestion and finishes the term',
      'Enter',
      'state:F|',
      'chip {"kind":"value","field":"state","values":["FAILED"],"negated":false}',
    ],
    [
      'Enter searches a word as it is, even if a field starts with it',
      'Enter',
      'se|',
      'chip {"kind":"text","values":["se"],"negated":false}',
    ],
    ['Escape closes the list', 'Escape', 'state:F|', 'list'],
  ];
  it.each(cases)('%s', (_title, key, written, expected) => {
    expect(pressed(key, written)).toBe(expected);
  });

  it('Escape leaves the field if no list is open', () => {
    expect(pressed('Escape', 'state:F|', false)).toBe('leave');
  });
});
