import { describe, expect, it, test } from 'vitest';
import { fitColumns, type SizedColumn } from '../../src-renderer/grid/fit-columns.ts';
import type { GridItem } from '../../src-renderer/grid/grid-model.ts';
import {
  DEFAULT_COLUMN_SETTINGS,
  saveColumnSettings,
  readColumnSettings,
} from '../../src-renderer/grid/column-settings.ts';
import { movedCursor, extendedSelection, withToggledKey } from '../../src-renderer/grid/selected-lines.ts';
import { gridAnchorAt } from '../../src-renderer/grid/use-grid-lines.ts';
import { memoryStorage } from '../doubles/memory-storage.ts';

const columns: readonly SizedColumn[] = [
  { id: 'mark', width: { px: 14 }, priority: 8 },
  { id: 'time', width: { px: 84 }, priority: 8 },
  { id: 'summary', width: { share: 3, min: 220 }, priority: 9 },
  { id: 'country', width: { px: 40 }, priority: 2 },
  { id: 'code', width: { share: 1, min: 160 }, priority: 3 },
];
const fitted = (width: number, kept: [string, number][] = [], scale = 1) =>
  fitColumns(columns, new Map(kept), width, scale).map(({ id, px }) => `${id} ${px}`);

describe('columns with more room than they can use', () => {
  const sentence: readonly SizedColumn[] = [
    { id: 'summary', width: { share: 1, min: 220, max: 500 }, priority: 9 },
    { id: 'code', width: { px: 100 }, priority: 3 },
    { id: 'operation', width: { px: 150 }, priority: 2, isSpare: true },
    { id: 'kind', width: { px: 120 }, priority: 1, isSpare: true },
  ];
  test('[PAGE-441] end with the line if one takes the rest, unless the user set its width', () => {
    const whole = sentence.map((column) => (column.id === 'code' ? { ...column, fillsRemainder: true } : column));
    const px = (width: number, kept: [string, number][] = []) =>
      fitColumns(whole, new Map(kept), width, 1).map(({ id, px: wide }) => `${id} ${wide}`);
    expect([px(797), px(798), px(797, [['code', 100]]), px(300)]).toEqual([
      ['summary 500', 'code 261'],
      ['summary 500', 'code 100', 'operation 150'],
      ['summary 500', 'code 100'],
      ['summary 276'],
    ]);
  });

  test.each<[string, number, [string, number][], number, string[]]>([
    ['exactly the room that is needed', 636, [], 1, ['summary 500', 'code 100']],
    ['no room for a spare column', 797, [], 1, ['summary 500', 'code 100']],
    ['room for a spare column', 798, [], 1, ['summary 500', 'code 100', 'operation 150']],
    ['more room than all columns use', 4_000, [], 1, ['summary 500', 'code 100', 'operation 150', 'kind 120']],
    ['a column that the user widened', 836, [['summary', 700]], 1, ['summary 700', 'code 100']],
    ['a scale of 2', 1_596, [], 2, ['summary 1000', 'code 200', 'operation 300']],
  ])('are fitted with %s', (_, width, kept, scale, expected) => {
    expect(fitColumns(sentence, new Map(kept), width, scale).map(({ id, px }) => `${id} ${px}`)).toEqual(expected);
  });
});

test('[PAGE-441] a column grows to its content before any share gets space', () => {
  const withCode: readonly SizedColumn[] = [
    { id: 'time', width: { min: 100, fits: 130 }, priority: 8 },
    { id: 'summary', width: { share: 1, min: 200 }, priority: 9 },
    { id: 'code', width: { min: 100, fits: 180 }, priority: 3 },
  ];
  const px = (width: number, kept: [string, number][] = []) =>
    fitColumns(withCode, new Map(kept), width, 1).map((column) => column.px);
  expect([px(448), px(458), px(500), px(558), px(600), px(600, [['code', 60]])]).toEqual([
    [100, 200, 100],
    [110, 200, 100],
    [130, 200, 122],
    [130, 200, 180],
    [130, 242, 180],
    [130, 362, 60],
  ]);
});

describe('columns with little room', () => {
  test.each<[string, number, [string, number][], number, string[]]>([
    [
      'room left over, which goes to the shares',
      1_000,
      [],
      1,
      ['mark 14', 'time 84', 'summary 527', 'country 40', 'code 262'],
    ],
    ['exactly the room that is needed', 590, [], 1, ['mark 14', 'time 84', 'summary 220', 'country 40', 'code 160']],
    ['1 px less, which drops the lowest priority', 589, [], 1, ['mark 14', 'time 84', 'summary 258', 'code 172']],
    ['still less room', 420, [], 1, ['mark 14', 'time 84', 'summary 274']],
    ['equal priorities, of which the later is dropped', 300, [], 1, ['mark 14', 'summary 250']],
    ['room for the last column only', 100, [], 1, ['summary 76']],
    ['no room at all', 0, [], 1, ['summary 0']],
    [
      'a width that the user set',
      1_000,
      [['summary', 300]],
      1,
      ['mark 14', 'time 84', 'summary 300', 'country 40', 'code 490'],
    ],
    ['a scale of 2', 2_000, [], 2, ['mark 28', 'time 168', 'summary 1055', 'country 80', 'code 525']],
  ])('are fitted with %s', (_, width, kept, scale, expected) => {
    expect(fitted(width, kept, scale)).toEqual(expected);
  });
});

