/**
 * Events in undocumented forms are decoded if their meaning is unambiguous, are marked, and never get a better outcome.
 */
import { describe, expect, it } from 'vitest';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import type { DecodedEvent } from '../../../src-shared/domain/event/event.ts';
import { identifiersOf } from '../../../src-shared/service/identifiers.ts';
import { requestDocument } from '../../../src-shared/service/request-message.ts';
import { readAllVariants, readJsonText } from '../../../src-shared/service/json-fields.ts';
import { providerSentences } from '../../../src-shared/service/provider-sentences.ts';
import {
  decodeRequest,
  decode,
  EID,
  envelope,
  failedLocalizationMessage,
  ICCID,
  decodeLocalization,
  localizedMessage,
  requestMessage,
  requestResource,
} from '../../doubles/documented-events.ts';

const marksOf = ({ marks }: DecodedEvent) => marks.map(({ code, detail }) => `${code}: ${detail}`);

describe('[DECODE-1] FAILED in the envelope is a failure for any kind', () => {
  it.each([
    ['BULK_RESULT', { eid: EID }],
    ['Localization', failedLocalizationMessage],
    ['LOCALIZATION ', JSON.stringify(failedLocalizationMessage)],
    ['cmp_event', requestMessage],
    ['CMP-EVENT', 'some text'],
    ['message', null],
    ['', {}],
    ['toString', { subscriptionRequestState: 'COMPLETED' }],
    ['SUBSCRIPTION_ENDED', 'The session has expired'],
    ['HEARTBEAT', 'Heartbeat'],
  ])('such as "%s"', (kind, detailedMessage) => {
    expect(decode(kind, { ...envelope, operation: 'X', state: 'FAILED', detailedMessage }).outcome).toBe('failed');
  });

  it.each(['COMPLETED', 'IN_PROGRESS', 'failed', 'FAILED_PARTLY', null])(
    'but the result of %s under an unknown kind is not known',
    (state) => {
      const all = { ...envelope, operation: 'ENABLED', state, detailedMessage: localizedMessage };
      expect(decode('LOCALISATION', all).outcome).toBe('unknown');
    },
  );
});

/** Returns a localization decoded from text, so that a field name can occur more than once. */
function text(members: string, message: string = JSON.stringify(localizedMessage)): DecodedEvent {
  const usual = '"createdDateTime":"2024-02-28T10:00:00.123Z","principal":"acme/emea"';
  return decodeEvent({ kind: 'LOCALIZATION', data: `{${usual},"detailedMessage":${message},${members}}` });
}
const completed = '"operation":"ENABLED","state":"COMPLETED"';

