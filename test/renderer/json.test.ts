import { describe, expect, it, test } from 'vitest';
import {
  type JsonLayout,
  MAX_LAYOUT_DEPTH,
  layOutJson,
  MAX_CHUNK_LENGTH,
} from '../../src-renderer/text/json-layout.ts';
import { initiallyFolded, visibleLines, pathOf } from '../../src-renderer/text/json-view.ts';
import { poisonTexts } from '../doubles/poison-texts.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';

/** Runs all steps. */
function laidOutJson(text: string): JsonLayout | null {
  const steps = layOutJson(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Prints the lines as they are drawn, with two spaces per level. */
function drawn(layout: JsonLayout | null): string | null {
  if (layout === null) return null;
  return layout.lines
    .map(({ depth, key, text, comma, note }) => {
      const remark = note === null ? '' : ` ⟨${note}⟩`;
      return `${'  '.repeat(depth)}${key === null ? '' : `${key}: `}${text}${comma ? ',' : ''}${remark}`;
    })
    .join('\n');
}

describe('a JSON layout', () => {
  it('[PAGE-80] keeps every digit and every escape as received', () => {
    const raw =
      '{"eid":89049032000000000000007458092954,"name":"\\u0041\\"b\\\\","n":1.0e5,"e":{},"l":[ ],"a":[1,{"b":null}]}';
    expect(drawn(laidOutJson(raw))).toBe(
      [
        '{',
        '  "eid": 89049032000000000000007458092954,',
        '  "name": "\\u0041\\"b\\\\",',
        '  "n": 1.0e5,',
        '  "e": {},',
        '  "l": [],',
        '  "a": [',
        '    1,',
        '    {',
        '      "b": null',
        '    }',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  it('[PAGE-80] shows a detailedMessage that is JSON in a string in its place, once', () => {
    const raw = JSON.stringify({ detailedMessage: '{"eid":"8\\u0039","n":1.50}', state: 'FAILED' });
    expect(drawn(laidOutJson(raw))).toBe(
      [
        '{',
        '  "detailedMessage": { ⟨was-text⟩',
        '    "eid": "8\\u0039",',
        '    "n": 1.50',
        '  },',
        '  "state": "FAILED"',
        '}',
      ].join('\n'),
    );
  });

  test.each([
    ['a text', '{"detailedMessage":"Heartbeat"}', '"detailedMessage": "Heartbeat"'],
    ['truncated JSON', '{"detailedMessage":"{\\"a\\":1"}', '"detailedMessage": "{\\"a\\":1"'],
    ['two JSON values', '{"detailedMessage":"{} {}"}', '"detailedMessage": "{} {}"'],
    ['an object', '{"detailedMessage":{}}', '"detailedMessage": {}'],
    ['nested elsewhere', '{"a":{"detailedMessage":"{}"}}', '"detailedMessage": "{}"'],
    ['wrapped twice', '{"detailedMessage":"\\"{}\\""}', '"detailedMessage": "\\"{}\\""'],
  ])('[PAGE-80] leaves a detailedMessage that is %s unchanged', (_, raw, line) => {
    expect(drawn(laidOutJson(raw))).toContain(line);
  });

  test.each([
    '',
    ' ',
    'Heartbeat',
    "{'a':1}",
    '{"a":1}}',
    '[1,]',
    '{"a"}',
    '{"a":1 2}',
    '"a',
    '01',
    '"\u0001"',
    '"\\x"',
    '{,}',
  ])('is null for %j', (text) => {
    expect(laidOutJson(text)).toBeNull();
  });

  test.each(['{', '[', '{"a', '{"a"', '{"a":', '{"a":1', '{"a":"b', '[1,', '[tr', '[{"b":[', '[-', '["\\u00'])(
    'covers the truncated text %j, and is marked as cut',
    (text) => {
      const layout = laidOutJson(text);
      expect(layout?.end).toBe('cut');
      // No line refers beyond the last line.
      expect(layout?.lines.every(({ closedBy }) => closedBy < layout.lines.length)).toBe(true);
    },
  );

  it('equals the output of JSON.stringify for random values', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 300; round += 1) {
      const value = randomValue(random, 4);
      expect(drawn(laidOutJson(JSON.stringify(value)))).toBe(JSON.stringify(value, null, 2));
      // White space between tokens is removed.
      expect(drawn(laidOutJson(JSON.stringify(value, null, '\t ')))).toBe(JSON.stringify(value, null, 2));
    }
  });

  it('splits a long value into lines that can be drawn, never within a character', () => {
    const text = `"${'x'.repeat(MAX_CHUNK_LENGTH - 2)}😀${'y'.repeat(2 * MAX_CHUNK_LENGTH)}"`;
    const lines = laidOutJson(text)?.lines ?? [];
    expect(lines.map(({ kind }) => kind)).toEqual(['value', 'goes-on', 'goes-on', 'goes-on']);
    expect(lines.map((line) => line.text).join('')).toBe(text);
    expect(lines.every((line) => line.text.isWellFormed() && line.text.length <= MAX_CHUNK_LENGTH)).toBe(true);
  });

  it('yields after short steps, so that a long text does not block the page', () => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => ({ [`k${index}`]: index })));
    let steps = 0;
    for (const step of layOutJson(text)) {
      expect(step).toBeUndefined();
      steps += 1;
    }
    expect(steps).toBeGreaterThan(100);
  });
});

const DEEP = 100_000;
describe('a hostile text', () => {
  test.each(poisonTexts)('[PAGE-80] is laid out in bounded lines, each with a path: %s', (_, text) => {
    const layout = laidOutJson(text);
    const lines = layout?.lines ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.text.length <= MAX_CHUNK_LENGTH && line.depth <= MAX_LAYOUT_DEPTH + 1)).toBe(
      true,
    );
    const inView = visibleLines(lines, initiallyFolded(lines));
    for (const index of [0, inView.at(-1) ?? 0, lines.length - 1]) expect(pathOf(lines, index)).toMatch(/^\$/);
  });

  it('[PAGE-80] is shown as received below the deepest level, with a note', () => {
    const text = '['.repeat(DEEP) + ']'.repeat(DEEP);
    const deepest = laidOutJson(text)?.lines.find(({ note }) => note === 'too-deep');
    expect({ depth: deepest?.depth, text: deepest?.text }).toEqual({
      depth: MAX_LAYOUT_DEPTH,
      text: '['.repeat(MAX_CHUNK_LENGTH),
    });
  });
});

