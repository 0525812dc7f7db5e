import type { FacetField } from '../../../src-shared/domain/event/event-fields.ts';
import { expect, test } from 'vitest';
import type { EventReader } from '../../../src-main/core/ports/event-store.ts';
import { unmatchedValueWords } from '../../../src-main/hosts/cli/events/unmatched-values.ts';
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

function words(query: string) {
  const parsed = parseFilter(query);
  if (parsed.kind === 'mistake') throw new Error(query);
  return unmatchedValueWords(reader, parsed.filter);
}

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
  '[CLI-21] a value that no stored event has is reported with those that exist, the most frequent first: %j',
  async (query, expected) => expect(await words(query)).toEqual(expected),
);
