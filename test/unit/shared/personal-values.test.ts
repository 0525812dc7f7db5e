import { describe, expect, test } from 'vitest';
import { personalValuesOf } from '../../../src-shared/service/personal-values.ts';
import { ICCID, requestMessage } from '../../doubles/documented-events.ts';

const none = { imsi: [], msisdn: [], iccid: [], eid: [], company: [], user: [], isReadable: true };

function wrapped(text: string, times: number): string {
  return times === 0 ? text : wrapped(JSON.stringify({ m: text }), times - 1);
}

describe('[EXPORT-5] personal and company values of a received text', () => {
  test.each<readonly [what: string, raw: string, found: object]>([
    [
      'a documented request in a string',
      JSON.stringify({ detailedMessage: JSON.stringify(requestMessage) }),
      { imsi: ['240010000000001'], iccid: [ICCID], company: ['1', 'Example'], user: ['noc@example.com'] },
    ],
    [
      'other spellings, at any depth',
      JSON.stringify({
        a: [{ b: { Company_Name: ' Äcme "One" ', 'request.createdBy': 'ann' } }],
        user: { id: 'u-7', name: 'Ann', role: 'admin' },
        'updated-by': ['bob', 'ann'],
      }),
      { company: ['Äcme "One"'], user: ['ann', 'u-7', 'Ann', 'bob'] },
    ],
    [
      'properties by their type, numbers with all their digits',
      '{"resourceProperties":[{"type":"MSISDN","value":467012345678901234567},{"type":"imsi","value":"2400"},{"type":"ICCID","value":"89"}]}',
      { imsi: ['2400'], msisdn: ['467012345678901234567'], iccid: ['89'] },
    ],
    [
      'each number with all its digits, whatever it is called',
      '{"customerId":12345678901234567890,"imsi":[2400712345678901234]}',
      { company: ['12345678901234567890'], imsi: ['2400712345678901234'] },
    ],
    [
      'a number with the sign of its country, as others write it',
      '{"msisdn":"+46701234567"}',
      { msisdn: ['+46701234567', '46701234567'] },
    ],
    [
      'a name that comes twice, with both values',
      '{"imsi":"24007","imsi":"24008"}',
      { imsi: ['24008', '24007'], isReadable: false },
    ],
    ['a name that comes twice with one value', '{"imsi":"24007","imsi":"24007"}', { imsi: ['24007'] }],
    ['an incomplete message in a string as unreadable', JSON.stringify({ m: '{"imsi":"24007' }), { isReadable: false }],
    [
      'a message that is nested in too many strings as unreadable',
      wrapped('{"imsi":"24007"}', 5),
      { isReadable: false },
    ],
    ['nothing for a sentence in brackets', '{"m":"[timeout] {x}: nobody","n":"a:b"}', {}],
    [
      'nothing for empty values and other fields',
      '{"user":null,"company":"","createdBy":true,"name":"x","companyNameIsKnown":"yes"}',
      {},
    ],
    ['nothing for a plain string', '"createdBy"', {}],
    ['an incomplete text as unreadable', '{"createdBy":"ann"', { isReadable: false }],
    ['a text with too many levels as unreadable', `${'['.repeat(70)}${']'.repeat(70)}`, { isReadable: false }],
    ['values under __proto__', '{"__proto__":{"user":"ann"},"toString":"x"}', { user: ['ann'] }],
  ])('include %s', (_, raw, found) => {
    expect(personalValuesOf(raw)).toMatchObject({ ...none, ...found });
  });
});