describe('folding', () => {
  const resources = Array.from({ length: 30 }, (_, index) => ({ iccid: String(index) }));
  const raw = JSON.stringify({
    detailedMessage: { resources, list: Array.from({ length: 25 }, () => 1), few: [1, 2] },
    a: 1,
  });
  const lines = laidOutJson(raw)?.lines ?? [];
  const view = (folded: ReadonlySet<number>) =>
    visibleLines(lines, folded).map((index) => `${lines[index]?.key ?? ''}${lines[index]?.text ?? ''}`);

  it('starts with long lists folded and the message open', () => {
    expect(view(initiallyFolded(lines))).toEqual([
      '{',
      '"detailedMessage"{',
      '"resources"[',
      '"list"[',
      '"few"[',
      '1',
      '2',
      ']',
      '}',
      '"a"1',
      '}',
    ]);
  });

  it('counts the entries of each node, and hides all of them if the root is folded', () => {
    expect(
      lines
        .filter(({ kind }) => kind === 'opens')
        .map(({ key, entries }) => [key, entries])
        .slice(0, 3),
    ).toEqual([
      [null, 2],
      ['"detailedMessage"', 3],
      ['"resources"', 30],
    ]);
    expect(view(new Set([0]))).toEqual(['{']);
  });
});

describe('the path of a line', () => {
  const raw = JSON.stringify({
    detailedMessage: JSON.stringify({
      localizedProfile: { iccid: '8946' },
      detailedError: [1, [5, 6], { 'odd "name"': [7] }],
    }),
  });
  const lines = laidOutJson(raw)?.lines ?? [];

  test.each([
    ['"iccid"', '$.detailedMessage.localizedProfile.iccid'],
    ['"detailedError"', '$.detailedMessage.detailedError'],
    ['"odd \\"name\\""', '$.detailedMessage.detailedError[2]["odd \\"name\\""]'],
    ['"detailedMessage"', '$.detailedMessage'],
  ])('[EXPORT-21] for %s is %s', (key, path) => {
    expect(
      pathOf(
        lines,
        lines.findIndex((line) => line.key === key),
      ),
    ).toBe(path);
  });

  it('[EXPORT-21] is for a closing line that of its opening line, and for an entry its index', () => {
    expect(lines.map((_, index) => pathOf(lines, index)).slice(-7)).toEqual([
      '$.detailedMessage.detailedError[2]["odd \\"name\\""]',
      '$.detailedMessage.detailedError[2]["odd \\"name\\""][0]',
      '$.detailedMessage.detailedError[2]["odd \\"name\\""]',
      '$.detailedMessage.detailedError[2]',
      '$.detailedMessage.detailedError',
      '$.detailedMessage',
      '$',
    ]);
  });
});

function randomValue(random: (limit: number) => number, depth: number): unknown {
  const count = random(4);
  const inside = () => randomValue(random, depth - 1);
  switch (random(depth === 0 ? 4 : 6)) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return random(1_000_000_000) / 1_000;
    case 3:
      return String.fromCharCode(...Array.from({ length: count * 3 }, () => 1 + random(0x2ff)));
    case 4:
      return Array.from({ length: count }, inside);
    default:
      return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}"${random(1_000)}`, inside()]));
  }
}
