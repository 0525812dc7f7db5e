import type { IdentifierField } from '../../../src-shared/domain/event/event-fields.ts';
import { describe, expect, it, test } from 'vitest';
import { matchesIdentifier, parseIdentifierPattern } from '../../../src-shared/domain/filter/identifier-pattern.ts';
import { createIdentifierMatcher } from '../../../src-shared/domain/filter/identifier-matcher.ts';
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';
import { randomEvents } from '../../doubles/random-events.ts';
import { oneOf } from '../../doubles/random-filters.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

const row = { id: null, eid: null, iccid: null, requestId: null };

describe('[FILTER-8] an identifier pattern', () => {
  test.each([
    ['0154', 'piece', [true, true, true, true]],
    ['8904…', 'beginning', [true, false, true, false]],
    ['…1964', 'end', [true, true, false, false]],
    ['=89040154196', 'whole', [false, false, true, false]],
    ['=89040154AB1964', 'whole', [true, false, false, false]],
  ])('%s is matched as %s', (value, kind, holds) => {
    const pattern = parseIdentifierPattern(value);
    const identifiers = ['89040154ab1964', '001541964', '89040154196', '1964 0154 8904'];
    expect([pattern.kind, identifiers.map((identifier) => matchesIdentifier(pattern, identifier))]).toEqual([
      kind,
      holds,
    ]);
  });
});

describe('[FILTER-8] identifierSearch', () => {
  const named = (field: IdentifierField, value: string, raw: string) =>
    createIdentifierMatcher(field, [value])(
      { ...row, eid: 'E-ROW', iccid: 'I-ROW', requestId: 'R-ROW', id: 'S-ROW' },
      () => raw,
    );

  test.each<readonly [field: IdentifierField, value: string, raw: string, isFound: boolean]>([
    ['eid', 'e-row', '', true],
    ['iccid', 'e-row', '', false],
    ['iccid', '…-row', '', true],
    ['request', '=R-Row', '', true],
    ['event', 's-ro…', '', true],
    ['id', 's-row', '', false],
    ['id', 'r-row', '', true],
    ['eid', '1234', '{"eid":"12345"}', true],
    ['eid', '1234', '{"iccid":"12345"}', false],
    ['eid', '1234', '{"note":"eid 1234"}', false],
    ['id', '1234', '{"iccid":"12345"}', true],
    ['imsi', '…0077', String.raw`{"\u0069msi":"24000077"}`, true],
    ['imsi', '…0077', String.raw`{"imsi":"2400\u00377"}`, true],
    ['resource', 'a/b"c', String.raw`{"resourceId":"xa\/b\"cx"}`, true],
    ['msisdn', 'über…', '{"msisdn":"ÜBERALL"}', true],
    ['imsi', '=1e5', '{"imsi":1e5}', true],
  ])('finds %s %s in %s: %s', (field, value, raw, isFound) => {
    expect(named(field, value, raw)).toBe(isFound);
  });

  test.each<readonly [field: IdentifierField, value: string, raw: string, isFound: boolean]>([
    ['eid', '8904-4012-7', '{"eid":"890440127"}', true],
    ['eid', '8904-4012-7', '{"eid":"8904-4012-7"}', true],
    ['eid', '8904 40…', '{"eid":"890440127"}', true],
    ['eid', '…40-12', '{"eid":"890440127"}', false],
    ['msisdn', '+46700008000', '{"msisdn":"46700008000"}', true],
    ['msisdn', '0046700008000', '{"msisdn":"46700008000"}', true],
    ['msisdn', '0046700008000', '{"msisdn":"+46700008000"}', true],
    ['msisdn', '0046700008000', '{"msisdn":"0046700008000"}', true],
    ['msisdn', '+46700008000', '{"msisdn":"0046700008000"}', true],
    ['msisdn', '00467000080…', '{"msisdn":"46700008000"}', true],
    ['msisdn', '=0046700008000', '{"msisdn":"46700008000"}', false],
    ['imsi', '001010123456789', '{"imsi":"1010123456789"}', false],
    ['iccid', '8946200011660301003F', '{"iccid":"8946200011660301003"}', true],
    ['imsi', '=2400-77', '{"imsi":"240077"}', false],
  ])('[FILTER-8] finds %s %s in %s: %s', (field, value, raw, isFound) => {
    expect(named(field, value, raw)).toBe(isFound);
  });

  test.each<readonly [field: IdentifierField, value: string, raw: string, isFound: boolean]>([
    ['request', 'be\u0301ta-1', '{"subscriptionRequestId":"B\u00c9TA-1"}', true],
    ['request', 'b\u00e9ta-1', '{"subscriptionRequestId":"be\u0301ta-1"}', true],
    ['request', '=b\u00e9ta-1', '{"subscriptionRequestId":"be\u0301ta-1"}', true],
    ['resource', '…n\u0303o-1', String.raw`{"resourceId":"a\u00f1o-1"}`, true],
    ['resource', 'ano-1', '{"resourceId":"a\u00f1o-1"}', false],
  ])('[FILTER-8] finds %s %j in %j: %s', (field, value, raw, isFound) => {
    expect(named(field, value, raw)).toBe(isFound);
  });

  it('finds an identifier in the row without reading the text', () => {
    const never = () => {
      throw new Error('The text was read.');
    };
    expect(createIdentifierMatcher('eid', ['8904…'])({ ...row, eid: '8904' }, never)).toBe(true);
    expect(createIdentifierMatcher('event', ['8904'])({ ...row, id: '1' }, never)).toBe(false);
  });

  it('finds the same as a full search in 4 000 random events', () => {
    const random = randomNumbers(9);
    let found = 0;
    for (const { data } of randomEvents(4_000, random)) {
      const ofFields = identifiersOf(data);
      const field = oneOf(['id', 'eid', 'iccid', 'imsi', 'msisdn', 'request', 'resource'] as const, random);
      const all = field === 'id' ? Object.values(ofFields).flat() : ofFields[field];
      const identifier = all.length === 0 ? 'r-1' : oneOf(all, random);
      const from = random(identifier.length);
      const value = oneOf(
        [identifier, identifier.slice(from), `…${identifier.slice(from)}`, `=${identifier}`, 'zz'],
        random,
      );
      const pattern = parseIdentifierPattern(value);
      const isThere = all.some((each) => matchesIdentifier(pattern, each));
      expect({ data, field, value, is: createIdentifierMatcher(field, [value])(row, () => data) }).toEqual({
        data,
        field,
        value,
        is: isThere,
      });
      if (isThere) found += 1;
    }
    expect(found).toBeGreaterThan(500);
  });
});
