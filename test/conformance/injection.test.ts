import { facetFields } from '../../src-shared/domain/event/event-fields.ts';
import { expect, test } from 'vitest';
import { EVERYTHING, type Filter, valueFields } from '../../src-shared/domain/filter/filter.ts';
import { receivedEvent, receivedEvents } from '../doubles/received-events.ts';
import { filledStore } from '../unit/adapters/sqlite/events/temporary-store.ts';

/**
 * Ways out of a quoted text, into another statement, and into the syntax of LIKE, GLOB, FTS5 and regular expressions.
 */
const WAYS_OUT: readonly string[] = [
  "'",
  '"',
  '`',
  ']',
  ')',
  "')",
  '"))',
  "';",
  '";',
  '--',
  '/*',
  '*/',
  ';',
  '\\',
  "\\'",
  '\0',
  "\0'",
  '%',
  '_',
  '*',
  '?',
  '[',
  "' OR '1'='1",
  '" OR ""="',
  "' OR 1=1 --",
  '1 OR 1=1',
  "') OR ('1'='1",
  "x' UNION SELECT sql FROM sqlite_schema --",
  "'; DROP TABLE event; --",
  '"; DROP TABLE event; --',
  "'; DELETE FROM event; --",
  '1; PRAGMA writable_schema=1',
  "'; ATTACH 'x' AS y; --",
  "' || (SELECT value FROM meta) || '",
  "' AND load_extension('x') --",
  'char(39)',
  '0x27',
  "' COLLATE NOCASE --",
  'LIMIT 0',
  'a AND b',
  'a OR b',
  'a NOT b',
  'NEAR(a b)',
  'raw:a',
  '{a b} : c',
  '^a',
  'a*',
  '"a" + "b"',
  '-a',
  'a : b',
  '(a',
  '^(a+)+$',
  '(.*)*x',
  '[a-z',
  '\\d+',
  '(?<=a)b',
  '$(id)',
  '${a}',
  '{{a}}',
  '<script>',
  'null',
  'undefined',
  'NaN',
  'true',
];

/** Two full blocks, and a block that is not full. */
const EVENTS = 130;

test("[SAFE-31] a filter's text is only a value, in every field", () => {
  const { reader, database } = filledStore(receivedEvents(1, EVENTS), { batchMs: Infinity });
  const countOf = (filter: Filter) => reader.count({ filter, after: 0, to: EVENTS }).count;
  const tables = () =>
    database.prepare("SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table'").pluck().get();
  const before = tables();
  expect(WAYS_OUT.length).toBeGreaterThanOrEqual(60);
  const found = WAYS_OUT.flatMap((value) =>
    valueFields.map((field) => {
      const filter = (negated: boolean): Filter => ({ terms: [{ kind: 'value', field, values: [value], negated }] });
      return countOf(filter(false)) + countOf(filter(true));
    }),
  );
  // An event matches or does not, so none is lost and none is counted twice.
  expect(new Set(found)).toEqual(new Set([EVENTS]));
  expect({ left: countOf(EVERYTHING), tables: tables() }).toEqual({ left: EVENTS, tables: before });
});

test('[SAFE-31] a text that looks like a query is found only where it was received', () => {
  const events = WAYS_OUT.map((data, index) =>
    receivedEvent(index + 1, { data: JSON.stringify({ note: `<<${data}>>` }) }),
  );
  const { reader } = filledStore(events, { batchMs: Infinity });
  const found = WAYS_OUT.map((value) => {
    const filter: Filter = { terms: [{ kind: 'text', values: [`<<${value}>>`], negated: false }] };
    return reader.summaries({ filter, direction: 'newer', from: 0, limit: 500 }).rows.map(({ seq }) => seq);
  });
  expect(found).toEqual(WAYS_OUT.map((_, index) => [index + 1]));
});

test('[SAFE-31] names of object properties such as __proto__ are ordinary values', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
  const events = names.map((name, index) =>
    receivedEvent(index + 1, {
      kind: name,
      data: `{"operation":"${name}","state":"${name}","principal":"${name}","__proto__":{"polluted":1},"detailedMessage":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"eid":"89049032000000000000898242162626"}}`,
    }),
  );
  const { reader } = filledStore(events, { batchMs: Infinity });
  const { fields } = reader.facets({ filter: EVERYTHING, after: 0, to: names.length, fields: [...facetFields] });
  const values = (of: string) =>
    new Map(fields.find(({ field }) => field === of)?.values.map(({ value, count }) => [value, count]));
  const once = new Map(names.map((name) => [name, 1]));
  expect({ kind: values('kind'), operation: values('operation'), state: values('state') }).toEqual({
    kind: once,
    operation: once,
    state: once,
  });
  const { groups } = reader.groups({ filter: EVERYTHING, after: 0, to: names.length, by: ['kind'], edges: null });
  expect(new Set(groups.map(({ values: [value] }) => value))).toEqual(new Set(names));
  expect([Reflect.get({}, 'polluted'), Object.keys(Object.prototype)]).toEqual([undefined, []]);
});
