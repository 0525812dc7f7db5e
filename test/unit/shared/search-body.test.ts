import { describe, expect, test } from 'vitest';
import { parseJsonNodes } from '../../../src-shared/lib/json-nodes.ts';
import {
  refusedParts,
  changeSearchBody,
  MAX_BODY_LENGTH,
  parseSearchBody,
  type SearchParts,
  type UndocumentedPart,
  withPageToken,
} from '../../../src-shared/service/search-body.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

const between =
  '{ "fields": ["iotSubscription.lastModifiedAt"], "type": "between", "values": { "min": "a", "max": "b" } }';
const nothing: SearchParts = {
  changed: null,
  otherFilters: 0,
  sortBy: [],
  limit: null,
  returnFields: null,
  others: [],
};

function read(text: string) {
  const body = parseSearchBody(text);
  if (body.kind === 'mistake') throw new Error(`${body.problem} in ${text}`);
  return body;
}

describe('the parts of a body that a form shows', () => {
  test.each<[string, Partial<SearchParts>]>([
    ['{}', {}],
    [`{"filters": [${between}]}`, { changed: { min: 'a', max: 'b' } }],
    [`{"filters": [{"type":"equals"}, ${between}, ${between}]}`, { changed: { min: 'a', max: 'b' }, otherFilters: 2 }],
    [`{"filters": [${between.replace('"min": "a", ', '')}]}`, { otherFilters: 1 }],
    [`{"filters": [${between.replace('"type"', '"not": true, "type"')}]}`, { otherFilters: 1 }],
    [`{"filters": [${between.replace('lastModifiedAt', 'createdAt')}]}`, { otherFilters: 1 }],
    [
      '{"filters": {}, "limit": "5", "sortBy": null, "returnFields": 1}',
      { others: ['filters', 'limit', 'sortBy', 'returnFields'] },
    ],
    [
      '{"sortBy": [{"field":"f","direction":"desc"}, "x"], "limit": 1e2, "returnFields": ["a", 1], "extra": 1}',
      {
        sortBy: [{ field: 'f', direction: 'desc' }],
        limit: 100,
        returnFields: ['a'],
        others: ['sortBy', 'returnFields', 'extra'],
      },
    ],
    ['{"limit": 1e999, "__proto__": {"limit": 4}}', { others: ['limit', '__proto__'] }],
  ])('for %s', (text, parts) => expect(read(text).parts).toEqual({ ...nothing, ...parts }));
});

describe('[BODY-2] undocumented parts of a body are reported with their position', () => {
  const text = `{
  "filters": [{ "fields": ["iotSubscription.state"], "type": "equals", "value": 1 }, ${between.replace('"max"', '"step": 1, "max"')}],
  "sortBy": [{ "field": "iotSubscription.lastModifiedAt", "direction": "desc", "nulls": "last" }],
  "returnFields": ["iotSubscription.domainId", "iotSubscription.eid"],
  "strange" : 1
}`;
  test('and documented parts are not', () => {
    expect(
      read(text).undocumented.map(({ kind, name, path, at, length }) => [
        kind,
        name,
        path.join(' '),
        text.slice(at, at + length),
      ]),
    ).toEqual([
      ['filter-field', 'iotSubscription.state', 'filters 0 fields 0', '"iotSubscription.state"'],
      ['filter-type', 'equals', 'filters 0 type', '"equals"'],
      ['property', 'value', 'filters 0 value', '"value"'],
      ['property', 'step', 'filters 1 values step', '"step"'],
      ['sort-field', 'iotSubscription.lastModifiedAt', 'sortBy 0 field', '"iotSubscription.lastModifiedAt"'],
      ['sort-direction', 'desc', 'sortBy 0 direction', '"desc"'],
      ['property', 'nulls', 'sortBy 0 nulls', '"nulls"'],
      ['return-field', 'iotSubscription.eid', 'returnFields 1', '"iotSubscription.eid"'],
      ['property', 'strange', 'strange', '"strange"'],
    ]);
  });
});

describe('[BODY-1] a mistake has a position and is never sent', () => {
  test.each<[string, object]>([
    ['', { problem: 'not-json', at: 0, length: 0, detail: 'expected a value' }],
    ['{"limit": 5,}', { problem: 'not-json', at: 12, length: 1, detail: 'expected a name in quotation marks' }],
    ['{"limit": 5', { problem: 'not-json', at: 11, length: 0, detail: 'expected a comma or }' }],
    [' [1]', { problem: 'not-an-object', at: 1, length: 3 }],
    ['{"limit": 5, "after" : null}', { problem: 'after', at: 13, length: 7, detail: 'after' }],
    [String.raw`{"limit": 5, "lim\u0069t": 6}`, { problem: 'twice', at: 13, length: 12, detail: 'limit' }],
    [`{"a": ${'['.repeat(64)}${']'.repeat(64)}}`, { problem: 'too-deep', at: 69, length: 1 }],
    [`{"a": "${'x'.repeat(MAX_BODY_LENGTH)}"}`, { problem: 'too-long', at: MAX_BODY_LENGTH, length: 9 }],
  ])('in %.40s', (text, mistake) => {
    expect(parseSearchBody(text)).toEqual({ kind: 'mistake', ...mistake });
    expect(changeSearchBody(text, { limit: 7, changed: { min: 'a', max: 'b' } })).toBe(text);
  });
});

