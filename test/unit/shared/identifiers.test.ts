import { describe, expect, it, test } from 'vitest';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';
import { EID, ICCID, localizedMessage, requestMessage } from '../../doubles/documented-events.ts';
import { randomEvents } from '../../doubles/random-events.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

const none = { eid: [], iccid: [], imsi: [], msisdn: [], request: [], resource: [] };
const rawEvent = (detailedMessage: unknown) => JSON.stringify({ principal: 'acme', detailedMessage });
const property = (type: string, value: unknown) => ({ type, value });

describe('identifiersOf', () => {
  test.each<readonly [what: string, raw: string, found: object]>([
    ['a localization', rawEvent(localizedMessage), { eid: [EID], iccid: [ICCID] }],
    ['a localization in a string', rawEvent(JSON.stringify(localizedMessage)), { eid: [EID], iccid: [ICCID] }],
    [
      'a request',
      rawEvent(requestMessage),
      { request: ['req-1'], iccid: [ICCID], imsi: ['240010000000001'], resource: ['r-1'] },
    ],
    [
      'many resources, each of their identifiers once',
      rawEvent({
        subscriptionRequestResources: [
          { resourceId: 'r-1', resourceProperties: [property('IMSI', '1'), property('MSISDN', '467')] },
          {
            resourceId: 'r-2',
            resourceProperties: [property('IMSI', '2'), property('TARGET_SUBSCRIPTION_STATE', '3')],
          },
          { resourceId: 'r-1', resourceProperties: [property('ICCID', '8'), property('IMSI', '1'), 'odd', null] },
          'odd',
        ],
      }),
      { imsi: ['1', '2'], msisdn: ['467'], iccid: ['8'], resource: ['r-1', 'r-2'] },
    ],
    [
      'flat fields',
      rawEvent({ eid: 'E', iccid: 'I', imsi: 'M', msisdn: 'N' }),
      { eid: ['E'], iccid: ['I'], imsi: ['M'], msisdn: ['N'] },
    ],
    ['dotted fields', rawEvent({ 'localizedProfile.iccid': 'I' }), { iccid: ['I'] }],
    ['identifiers in the envelope', '{"eid":"E","subscriptionRequestId":"R"}', { eid: ['E'], request: ['R'] }],
    [
      'numbers, with all their digits',
      '{"detailedMessage":{"eid":89049032000001000000015423673010,"imsi":240010000000001,"resourceId":7}}',
      { eid: ['89049032000001000000015423673010'], imsi: ['240010000000001'], resource: ['7'] },
    ],
    ['spaces around an identifier', rawEvent({ eid: '  E\n' }), { eid: ['E'] }],
    ['an escaped field name', String.raw`{"\u0065id":"\u0045-1"}`, { eid: ['E-1'] }],
  ])('returns the identifiers of a text with %s', (_, raw, found) => {
    expect(identifiersOf(raw)).toEqual({ ...none, ...found });
  });

  test.each([
    ['', 'empty'],
    ['{"eid":', 'half'],
    ['eid 8904', 'no JSON'],
    ['["eid"]', 'a list'],
    ['{"eid":null,"iccid":"","imsi":[],"msisdn":{},"resourceId":true}', 'other types'],
    [`{"eid":"${'9'.repeat(257)}"}`, 'longer than an identifier may be'],
    ['{"detailedMessage":"{\\"eid\\":"}', 'half a message'],
    [`{"detailedMessage":${JSON.stringify(JSON.stringify(rawEvent({ eid: 'E' })))}}`, 'a string in a string'],
    [`{"eid":"E","x":${'['.repeat(70)}${']'.repeat(70)}}`, 'too deep'],
    ['{"__proto__":{"eid":"E"},"constructor":{"eid":"E"}}', 'what every object has'],
  ])('returns none for %s: %s', (raw) => {
    expect(identifiersOf(raw)).toEqual(none);
  });

  it('[FILTER-8] returns all identifiers of a row, for 3 000 random events', () => {
    let rows = 0;
    for (const event of randomEvents(3_000, randomNumbers(3))) {
      const { eid, iccid, requestId } = decodeEvent(event);
      const named = identifiersOf(event.data);
      const missed = [
        eid !== null && !named.eid.includes(eid),
        iccid !== null && !named.iccid.includes(iccid),
        requestId !== null && !named.request.includes(requestId),
      ];
      expect({ data: event.data, missed }).toEqual({ data: event.data, missed: [false, false, false] });
      if (eid !== null || requestId !== null) rows += 1;
    }
    expect(rows).toBeGreaterThan(1_000);
  });
});