describe('[DECODE-1] a field with several values has none of them, and the outcome is the worst of them', () => {
  it.each<[string, DecodedEvent, Partial<DecodedEvent>, string]>([
    [
      'FAILED, then COMPLETED',
      text('"operation":"ENABLED","state":"FAILED","state":"COMPLETED"'),
      { outcome: 'failed', state: null, eid: EID },
      'contradiction: state is "FAILED" and "COMPLETED"',
    ],
    [
      'COMPLETED, then FAILED',
      text('"operation":"ENABLED","state":"COMPLETED","state":"FAILED"'),
      { outcome: 'failed' },
      'contradiction: state is "COMPLETED" and "FAILED"',
    ],
    [
      'FAILED between two COMPLETED',
      text('"operation":"ENABLED","state":"COMPLETED","state":"FAILED","state":"COMPLETED"'),
      { outcome: 'failed' },
      'contradiction: state is "COMPLETED" and "FAILED"',
    ],
    [
      'a field name that is written with an escape',
      text(String.raw`"operation":"ENABLED","st\u0061te":"FAILED","state":"COMPLETED"`),
      { outcome: 'failed' },
      'contradiction: state is "FAILED" and "COMPLETED"',
    ],
    [
      'a final step and an earlier one',
      text('"operation":"ENABLED","operation":"ALLOCATED","state":"COMPLETED"'),
      { outcome: 'in-progress', operation: null },
      'contradiction: operation is "ENABLED" and "ALLOCATED"',
    ],
    [
      'two EIDs',
      text(completed, `{"eid":"1","eid":"2","localizedProfile":{"iccid":"${ICCID}","countryCode":"SE"}}`),
      { outcome: 'succeeded', eid: null, iccid: ICCID },
      'contradiction: detailedMessage.eid is "1" and "2"',
    ],
    [
      'two ICCIDs in a message in a string',
      text(completed, JSON.stringify(`{"eid":"1","localizedProfile":{"iccid":"3","iccid":"4","countryCode":"SE"}}`)),
      { eid: '1', iccid: null, countryCode: 'SE' },
      'contradiction: detailedMessage.localizedProfile.iccid is "3" and "4"',
    ],
    [
      'two messages, one with an error',
      text(`"detailedMessage":${JSON.stringify(JSON.stringify(failedLocalizationMessage))},${completed}`),
      { outcome: 'unknown', eid: EID },
      'contradiction: detailedMessage is ',
    ],
    [
      'two codes',
      text(
        '"operation":"ENABLED","state":"FAILED"',
        '{"eid":"1","localizedProfile":{"countryCode":"SE"},"errorCode":"A","errorCode":"B"}',
      ),
      { outcome: 'failed', errorCode: null, errorCodes: ['A', 'B'] },
      'contradiction: detailedMessage.errorCode is "A" and "B"',
    ],
    [
      'two times',
      text(`${completed},"createdDateTime":"2024-02-28T10:00:00.124Z"`),
      { outcome: 'succeeded', createdAt: null },
      'contradiction: createdDateTime is "2024-02-28T10:00:00.123Z" and "2024-02-28T10:00:00.124Z"',
    ],
    [
      'two long numbers that are equal as doubles',
      text(completed, '{"eid":9007199254740993,"eid":9007199254740992,"localizedProfile":{"countryCode":"SE"}}'),
      { eid: null },
      'contradiction: detailedMessage.eid is 9007199254740993 and 9007199254740992',
    ],
  ])('for %s', (_, event, fields, mark) => {
    expect(event).toMatchObject(fields);
    expect(marksOf(event).filter((each) => each.startsWith(mark))).toHaveLength(1);
  });

  const twice = (from: string, to: string) => JSON.stringify(requestMessage).replace(from, `${from},${to}`);
  it.each<[string, string, string]>([
    ['counters', '"failed":1', '"failed":0'],
    [
      'states of a request',
      '"subscriptionRequestState":"COMPLETED_WITH_FAILURES"',
      '"subscriptionRequestState":"COMPLETED"',
    ],
    ['states of a resource', '"resourceState":"FAILED"', '"resourceState":"COMPLETED"'],
    ['sizes', '"size":2', '"size":1'],
    ['ids of a request', '"subscriptionRequestId":"req-1"', '"subscriptionRequestId":"req-2"'],
    ['times of a request', '"timeCreated":{"epochSecond":1,"nano":2}', '"timeCreated":{"epochSecond":1,"nano":3}'],
  ])('for two %s: it is marked, is no success, and the request document contains none of them', (_, from, to) => {
    const raw = JSON.stringify({ ...envelope, operation: 'CHANGE_SUBSCRIPTIONSTATE', state: 'COMPLETED' });
    const event = decodeRequest(twice(from, to));
    expect(['partial', 'failed', 'unknown']).toContain(event.outcome);
    expect(marksOf(event).filter((each) => each.startsWith('contradiction: detailedMessage.'))).not.toEqual([]);
    const document = requestDocument(`${raw.slice(0, -1)},"detailedMessage":${twice(from, to)}}`);
    const { requestId, size, timeCreated } = document?.message ?? {};
    const picked = { '"size":2': size, '"subscriptionRequestId":"req-1"': requestId }[from];
    expect(from.startsWith('"timeCreated"') ? timeCreated : (picked ?? null)).toBeNull();
  });

  it('and several contradictions are never a success', () => {
    const done = { completed: 2, failed: 0 };
    const message = {
      ...requestMessage,
      subscriptionRequestState: 'COMPLETED',
      subscriptionRequestResourceCounters: done,
    };
    const both = {
      ...message,
      subscriptionRequestFailureInfos: [],
      subscriptionRequestResources: [requestResource('1'), requestResource('2')],
    };
    const plain = JSON.stringify(both);
    const odd = plain
      .replace('"companyName":"Example"', '"companyName":"Example","companyName":"Other"')
      .replace('"createdBy":"noc@example.com"', '"createdBy":"a","createdBy":"b"');
    expect([decodeRequest(plain).outcome, decodeRequest(odd).outcome]).toEqual(['succeeded', 'unknown']);
  });

  it('and more values than the limit are never a success', () => {
    const many = Array.from({ length: 40 }, (_, index) => `"operation":"X${index}"`).join(',');
    expect(text(`"state":"COMPLETED","operation":"ENABLED",${many}`).outcome).toBe('unknown');
  });

  it.each<[string, DecodedEvent]>([
    ['the same value twice', text(`${completed},"state":"COMPLETED"`)],
    ['the same number in two forms', text(`${completed},"later":1.50,"later":1.5`)],
    ['the same object in another order', text(`${completed},"later":{"a":1,"b":[2]},"later":{ "b":[2.0],"a":1}`)],
    [
      'the same message as an object and in a string',
      text(`"detailedMessage":${JSON.stringify(JSON.stringify(localizedMessage))},${completed}`),
    ],
    ['a value together with null', text(`${completed},"state":null`)],
    ['an empty text together with a value', text(`"state":"",${completed}`)],
    [
      'one name in two objects',
      text(completed, `{"eid":"${EID}","localizedProfile":{"iccid":"${ICCID}","countryCode":"SE","eid":"x"}}`),
    ],
    [
      'names in a sentence',
      text(completed, JSON.stringify({ ...localizedMessage, note: '"state":"FAILED","state":1' })),
    ],
  ])('but %s is no contradiction', (_, event) => {
    expect(event).toMatchObject({ outcome: 'succeeded', state: 'COMPLETED', marks: [] });
  });

  it('and the event is found by each of its identifiers', () => {
    const raw = `{"detailedMessage":"{\\"eid\\":\\"1\\",\\"eid\\":\\"2\\"}","subscriptionRequestId":"a","subscriptionRequestId":"b"}`;
    expect(identifiersOf(raw)).toMatchObject({ eid: ['1', '2'], request: ['a', 'b'] });
  });

  it('and more values than the limit are ignored after two readings', () => {
    const raw = `{"eid":"0",${Array.from({ length: 40 }, (_, index) => `"eid":"${index}"`).join(',')}}`;
    let readings = 0;
    readAllVariants((marks) => {
      readings += 1;
      return readJsonText(raw, marks, '', 1);
    });
    expect([readings, text(`${completed},"detailedMessage":${raw}`).eid, decode('NEWS', raw).eid]).toEqual([
      2,
      null,
      null,
    ]);
  });
});

