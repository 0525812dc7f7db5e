import { describe, expect, test } from 'vitest';
import { personalValuesIn, Shapes } from '../../../../src-main/core/exports/json-shapes.ts';
import { Mask } from '../../../../src-main/core/exports/masked-text.ts';
import { cardNumbers } from '../../../../src-main/core/exports/masking.ts';
import { maskedFields, DEFAULT_MASKED_FIELDS } from '../../../../src-shared/domain/event/masked-fields.ts';
import { personalValuesOf } from '../../../../src-shared/service/personal-values.ts';
import { generatedEvent } from '../../../bench/generated-events.ts';
import { EID, ICCID, requestMessage } from '../../../doubles/documented-events.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';
import { rounds } from '../../../support/breadth.ts';

/** Values of events, in spellings that need a closer look, or that are no text of a shape. */
const TEXTS = [
  'Acme',
  'acme  EUROPE',
  'Jäger & Söhne "Nordwind"',
  'noc',
  '25',
  '3M',
  'state',
  'completed',
  'operation',
  'Ünal',
  'ann@example.com',
  'Ann_Example_Com',
  'ann at example',
  'operations-3@example.com',
  'x',
  'the user',
  'true',
  '240011234567890',
  '2400 112-345.678 90',
  '+46 70 123 45 67',
  '0046701234567',
  '46701234567',
  '46701234567,',
  EID,
  ICCID,
  `${ICCID}5`,
  '8946 0400 0000 0000 123',
  '٢٤٠٠١١٢٣٤٥٦٧٨٩٠',
  '２４００１１２３４５６７８９０',
  '2026-10-01T00:00:00.123Z',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '%34%36701234567',
  '&#52;6701234567',
  '-',
  'Subscriber 46701234567 failed',
  'Cannot move it',
  'of Acme Europe, and ann',
  '',
  ' ',
  '{',
  '[1, 2]',
  '\\',
  '\n',
  '"',
  'IMSI',
  'MSISDN',
  'company',
  'user',
  'TARGET_SUBSCRIPTION_STATE',
  '{"imsi":"240011234567890"}',
  '\u00a0{"a":1}',
];
const NUMBERS = [0, -0, 1.5, -1, 1e21, 25, 10_007, 240_011_234_567_890, 46_701_234_567, 2 ** 60];

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

