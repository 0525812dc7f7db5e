import { describe, expect, test } from 'vitest';
import {
  identifiersOfItem,
  type ItemField,
  itemFields,
  subscriptionIdOf,
} from '../../../src-shared/service/subscription-item.ts';

const field = (name: string, value: string, kind: ItemField['kind'] = 'text', isDocumented = false): ItemField => ({
  name,
  value,
  kind,
  isDocumented,
});

test('[QUERY-1] reads nested, dotted and flat items as the same fields', () => {
  const expected = [
    field('iotSubscriptionId', 'sub-1', 'text', true),
    field('state', 'ACTIVE'),
    field('plan.price', '9007199254740993.10', 'number'),
    field('tags', '[ "a" ]', 'json'),
    field('gone', 'null', 'null'),
    field('live', 'true', 'boolean'),
  ];
  const rest = '"tags": [ "a" ], "gone": null, "live": true';
  const nested = `{"iotSubscription": {"iotSubscriptionId": "sub-1", "state": "ACTIVE", "plan": {"price": 9007199254740993.10}, ${rest}}}`;
  const flat = `{"iotSubscriptionId": "sub-1", "state": "ACTIVE", "plan": {"price": 9007199254740993.10}, ${rest}}`;
  const dotted = flat.replaceAll(/"(\w+)": /g, (match, name: string) =>
    name === 'price' ? match : `"iotSubscription.${name}": `,
  );
  for (const text of [nested, flat, dotted]) expect(itemFields(text)).toEqual(expected);
});

describe('[QUERY-1] repeated fields of an item are all kept', () => {
  test.each<[string, readonly ItemField[]]>([
    ['{"iotSubscription":{"x":"1"},"x":"1"}', [field('x', '1')]],
    [
      '{"iotSubscription":{"x":"1"},"x":1,"iotSubscription.x":"3"}',
      [field('x', '1'), field('x (2)', '1', 'number'), field('x (3)', '3')],
    ],
    ['{"a":"1","a":"2"}', [field('a', '1'), field('a (2)', '2')]],
    [
      '{"a (2)":"0","a":"1","A":"2","a":"3"}',
      [field('a (2)', '0'), field('a', '1'), field('A', '2'), field('a (3)', '3')],
    ],
    ['{"iotSubscription":"x"}', [field('iotSubscription', 'x')]],
    ['{"iotSubscription":{}}', [field('iotSubscription', '{}', 'json')]],
    ['{"__proto__":{"constructor":"x"}}', [field('__proto__.constructor', 'x')]],
    ['"whole"', [field('item', 'whole')]],
    ['[1]', [field('item', '[1]', 'json')]],
    ['{broken', [field('item', '{broken', 'json')]],
    ['{}', []],
  ])('in %s', (text, fields) => expect(itemFields(text)).toEqual(fields));
});

test('limits the number and length of fields; the text of the item is unchanged', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, at])));
  expect(itemFields(many)).toHaveLength(256);
  const [long] = itemFields(JSON.stringify({ ['n'.repeat(999)]: 'v'.repeat(9_999) }));
  expect([long?.name.length, long?.value.length, long?.value.at(-1)]).toEqual([256, 4_096, '…']);
});

test.each<[string, string | null]>([
  ['{"iotSubscription":{"iotSubscriptionId":"sub-1"}}', 'sub-1'],
  ['{"iotSubscriptionId":9007199254740993}', '9007199254740993'],
  ['{"iotSubscriptionId":" "}', null],
  ['{"iotSubscriptionId":null}', null],
  ['{"iotSubscriptionId":["sub-1"]}', null],
  ['{"id":"sub-1"}', null],
])('[QUERY-1] reads the id of a row only from the documented field: %s', (text, id) => {
  expect(subscriptionIdOf(itemFields(text))).toBe(id);
});

test('[QUERY-1] reads the id at any position, and never one that was shortened', () => {
  const many = Array.from({ length: 300 }, (_, at) => `"f${at}":${at}`).join(',');
  expect(subscriptionIdOf(itemFields(`{${many},"iotSubscription":{"iotSubscriptionId":"sub-1"}}`))).toBe('sub-1');
  expect(subscriptionIdOf(itemFields(`{"iotSubscriptionId":"${'x'.repeat(5_000)}"}`))).toBeNull();
});

test('[QUERY-31] returns identifiers that events may name, but no values that many subscriptions share', () => {
  const text = JSON.stringify({
    iccid: '8946000000000000003',
    iotSubscriptionId: 'sub-1',
    subscriptionType: '12345678901234',
    domainId: '12345678901234567890',
    lastModifiedAt: '2026-11-20T00:00:00.000Z',
    profiles: [{ eid: '89049032000000000000000000000001' }, { msisdn: '+46700000001' }],
    line: { msisdn: 46_700_000_002 },
    count: 12_345_678_901_234,
    resource: 'c1f7a5a0-1111-4222-8333-944445555566',
    imsi: '',
  });
  expect(identifiersOfItem(itemFields(text))).toEqual([
    'sub-1',
    '8946000000000000003',
    '89049032000000000000000000000001',
    '+46700000001',
    '46700000002',
    'c1f7a5a0-1111-4222-8333-944445555566',
  ]);
});

test('[QUERY-1] returns no id that cannot be stored unchanged, so that no two subscriptions have the same one', () => {
  const idOf = (id: string) => subscriptionIdOf(itemFields(`{"iotSubscriptionId":"${id}"}`));
  expect(['\\u0000', 'A', 'a', ' a', '\\ud83d\\ude00'].map(idOf)).toEqual(['\u0000', 'A', 'a', ' a', '😀']);
  expect([idOf('a\\ud800'), idOf('a\\udfff')]).toEqual([null, null]);
});
