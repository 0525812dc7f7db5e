import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DECODER_VERSION } from '../../../src-shared/domain/event/decode-event.ts';
import { decodedEventSchema } from '../../../src-shared/domain/event/event.ts';
import { filterFields, isOtherField } from '../../../src-shared/domain/filter/filter.ts';

test.each(filterFields)('docs/filter.md explains the field %s', (field) => {
  const explained = isOtherField(field) ? new RegExp(`\`${field}:`) : new RegExp(`^\\| \`${field}\` `, 'm');
  expect(readFileSync('docs/filter.md', 'utf8'), `docs/filter.md says nothing about ${field}`).toMatch(explained);
});

/** With a new version, stored events are decoded again and get their value of the new field. */
test('a new field of decoded events comes with a new DECODER_VERSION', () => {
  expect([DECODER_VERSION, ...Object.keys(decodedEventSchema.shape).toSorted()].join(' ')).toBe(
    '2 countryCode createdAt createdDateTime eid errorCode errorCodes errorTypes failedCount iccid marks operation ' +
      'outcome principal requestId resourceCount state',
  );
});
