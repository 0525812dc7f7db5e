import { expect, test } from 'vitest';
import { countryLabel, countryName } from '../../../src-shared/words/country-words.ts';

test.each<readonly [code: string | null, name: string | null, label: string | null]>([
  ['NO', 'Norway', 'Norway'],
  ['CW', 'Curaçao', 'Curaçao'],
  ['CD', 'Congo - Kinshasa', 'Congo - Kinshasa'],
  ['GB', 'United Kingdom', 'United Kingdom'],
  ['XK', 'Kosovo', 'Kosovo'],
  ...['AN', 'SU', 'YU', 'CS', 'DD', 'TP', 'ZR', 'FX', 'BU', 'ZZ', 'EU', 'UK', 'UN', 'IC', 'XA', 'QQ'].map(
    (code) => [code, 'not in ISO 3166-1', `${code} (not in ISO 3166-1)`] as const,
  ),
  ['no', null, null],
  ['Norge', null, null],
  [null, null, null],
])('[DECODE-5] the country %s is called %j, and %j without its code next to it', (code, name, label) => {
  expect([countryName(code), countryLabel(code)]).toEqual([name, label]);
});

test('[DECODE-5] exactly the 249 codes of ISO 3166-1, and XK, have a name', () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  expect(codes.filter((code) => countryName(code) !== 'not in ISO 3166-1')).toHaveLength(250);
});
