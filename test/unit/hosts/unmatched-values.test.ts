import { PassThrough } from 'node:stream';
import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import { expect, test } from 'vitest';
import type { EventReader } from '../../../src-main/core/ports/event-store.ts';
import { reportUnmatchedValues, unmatchedValueWords } from '../../../src-main/hosts/cli/events/unmatched-values.ts';
import { parseFilter } from '../../../src-shared/domain/filter/filter-text.ts';

const STORED: Partial<Record<FacetField, [string | null, number][]>> = {
  code: [
    ['CMP-1', 2],
    ['70', 5],
    [null, 9],
  ],
  country: Array.from({ length: 15 }, (_, index) => [`C${index}`, index]),
  kind: [['LOCALIZATION', 1]],
};

/** Answers in two batches. The second has each value with the count 0. */
const reader: Pick<EventReader, 'facets'> = {
  async facets({ fields, to }) {
    const values = (field: FacetField) =>
      STORED[field]?.map(([value, count]) => ({ value, count: to > 5 ? count : 0 })) ?? [];
    return { count: 0, fields: fields.map((field) => ({ field, values: values(field) })), next: to > 5 ? 5 : null };
  },
};

function filterOf(query: string) {
  const parsed = parseFilter(query);
  if (parsed.kind === 'mistake') throw new Error(query);
  return parsed.filter;
}

const words = (query: string) => unmatchedValueWords(reader, filterOf(query));

test.each<[query: string, words: string[]]>([
  ['', []],
  ['code:70 -code:FOO eid:8904 text:FOO', []],
  ['code:FOO,70', ['No stored event has code FOO. Stored values: 70, CMP-1.']],
  ['state:X', ['No stored event has state X. No stored event has a state.']],
  [
    'country:SE kind:CMP_EVENT',
    [
      'No stored event has country SE. Stored values: C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3 and 3 more.',
      'No stored event has kind CMP_EVENT. Stored values: LOCALIZATION.',
    ],
  ],
])(
  '[CLI-8] a value that no stored event has is reported with those that exist, the most frequent first: %j',
  async (query, expected) => expect(await words(query)).toEqual(expected),
);

test('[FILTER-8] if nothing is found, the identifiers that were searched for are reported', async () => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const filter = filterOf('eid:8904-9032-0000 -imsi:2400 msisdn:+46700008000 request:e\u0301e\u0301 country:C1');
  await reportUnmatchedValues({ stderr }, reader, filter, true);
  expect(stderr.read()).toBeNull();
  await reportUnmatchedValues({ stderr }, reader, filter, false);
  expect(stderr.read()).toBe(
    'watchfloor: Nothing was found. Searched for eid 8904-9032-0000 or 890490320000.\n' +
      'watchfloor: Nothing was found. Searched for msisdn +46700008000 or 46700008000.\n' +
      'watchfloor: Nothing was found. Searched for request éé.\n',
  );
});
