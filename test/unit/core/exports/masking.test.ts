import { describe, expect, test } from 'vitest';
import { eventLines } from '../../../../src-main/core/exports/event-lines.ts';
import type { MaskedSegment } from '../../../../src-main/core/exports/edits.ts';
import { Mask } from '../../../../src-main/core/exports/masked-text.ts';
import { maskedEvent, maskedItem } from '../../../../src-main/core/exports/masking.ts';
import { decodedFacets } from '../../../../src-shared/domain/event/event-fields.ts';
import { maskedFields, DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { decodeEvent } from '../../../../src-shared/domain/event/decode-event.ts';
import { type StoredEvent, storedEventSchema } from '../../../../src-shared/domain/event/event.ts';
import { personalValuesOf } from '../../../../src-shared/service/personal-values.ts';
import { envelope, localizedMessage, requestMessage } from '../../../doubles/documented-events.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { requestText } from '../../../doubles/request-texts.ts';
import { poisonTexts } from '../../../doubles/poison-texts.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { rounds } from '../../../support/breadth.ts';

const textOf = (segments: readonly MaskedSegment[]) => segments.map(({ text }) => text).join('');

function stored(raw: string, kind = 'CMP_EVENT'): StoredEvent {
  return { ...summaryOf(1), ...decodeEvent({ kind, data: raw }), kind, raw, whole: null };
}

function lineOf(raw: string, format: 'jsonl' | 'csv' = 'jsonl'): string {
  return eventLines(format, { fields: null, mask: maskedFields, cells: 'verbatim' }).line(stored(raw));
}

/** Returns, in lower case, the text after each level of unescaping. */
function readings(text: string): string[] {
  const levels = [text];
  for (let level = 0; level < 6; level += 1) {
    const last = levels.at(-1) ?? '';
    const next = last.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g, (_, hex: string | undefined, sign: string) =>
      hex === undefined ? sign : String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === last) break;
    levels.push(next);
  }
  return levels.map((level) => level.toLowerCase());
}

