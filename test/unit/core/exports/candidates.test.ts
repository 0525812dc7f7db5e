import { describe, expect, test } from 'vitest';
import { Mask } from '../../../../src-main/core/exports/masked-text.ts';
import { maskedFields } from '../../../../src-shared/domain/event/masked-fields.ts';
import { personalValuesOf } from '../../../../src-shared/service/personal-values.ts';
import { EID, ICCID } from '../../../doubles/documented-events.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { rounds } from '../../../support/breadth.ts';

const VALUES = ['Acme Europe', 'noc', '25', '3M', 'ann@example.com', '240011234567890', '+46701234567', '123-456'];
const PARTS = [
  'Acme',
  'europe',
  'ACME  Europe',
  'acme/europe',
  'Acmé',
  'noc',
  'nocturnal',
  '25',
  '125',
  '3m',
  'ann at example',
  'ann@example.com',
  'Ann_Example_Com',
  '240011234567890',
  '2400 112-345.678 90',
  '24001',
  '123456',
  '12 34 56',
  '+46 70 123 45 67',
  '0046701234567',
  '0-0-4-6-701234567',
  '46701234567',
  '+  49 89 1234567',
  '0',
  '00',
  '8',
  '2026-10-01T00:00:00.123Z',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  EID,
  ICCID,
  '1234:5678',
  '12+34567890',
  'state',
  'failed',
  'within',
  'the',
  'roaming',
  'x',
  '&',
  '%20',
  '\\',
  '"',
  ',',
  '    ',
  '-',
  '/',
  '(',
  ')',
  '~',
];

describe('the first look at a text', () => {
  test('[EXPORT-5] skips no text in which something must be masked', () => {
    const below = randomNumbers(3);
    const oneOf = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    // A sign beyond ASCII makes it look closer, and is not masked itself.
    const CLOSER = ' …';
    const skipped: string[] = [];
    let changed = 0;
    for (let round = 0; round < rounds({ usual: 2_000, thorough: 50_000 }); round += 1) {
      const fields = maskedFields.filter(() => below(2) === 0);
      const known = VALUES.filter(() => below(3) === 0);
      const mask = new Mask(known, { fields, keep: oneOf([[], [EID], [EID, ICCID]]), allowedWords: ['roaming'] });
      const text = Array.from({ length: 1 + below(3) }, () => oneOf(PARTS)).join(oneOf(['', ' ', ' ', '-']));
      for (const segments of ['segments', 'codeSegments', 'sentenceSegments'] as const) {
        const masked = (of: string) =>
          mask[segments](of)
            .map((segment) => segment.text)
            .join('');
        if (`${masked(text)}${CLOSER}` !== masked(`${text}${CLOSER}`)) skipped.push(`${segments} of ${text}`);
        changed += Number(masked(text) !== text);
      }
    }
    expect(skipped).toEqual([]);
    expect(changed).toBeGreaterThan(0);
  });

  test('[EXPORT-5] skips no text in which a value would stay readable across its parts', () => {
    const mask = new Mask(['Acme Europe', '240011234567890']);
    const raws = [
      '{"a":"Acme","Europe":1}',
      '{"a":"Acme"  ,  "b":1}',
      '{"a":["24001123","4567890"]}',
      '{"a":[24001,1]}',
    ];
    expect(raws.map((raw) => mask.completeJson(raw))).toEqual([null, raws[1], null, raws[3]]);
  });

  test('[EXPORT-5] masks an invisible sign after a value, and keeps one before it', () =>
    expect(new Mask(['\u2066noc\u2069']).text('\u2066noc\u2069')).toBe('\u2066********'));

  test('[EXPORT-5] masks a sentence after an entity that is named like a property of every object', () =>
    expect(new Mask(['Acme']).text('&constructor; &toString; of Acme')).toBe('&constructor; &toString; of ********'));

  test.each([
    ['{"imsi":123456789012345678,"at":"08:00:00.123"}', ['123456789012345678']],
    ['{"imsi" : 1.50}', ['1.50']],
    ['{"at":"08:00:00.123","imsi":240011234567890}', ['240011234567890']],
  ])('[EXPORT-5] knows every digit of a number: %s', (raw, imsi) =>
    expect(personalValuesOf(raw)).toMatchObject({ imsi }),
  );
});