describe('a change by the form', () => {
  test('lays out an empty body for people', () => {
    let text = changeSearchBody('{}', { changed: { min: 'a', max: 'b' } });
    text = changeSearchBody(text, { sortBy: [{ field: 'f', direction: 'asc' }], returnFields: ['x', 'y'], limit: 5 });
    expect(text).toBe(`{
  "filters": [${between}],
  "sortBy": [{ "direction": "asc", "field": "f" }],
  "returnFields": ["x", "y"],
  "limit": 5
}`);
    const none = { changed: null, sortBy: [], returnFields: null, limit: null };
    expect(changeSearchBody(text, none)).toBe('{}');
  });

  test.each<[string, Parameters<typeof changeSearchBody>[1], string]>([
    [
      '{"a":9007199254740993,"limit":1.0,"b":"\\u0041"}',
      { limit: 2 },
      '{"a":9007199254740993,"limit":2,"b":"\\u0041"}',
    ],
    ['{"limit":1.0}', { limit: 1 }, '{"limit":1.0}'],
    ['{"limit":1, "a":2}', { limit: null }, '{"a":2}'],
    ['{"a":2 , "limit":1}', { limit: null }, '{"a":2}'],
    ['{"limit":"x"}', { limit: 3 }, '{"limit":"x"}'],
    ['{"filters":{"or":[]}}', { changed: { min: 'a', max: 'b' } }, '{"filters":{"or":[]}}'],
    [
      `{"filters":[{"type":"equals"},${between}]}`,
      { changed: { min: 'a', max: 'c' } },
      `{"filters":[{"type":"equals"},${between.replace('"b"', '"c"')}]}`,
    ],
    [`{"filters":[{"type":"equals"},${between}]}`, { changed: null }, '{"filters":[{"type":"equals"}]}'],
    [
      '{"sortBy":[{"field":"f","direction":"asc","nulls":"last"},7,{"field":"g","direction":"asc"}]}',
      {
        sortBy: [
          { field: 'g', direction: 'asc' },
          { field: 'f', direction: 'desc' },
        ],
      },
      '{"sortBy":[{"field":"g","direction":"asc"},{"field":"f","direction":"desc","nulls":"last"},7]}',
    ],
    ['{"sortBy":[7]}', { sortBy: [] }, '{"sortBy":[7]}'],
    ['{"returnFields":["a",7]}', { returnFields: null }, '{"returnFields":[7]}'],
    [
      '{\n  "returnFields": [\n    "a"\n  ]\n}',
      { returnFields: ['a', 'b'] },
      '{\n  "returnFields": [\n    "a",\n    "b"\n  ]\n}',
    ],
  ])('keeps the other text of %s', (text, change, changed) => expect(changeSearchBody(text, change)).toBe(changed));

  test('[BODY-1] shows the new value and keeps all other text, whatever the body contains', () => {
    const random = randomNumbers(11);
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
    const memberWriters = [
      () =>
        `"filters":[${Array.from({ length: random(4) }, () => pick([between, '{"type":"equals"}', '7'])).join(pick([',', ' , ']))}]`,
      () =>
        `"sortBy" : [${pick(['', '{"field":"f","direction":"asc"}', '{"direction":"desc","field":"g","x":1}, {}'])}]`,
      () => `"limit": ${pick(['1', '-2.50', '"many"'])}`,
      () => `"returnFields":\n ${pick(['[]', '["a", "b"]', '[1,"a"]', 'null'])}`,
      () => '"more":9007199254740993',
      () => '"__proto__":{"limit":[1.50,"\\u0041"]}',
    ];
    const changes: Parameters<typeof changeSearchBody>[1][] = [
      { changed: { min: 'x', max: 'y"\\' } },
      { changed: null },
      { limit: 40 },
      { limit: null },
      {
        sortBy: [
          { field: 'g', direction: 'asc' },
          { field: 'f', direction: 'asc' },
        ],
      },
      { sortBy: [] },
      { returnFields: ['b', 'c'] },
      { returnFields: null },
    ];
    for (let round = 0; round < 2_000; round += 1) {
      const chosen = memberWriters.filter(() => random(2) === 0).toSorted(() => random(3) - 1);
      const text = `{${pick(['', '\n  '])}${chosen.map((writeMember) => writeMember()).join(pick([',', ',\n  ']))}}`;
      const change = pick(changes);
      const changed = changeSearchBody(text, change);
      const [name = 'limit'] = Object.keys(change) as (keyof typeof change)[];
      const mine = name === 'changed' ? 'filters' : name;
      const present = (JSON.parse(text) as Record<string, unknown>)[mine];
      for (const other of Object.keys(JSON.parse(text) as object).filter((each) => each !== mine))
        expect([text, written(changed, other)]).toEqual([text, written(text, other)]);
      if (present !== undefined && (mine === 'limit' ? typeof present !== 'number' : !Array.isArray(present)))
        expect(changed).toBe(text);
      else expect([text, read(changed).parts[name]]).toEqual([text, expectedBody(change, name, text, present)]);
      const unshown = (each: unknown) => typeof each === 'number' || /equals|^{}$/.test(JSON.stringify(each));
      const left = (body: string) => [(JSON.parse(body) as Record<string, unknown>)[mine] ?? []].flat().filter(unshown);
      if (mine !== 'limit') expect([text, left(changed)]).toEqual([text, left(text)]);
    }
  });
});