describe('the shapes of events', () => {
  test('[EXPORT-5] a text of a known shape has the values, and is masked byte for byte, as if it were read completely', () => {
    const below = randomNumbers(8);
    const oneOf = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    const changed = (value: Json): Json => {
      if (typeof value === 'string') return below(3) === 0 ? oneOf(TEXTS) : value;
      if (typeof value === 'number') return below(3) === 0 ? oneOf(NUMBERS) : value;
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map((member: Json) => changed(member));
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changed(member)]));
    };
    const more = { remark: 'x', company: { name: 'x', id: 1 }, typed: { type: 'IMSI', value: 1 }, parts: ['x', 'x'] };
    const shapes = new Shapes();
    const counts = { known: 0, masked: 0, closer: 0 };
    for (let round = 0; round < rounds({ usual: 3_000, thorough: 60_000 }); round += 1) {
      const body = JSON.parse(generatedEvent(below(400)).data) as { readonly [name: string]: Json };
      const message =
        typeof body['detailedMessage'] === 'object' && below(3) === 0 ? { ...requestMessage, ...more } : null;
      const inside = message === null ? body['detailedMessage'] : changed(message as unknown as Json);
      const text = JSON.stringify({
        ...(changed({ ...body, detailedMessage: null }) as object),
        detailedMessage: below(2) === 0 ? inside : JSON.stringify(inside),
        ...(below(4) === 0 ? (changed(more) as object) : {}),
      });
      const values = personalValuesOf(text);
      const found = shapes.find(text);
      if (found === null) {
        if (values.isReadable) shapes.learn(text, values.parsed);
        continue;
      }
      counts.known += 1;
      expect([text, { ...personalValuesIn(found), parsed: values.parsed }]).toEqual([text, values]);
      const fields = oneOf([DEFAULT_MASKED_FIELDS, maskedFields, maskedFields.filter(() => below(2) === 0)]);
      const mask = new Mask([...fields.flatMap((field) => values[field]), ...(below(4) === 0 ? [oneOf(TEXTS)] : [])], {
        fields,
        keep: cardNumbers([...values.eid, ...values.iccid], fields),
        allowedWords: [oneOf(TEXTS)],
      });
      const masked = mask.shapedJson(found);
      if (masked === undefined) counts.closer += 1;
      else expect([text, masked]).toEqual([text, mask.completeJson(text)]);
      counts.masked += Number(masked !== text);
    }
    // Most texts, so that a fault shows.
    expect(counts.known).toBeGreaterThan(500);
    expect(counts.masked).toBeGreaterThan(counts.known / 2);
    expect(counts.closer).toBeLessThan(counts.known / 2);
  });

  const learned = (...texts: readonly string[]): Shapes => {
    const shapes = new Shapes();
    for (const text of texts) shapes.learn(text, personalValuesOf(text).parsed);
    return shapes;
  };

  test.each([
    ['a name again', '{"a":"x","b":"x"}', ['{"a":"x","a":"x"}', '{"a":"x","b":"x","b":"x"}']],
    ['an escape', '{"a":"x"}', [String.raw`{"a":"\u0078"}`, String.raw`{"a":"\""}`, '{"a":"x\n"}']],
    ['JSON in a text', '{"a":"x"}', ['{"a":"{}"}', '{"a":" [1]"}', '{"a":"\u00a0[1]"}']],
    ['no end', '{"a":"x"}', ['{"a":"x"', '{"a":"x', '{"a":"', '{"a":"x"}}', '']],
    [
      'another number',
      '{"n":1,"imsi":2}',
      ['{"n":01,"imsi":2}', '{"n":1.,"imsi":2}', '{"n":1,"imsi":2.0}', '{"n":-,"imsi":2}'],
    ],
    [
      'other signs inside JSON in a text',
      String.raw`{"m":"{\"a\":\"x\"}"}`,
      [String.raw`{"m":"{\"a\":\"x"\"}"}`, String.raw`{"m":"{\"a\":\"\\\"\"}"}`, String.raw`{"m":"{\"a\":\"x\"}\n"}`],
    ],
  ])('[EXPORT-5] a text with %s has no shape', (_what, text, others) => {
    const shapes = learned(text);
    expect(shapes.find(text)).not.toBeNull();
    expect(others.filter((other) => shapes.find(other) !== null)).toEqual([]);
  });

  test('[EXPORT-5] a text has no shape if parts of two others would repeat a name', () => {
    const shapes = learned('{"a":"x","b":"x"}', '{"b":"x","a":"x"}');
    expect(shapes.find('{"a":"x","b":"x","a":"x"}')).toBeNull();
  });

  test.each([
    ['a name again with the same value', '{"a":"x","a":"x"}'],
    ['a word that is no text in a sentence', '{"remark":true,"a":"x"}'],
    ['a type after its value', '{"p":{"value":"x","type":"IMSI"}}'],
    ['a list of types', '{"p":{"type":["IMSI"],"value":"x"}}'],
    ['a list of values with a type', '{"p":{"type":"IMSI","value":["x"]}}'],
    ['a name with an escape', String.raw`{"\u0061":"x"}`],
    ['a name beyond ASCII', '{"é":"x"}'],
    ['a name with the digits of a number', '{"a123456":"x"}'],
    ['names that change their order', '{"b":"x","1":"x"}'],
    ['JSON in a text in a text', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: 'x' }) }) })],
  ])('[EXPORT-5] a text with %s is never learned', (_what, text) => {
    expect(personalValuesOf(text).isReadable).toBe(true);
    expect(learned(text).find(text)).toBeNull();
  });

  const manyNames = (value: Json, pad = 0): Json =>
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`.padEnd(pad, 'x'), value]));
  const deep = (depth: number): Json => ({ ...(manyNames('x', 64) as object), q: depth === 0 ? 'x' : deep(depth - 1) });

  const withLists = (at: number): Json => ({
    [`shape ${at}`]: 'x',
    ...(manyNames([Array.from({ length: 800 }, () => true), 'x']) as object),
  });

  test.each([
    ['long texts between their values', Array.from({ length: 10 }, (_, at) => withLists(at))],
    ['long names', [deep(9)]],
  ])('few shapes with %s are enough', (_what, bodies) => {
    expect(learned(...bodies.map((body) => JSON.stringify(body))).isFull).toBe(true);
  });

  const shaped = (text: string) => {
    const found = learned(text).find(text);
    if (found === null) throw new Error('the shape is not known');
    return found;
  };

  test('[EXPORT-5] a text is read completely if a name between its values is a known value', () => {
    const found = shaped('{"state":"x","a":"Acme","eid":1}');
    expect(['State', 'eid', 'x', 'Acme'].map((value) => new Mask([value]).shapedJson(found))).toEqual([
      undefined,
      undefined,
      '{"state":"********","a":"Acme","eid":1}',
      '{"state":"x","a":"********","eid":1}',
    ]);
  });

  test.each([
    ['across a name', '{"a":"Acme","b":"Europe"}', ['Acme B Europe']],
    ['across a name, in another spelling', '{"a":"Acme","b":"Ｅｕｒｏｐｅ"}', ['Acme B Europe']],
    ['across two texts of a list', '{"a":["Ac","me Europe"]}', ['Acme Europe']],
    ['as the rest of a word of which a part is masked', '{"a":"46701234567"}', ['123456', '7']],
    ['in a card number of which a part is masked', `{"a":"x ${ICCID}"}`, ['x 8946', '000000']],
  ])('[EXPORT-5] a text of a known shape is withheld if a value stays readable %s', (_where, text, values) => {
    const mask = new Mask(values, { keep: [ICCID] });
    expect([mask.shapedJson(shaped(text)), mask.completeJson(text)]).toEqual([null, null]);
  });
});