describe('masking', () => {
  test.each([
    [['company'], ['********', 'Olivia Berg']],
    [['user'], ['Nordwind Logistics', '********']],
  ] as const)('a mask of %j leaves the other names of a request readable', (fields, shown) => {
    const raw = requestText({ message: { companyName: 'Nordwind Logistics', createdBy: 'Olivia Berg' } });
    const { company, createdBy } = maskedEvent(stored(raw), fields);
    expect([company, createdBy]).toEqual(shown);
  });

  test.each<[what: string, values: string[], text: string, masked: string]>([
    ['a value of a field', ['240071234'], '{"imsi":"240071234"}', '{"imsi":"********"}'],
    ['a name in a sentence', ['Acme'], '{"m":"of ACME, and acme\'s"}', '{"m":"of ********, and ********\'s"}'],
    ['a number as a JSON string', ['240071234'], '{"imsi": 240071234 }', '{"imsi": "********" }'],
    ['a name of a field', ['240071234'], '{"240071234":{}}', '{"********":{}}'],
    ['a value that is written with escapes', ['Åcme "A"'], String.raw`{"c":"\u00c5cme \"A\""}`, '{"c":"********"}'],
    [
      'a value in a message in a string, with its escapes',
      ['Åcme "A"', '24007'],
      JSON.stringify({ m: String.raw`{"c":"\u00C5cme \"A\"","imsi":24007}` }),
      JSON.stringify({ m: '{"c":"********","imsi":"********"}' }),
    ],
    ['a longer name that begins with another one', ['Acme', 'Acme Europe'], '{"c":"Acme Europe"}', '{"c":"********"}'],
    ['names that overlap', ['abcdef', 'defghi'], '{"c":"abcdefghi"}', '{"c":"********"}'],
    [
      'a short name only where it is a separate word',
      ['noc'],
      '{"by":"noc","k":"nocturnal"}',
      '{"by":"********","k":"nocturnal"}',
    ],
    ['nothing for a placeholder such as "-"', ['-', '…'], '{"operation":"-"}', '{"operation":"-"}'],
    ['a name with either form of sigma', ['ΟΔΟΣ'], '{"c":"οδος οδοσ ΟΔΟΣ"}', '{"c":"******** ******** ********"}'],
    ['no part of an escape sequence', ['u00e9'], String.raw`{"c":"\u00e9 u00e9"}`, String.raw`{"c":"\u00e9 ********"}`],
    ['letters that change their length in lower case', ['İstanbul'], '{"c":"in İstanbul"}', '{"c":"in ********"}'],
  ])('[EXPORT-5] masks %s', (_what, values, text, masked) =>
    expect(textOf(new Mask(values).jsonSegments(text))).toBe(masked),
  );

  test.each([
    ['no JSON at all, of 46701234567'],
    ['{"imsi":"240071234","msisdn":"4670'],
    ['{"imsi":"240071234","imsi":"240079999"}'],
    [JSON.stringify({ detailedMessage: '{"imsi":"240071234","msis' })],
    ...poisonTexts.map(([, text]) => [text]),
  ])('[EXPORT-5] withholds a text that cannot be read and the details of its marks: %.30s', (raw) => {
    if (personalValuesOf(raw).isReadable) return;
    const line = JSON.parse(lineOf(raw)) as { marks: { detail: string }[] };
    expect(line).toMatchObject({ raw: null, withheld: true });
    expect(line.marks.every(({ detail }) => detail === '')).toBe(true);
    expect(lineOf(raw, 'csv')).toMatch(/,true\n$/);
  });

  test('[EXPORT-5] masks the readable columns of a text that is withheld', () => {
    const raw = `{"createdBy":"x","createdBy":"ann@example.com","principal":"of ann@example.com"}`;
    expect(JSON.parse(lineOf(raw))).toMatchObject({ raw: null, principal: 'of ********' });
  });

  const columns = Object.entries(storedEventSchema.shape).filter(([, type]) => type.safeParse('').success);
  const ours = new Set(['outcome', 'sizeClass', 'raw']);
  test.each(columns.map(([column]) => column).filter((column) => !ours.has(column)))(
    '[EXPORT-5] masks the column %s like every text column',
    (column) => {
      const event = { ...stored('{"companyName":"Acme"}'), [column]: 'of Acme' };
      expect(maskedEvent(event, ['company'])).toMatchObject({ [column]: 'of ********' });
    },
  );

  test('[EXPORT-5] masks lists and partial matches in columns', () => {
    const event = {
      ...stored('{"companyName":"Acme"}'),
      ...decodedFacets(null, ['Acme-1']),
      marks: [{ code: 'invalid-time' as const, detail: 'of Acme' }],
      whole: { kind: 'acme', id: null },
    };
    expect(maskedEvent(event, ['company'])).toMatchObject({
      ...decodedFacets(null, ['********-1']),
      marks: [{ code: 'invalid-time', detail: 'of ********' }],
      whole: { kind: '********', id: null },
    });
  });

  test('[EXPORT-5] leaves no value in any line, wherever and however it is written', () => {
    const below = randomNumbers(1);
    const choose = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    const letters = ['a', 'B', 'Å', '"', '\\', '/', ' ', 'é', '\u{1F600}', 'ß', '<', '\n', "'", '0', '7'];
    const word = () => `x${Array.from({ length: 4 + below(8) }, () => choose(letters)).join('')}y`;
    const digits = () => Array.from({ length: 15 }, () => String(below(10))).join('');
    const escaped = (text: string) =>
      below(2) === 0
        ? text
        : text.replaceAll(/[Åéß\u{1F600}aB]/gu, (sign) =>
            Array.from(
              { length: sign.length },
              (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
            ).join(''),
          );
    let withheld = 0;
    for (let round = 0; round < rounds({ usual: 80, thorough: 400 }); round += 1) {
      const names = { company: word(), user: word(), imsi: digits(), msisdn: digits() };
      const message = escaped(
        JSON.stringify({
          ...requestMessage,
          companyName: names.company,
          createdBy: below(2) === 0 ? names.user : names.user.toUpperCase(),
          imsi: below(3) === 0 ? Number(`1${names.imsi.slice(1)}`) : names.imsi,
          resourceProperties: [{ type: 'MSISDN', value: names.msisdn }],
          errorMessage: `${names.user} of ${names.company}: ${names.msisdn}, ${names.imsi}`,
        }),
      );
      const body = { ...envelope, ...localizedMessage, principal: `${names.company}/emea`, operation: 'X', state: 'Y' };
      const raw = escaped(
        JSON.stringify({ ...body, detailedMessage: below(3) > 0 ? message : (JSON.parse(message) as unknown) }),
      );
      const values = personalValuesOf(raw);
      for (const format of ['jsonl', 'csv'] as const) {
        const line = lineOf(raw, format);
        const maskedReadings = readings(format === 'csv' ? line.replaceAll('""', '"') : line);
        for (const value of maskedFields.flatMap((field) => values[field]))
          if (value.length >= 4)
            expect(maskedReadings.every((reading) => !reading.includes(value.toLowerCase()))).toBe(true);
        if (format === 'csv') continue;
        const { raw: masked } = JSON.parse(line) as { raw: string | null };
        if (masked === null) withheld += 1;
        else expect(() => JSON.parse(masked) as unknown).not.toThrow();
      }
    }
    expect(withheld).toBe(0);
  });
});

test('[EXPORT-5] masks a subscription of a search like an event, and marks it as withheld if it cannot', () => {
  const item = '{"iotSubscription":{"imsi":"240079900212345","customerName":"Acme","iccid":"8946040000000001234"}}';
  expect(maskedItem(item, DEFAULT_MASKED_FIELDS)).toBe(
    '{"iotSubscription":{"imsi":"********","customerName":"********","iccid":"8946040000000001234"}}',
  );
  expect(maskedItem(item, ['iccid'])).toContain('"iccid":"********"');
  expect(maskedItem(item, [])).toBe(item);
  expect(maskedItem('{"imsi":"1","imsi":"240079900212345"}', ['imsi'])).toBe('{"withheld":true}');
});