/**
 * Returns the expected value: a second documented filter replaces the removed first one, and entries that are no field
 * names stay in their list.
 */
function expectedBody(
  change: Partial<SearchParts>,
  name: keyof SearchParts,
  text: string,
  present: unknown,
): SearchParts[keyof SearchParts] | undefined {
  if (name === 'changed' && change.changed === null && text.split(between).length > 2) return { min: 'a', max: 'b' };
  const isMixed = Array.isArray(present) && present.some((each) => typeof each !== 'string');
  return name === 'returnFields' && change.returnFields === null && isMixed ? [] : change[name];
}

function written(text: string, name: string): string {
  const body = parseJsonNodes(text);
  const value = body.kind === 'object' ? body.members.find((member) => member.name === name)?.value : undefined;
  return value === undefined ? '' : text.slice(value.at, value.end);
}

test('[BODY-1] the page token is inserted without changing other text', () => {
  const text = '{ "limit" : 1.0e1,\n  "x": {"__proto__": 9007199254740993, "x": "\\u2028"} }';
  const token = 'a"\\\n+/=\u2028';
  const sent = withPageToken(text, token);
  expect(JSON.parse(sent)).toEqual({ ...(JSON.parse(text) as object), after: token });
  expect(sent.replace(/,\s*"after": "(?:[^"\\]|\\.)*"/, '')).toBe(text);
  expect(JSON.parse(withPageToken('{}', token))).toEqual({ after: token });
});

describe('[BODY-2] the parts that a refusal blames', () => {
  const part = (kind: UndocumentedPart['kind'], name: string): UndocumentedPart => ({
    kind,
    name,
    path: [],
    at: 0,
    length: 1,
  });
  const desc = part('sort-direction', 'desc');
  const state = part('filter-field', 'iotSubscription.state');
  const eq = part('filter-type', 'eq');
  test.each<[string, readonly UndocumentedPart[], string, readonly UndocumentedPart[]]>([
    ['the only undocumented part', [desc], '{"error":"bad_request"}', [desc]],
    ['none of several that it does not name', [desc, eq], 'bad request', []],
    ['the one that it names', [desc, state], 'unknown field IOTSUBSCRIPTION.STATE', [state]],
    ['not a name within a word', [eq, desc], 'the request has no equality', []],
    [
      'what it quotes, not its list of known names',
      [state, eq],
      String.raw`{"m":"\"eq\": known are iotSubscription.state"}`,
      [eq],
    ],
    [
      'not the documented field that it expects',
      [eq, part('sort-field', 'iotSubscription.lastModifiedAt')],
      'this service filters by iotSubscription.lastModifiedAt only',
      [],
    ],
    ['none if all parts are documented', [], '"desc"', []],
  ])('are %s', (_, parts, response, blamed) => expect(refusedParts(parts, response)).toEqual(blamed));

  const { undocumented } = read(
    `{"filters": [{"fields": ["iotSubscription.state"], "type": "eq"}, {"fields": ["x"], "type": "gt", "Size": 1}],
      "sortBy": [{"field": "iotSubscription.lastModifiedAt", "direction": "desc"}], "returnFields": ["x"]}`,
  );
  test.each<[answer: string, blamed: readonly string[]]>([
    ['filters.0.type: this service knows the filter type "between" only', ['filters 0 type']],
    ['filters.0.fields.0: this service filters by iotSubscription.lastModifiedAt only', ['filters 0 fields 0']],
    ['{"field":"filters[1].type"}', ['filters 1 type']],
    ['{"pointer":"/filters/0/type"}', ['filters 0 type']],
    ['body/filters/0/type must be equal to constant', ['filters 0 type']],
    ['wrong: $.filters[0].type.', ['filters 0 type']],
    [String.raw`{"pointer":"\/filters\/0\/type"}`, ['filters 0 type']],
    ['Filters[1].Size is unknown', ['filters 1 Size']],
    ['filters.0.type, filters.1.type: not known', ['filters 0 type', 'filters 1 type']],
    ['sortBy[0].field: no "desc"', ['sortBy 0 field']],
    ['sortBy.0.field: fields are iotSubscription.state', ['sortBy 0 field']],
    ['"x" is not known at returnFields[0]', ['returnFields 0']],
    ['filters.0.type.name is missing', []],
    ['filters.0.types, filters.0.type[0], oldfilters.0.type, filters.10.type', []],
    ['the type is wrong', []],
  ])('are at the path that it names: %s', (response, blamed) => {
    expect(refusedParts(undocumented, response).map(({ path }) => path.join(' '))).toEqual(blamed);
  });
});
