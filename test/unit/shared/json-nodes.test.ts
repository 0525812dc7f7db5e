import { describe, expect, test } from 'vitest';
import { parseJsonNodes, type JsonNode } from '../../../src-shared/lib/json-nodes.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

const texts = [
  '{}',
  ' [ ] ',
  '{"a":1,"a":{"b":[true,false,null]},"":"x"}',
  '[-0, 0.5, 1e400, -1.25E-7, 9007199254740993]',
  String.raw`{"\u0061\n\/\"":"\ud83d\ude00 \ud800"}`,
  '{"__proto__":{"constructor":[[]]}}',
  '"\u2028\u202E"',
  '',
  '{',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '[1,,2]',
  '[1 2]',
  '01',
  '+1',
  '1.',
  '.5',
  'nul',
  'truefalse',
  "{'a':1}",
  '"\n"',
  '"\\x"',
  '"\\u12"',
  '"open',
  '{"a":1}}',
  '\uFEFF{}',
  '\u00A0{}',
];

function valueOf(text: string, node: JsonNode): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ name, value }) => [name, valueOf(text, value)]));
  if (node.kind === 'list') return node.elements.map((element) => valueOf(text, element));
  return node.kind === 'text' ? node.value : JSON.parse(text.slice(node.at, node.end));
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function same(text: string): void {
  const nodes = parseJsonNodes(text);
  const fullTree = parsed(text);
  // Opening fewer levels changes neither what is accepted nor the position of a mistake.
  for (const opened of [0, 1]) {
    const { kind, at } = parseJsonNodes(text, opened);
    expect([text, kind, at]).toEqual([text, nodes.kind, nodes.at]);
  }
  if (nodes.kind === 'mistake') expect([text, fullTree]).toEqual([text, null]);
  else {
    expect([text, valueOf(text, nodes)]).toEqual([text, fullTree?.value]);
    expect(parsed(text.slice(nodes.at, nodes.end))).toEqual(fullTree);
  }
}

describe('[BODY-1] parseJsonNodes accepts exactly what JSON.parse accepts', () => {
  test.each(texts)('for %j', same);

  test('for texts in which a character was changed, removed or added', () => {
    const random = randomNumbers(7);
    const signs = ['{', '}', '[', ']', ',', ':', '"', '\\', '-', '1', 'e', '.', 't', ' ', '\n', '\u0001'];
    for (let round = 0; round < 4_000; round += 1) {
      const text = texts[random(7)] ?? '';
      const at = random(text.length + 1);
      same(text.slice(0, at) + (signs[random(signs.length)] ?? '') + text.slice(at + random(2)));
    }
  });
});

test('parseJsonNodes reports too deep nesting without using the stack', () => {
  expect(parseJsonNodes(`${'['.repeat(65)}${']'.repeat(65)}`)).toMatchObject({ problem: 'too-deep', at: 64 });
  expect(parseJsonNodes('['.repeat(1_000_000))).toMatchObject({ problem: 'too-deep' });
  expect(parseJsonNodes(`${'['.repeat(64)}${']'.repeat(64)}`).kind).toBe('list');
  expect(parseJsonNodes(`"${'\\n'.repeat(1_000_000)}"`)).toMatchObject({ kind: 'text' });
});

test('parseJsonNodes checks levels that it does not open, and returns them as one node', () => {
  const text = '{"a": [ {"b": 1}, 2 ]}';
  expect(parseJsonNodes(text, 1)).toMatchObject({ members: [{ name: 'a', at: 1, end: 21, value: { elements: [] } }] });
  expect(parseJsonNodes('{"a": [ {"b": x} ]}', 1)).toMatchObject({ kind: 'mistake', at: 14, expected: 'a value' });
});