describe('stored column settings', () => {
  const known = new Set(['time', 'summary']);
  const shelf = (text: string | null) => {
    const kept = memoryStorage(text === null ? {} : { 'watchfloor.grid.events': text });
    return () => kept;
  };
  it('are read as they were stored', () => {
    const kept = { order: ['summary', 'time'], widths: { time: 90 }, shown: { time: false } };
    const storage = shelf(null);
    saveColumnSettings(storage, 'events', kept);
    expect([readColumnSettings(storage, 'events', known), readColumnSettings(storage, 'others', known)]).toEqual([
      kept,
      DEFAULT_COLUMN_SETTINGS,
    ]);
  });
  test.each<[string, string | null, object]>([
    ['nothing', null, {}],
    ['invalid JSON', '{"order":', {}],
    ['a list', '[1,2]', {}],
    ['values of other types', '{"order":"time","widths":[1],"shown":7}', {}],
    [
      'unknown columns',
      '{"order":["x","time","time"],"widths":{"x":9,"time":80},"shown":{"x":true}}',
      { order: ['time'], widths: { time: 80 } },
    ],
    ['unusable widths', '{"widths":{"time":1e9,"summary":"wide","__proto__":{"time":5}}}', { widths: { time: 1_200 } }],
    ['unusable choices', '{"shown":{"time":"yes","summary":false}}', { shown: { summary: false } }],
  ])('are read safely from %s', (_, text, expected) => {
    expect(readColumnSettings(shelf(text), 'events', known)).toEqual({ ...DEFAULT_COLUMN_SETTINGS, ...expected });
  });
  it('are ignored if storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(readColumnSettings(forbidden, 'events', known)).toEqual(DEFAULT_COLUMN_SETTINGS);
    expect(() => saveColumnSettings(forbidden, 'events', DEFAULT_COLUMN_SETTINGS)).not.toThrow();
  });
});

describe('the cursor and the selection', () => {
  const items: GridItem<null>[] = [
    ...['a', 'b'].map((key) => ({ kind: 'row' as const, key, row: null })),
    { kind: 'gap', key: 'gap', content: null },
    ...['c', 'd', 'e'].map((key) => ({ kind: 'row' as const, key, row: null })),
  ];
  const chosen = (keys: string, cursor: string | null, to: string) =>
    [...extendedSelection(items, new Set(keys), cursor, to)].join('');

  test.each<[string | null, number, string, string?]>([
    [null, 1, 'a'],
    ['gone', -1, 'a'],
    [null, 1, 'c', 'c'],
    [null, -1, 'c', 'c'],
    ['a', 1, 'b', 'd'],
    ['a', 1, 'b'],
    ['b', 1, 'gap'],
    ['a', -1, 'a'],
    ['d', 20, 'e'],
  ])('moves from %s by %i to %s', (cursor, by, expected, first = 'not there') => {
    expect(movedCursor(items, cursor, by, first)).toBe(expected);
  });
  it('has no position in an empty list', () => expect(movedCursor([], 'a', 1, null)).toBeNull());

  test.each([
    ['downward from the cursor', '', 'b', 'd', 'bcd'],
    ['upward from the cursor', '', 'd', 'b', 'bcd'],
    ['an existing range', 'bcd', 'd', 'e', 'bcde'],
    ['to a smaller range', 'bcd', 'd', 'c', 'bc'],
    ['to the other side of the anchor', 'bcd', 'd', 'a', 'ab'],
    ['from a removed cursor to the new row alone', 'b', 'x', 'd', 'd'],
  ])('extends %s', (_, keys, cursor, to, expected) => expect(chosen(keys, cursor, to)).toBe(expected));

  it('adds and removes single keys', () => {
    const one = withToggledKey(new Set(['a']), 'c');
    expect([[...one], [...withToggledKey(one, 'a')]]).toEqual([['a', 'c'], ['c']]);
  });
});

describe('the saved scroll position', () => {
  const items: GridItem<null>[] = ['a', 'b', 'c'].map((key) => ({ kind: 'row', key, row: null }));
  test.each([
    [0, null],
    [1, { key: 'b', offset: 29 }],
    [30, { key: 'b', offset: 0 }],
    [45, { key: 'c', offset: 15 }],
    [900, null],
  ])('is correct at %i px', (top, expected) => expect(gridAnchorAt(items, top, 30)).toEqual(expected));
});