const wrap = (value: unknown, times: number): string =>
  times === 0 ? (value as string) : JSON.stringify(wrap(value, times - 1));

describe('[DECODE-5] JSON in strings is unwrapped a few times at most, and marked', () => {
  const failed = { operation: 'ALLOCATED', state: 'FAILED' };
  it.each<[string, DecodedEvent]>([
    ['a message that is encoded twice', decodeLocalization(wrap(JSON.stringify(failedLocalizationMessage), 1), failed)],
    [
      'a message that is encoded three times',
      decodeLocalization(wrap(JSON.stringify(failedLocalizationMessage), 2), failed),
    ],
    [
      'a message with spaces around it',
      decodeLocalization(` ${wrap(` ${JSON.stringify(failedLocalizationMessage)} `, 1)}\n`, failed),
    ],
    [
      'the event itself',
      decode(
        'LOCALIZATION',
        wrap(JSON.stringify({ ...envelope, ...failed, detailedMessage: failedLocalizationMessage }), 1),
      ),
    ],
    [
      'the profile',
      decodeLocalization(
        { ...failedLocalizationMessage, localizedProfile: JSON.stringify(localizedMessage.localizedProfile) },
        failed,
      ),
    ],
    [
      'the list of errors',
      decodeLocalization(
        { ...failedLocalizationMessage, detailedError: JSON.stringify(failedLocalizationMessage.detailedError) },
        failed,
      ),
    ],
    [
      'each error',
      decodeLocalization(
        {
          ...failedLocalizationMessage,
          detailedError: failedLocalizationMessage.detailedError.map((error) => JSON.stringify(error)),
        },
        failed,
      ),
    ],
  ])('for %s', (_, event) => {
    expect(event).toMatchObject({
      outcome: 'failed',
      eid: EID,
      iccid: ICCID,
      countryCode: 'SE',
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
      errorCodes: ['START_PROFILE_ALLOCATION_FAILED', 'CMP-12'],
    });
    expect([...new Set(event.marks.map(({ code }) => code))]).toEqual(['encoded-twice']);
  });

  it('for the parts of a request, with the same outcome, identifiers and times', () => {
    const parts = Object.entries(requestMessage).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]);
    const encoded = decodeRequest(wrap(JSON.stringify(Object.fromEntries(parts)), 1));
    const { marks: _marks, ...plain } = decodeRequest(requestMessage);
    expect(encoded).toMatchObject(plain);
    const raw = JSON.stringify({ ...envelope, detailedMessage: wrap(JSON.stringify(requestMessage), 1) });
    expect([identifiersOf(raw).iccid, requestDocument(raw)?.message.timeCreated]).toEqual([
      [ICCID],
      '1970-01-01T00:00:01.000000002Z',
    ]);
  });

  it('for identifiers under an unknown kind', () => {
    const data = { ...envelope, state: 'COMPLETED', detailedMessage: wrap(JSON.stringify(localizedMessage), 1) };
    expect(decode('NEWS', data)).toMatchObject({
      eid: EID,
      marks: [{ code: 'unknown-kind' }, { code: 'encoded-twice', detail: 'detailedMessage' }],
    });
  });

  it('for the sentences of the provider', () => {
    const raw = JSON.stringify({ detailedMessage: wrap(JSON.stringify(failedLocalizationMessage), 2) });
    expect(providerSentences(raw)[0]?.sentence).toBe('The allocation failed.');
  });

  it.each<[string, string]>([
    ['a sentence in quotes', '"The eUICC was localized."'],
    ['a sentence in two pairs of quotes', wrap('Localized {well}', 2)],
    ['a sentence in brackets', '[timeout] nobody answered'],
    ['an object that ends too early, in a string', wrap('{"eid":', 1)],
    ['a number in a string', '"12"'],
    ['a message that is nested eight times', wrap(JSON.stringify(localizedMessage), 8)],
  ])('but %s is unchanged', (_, message) => {
    const event = decodeLocalization(message);
    expect(event).toMatchObject({ outcome: 'unknown', eid: null });
    expect(event.marks.map(({ code }) => code)).toEqual(['detail-not-json']);
  });
});

describe('[DECODE-5] an event of another principal than its stream', () => {
  const of = (principal: unknown, streamDomain?: string) => {
    const data = JSON.stringify({
      ...envelope,
      principal,
      operation: 'ENABLED',
      state: 'COMPLETED',
      detailedMessage: localizedMessage,
    });
    return marksOf(decodeEvent({ kind: 'LOCALIZATION', data, ...(streamDomain !== undefined && { streamDomain }) }));
  };
  it.each<[string, unknown, string | undefined, string[]]>([
    ['the same', 'acme', 'acme', []],
    ['the same, with spaces', ' acme ', 'acme', ['unusual-form: principal: " acme "']],
    ['a domain below it', 'acme/emea', 'acme', ['another-principal: acme/emea; the session is of acme']],
    ['another letter case', 'Acme', 'acme', ['another-principal: Acme; the session is of acme']],
    ['missing', null, 'acme', ['missing-field: principal']],
    ['empty', '', 'acme', ['missing-field: principal']],
    ['any, while the stream has named none', 'globex', undefined, []],
  ])('is marked or not for a principal that is %s', (_, principal, streamDomain, marks) => {
    expect(of(principal, streamDomain)).toEqual(marks);
  });
});
