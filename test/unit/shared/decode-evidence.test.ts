import { describe, expect, it } from 'vitest';
import {
  decodeRequest,
  common,
  decode,
  EID,
  envelope,
  failedLocalizationMessage,
  ICCID,
  decodeLocalization,
  localizedMessage,
  requestMessage,
} from '../../doubles/documented-events.ts';

const {
  subscriptionRequestResourceCounters: _counters,
  subscriptionRequestResources: _resources,
  ...uncounted
} = requestMessage;
const completed = { subscriptionRequestState: 'COMPLETED', subscriptionRequestFailureInfos: [] };
const counters = (counts: unknown) => ({ subscriptionRequestResourceCounters: counts });
const missing = (field: string) => ({ code: 'missing-field', detail: `detailedMessage.${field}` });

describe('[DECODE-1] less evidence never improves the outcome', () => {
  it('for a request without counters and resources, which is unknown and names what is missing', () => {
    expect(decodeRequest({ ...uncounted, ...completed })).toMatchObject({
      operation: 'CHANGE_SUBSCRIPTIONSTATE',
      state: 'COMPLETED',
      outcome: 'unknown',
      requestId: 'req-1',
      resourceCount: 2,
      failedCount: null,
      marks: [missing('subscriptionRequestResourceCounters'), missing('subscriptionRequestResources')],
    });
  });

  it('for a counter that is not a number: the count is unknown, not 0', () => {
    expect(decodeRequest({ ...uncounted, ...completed, ...counters({ completed: 0, failed: '2' }) })).toMatchObject({
      outcome: 'unknown',
      failedCount: null,
      marks: [
        missing('subscriptionRequestResources'),
        { code: 'wrong-type', detail: 'detailedMessage.subscriptionRequestResourceCounters.failed' },
      ],
    });
  });

  it.each([
    ['not a number', { completed: 2, failed: '0' }],
    ['negative', { completed: 2, failed: -1 }],
    ['missing', 'none'],
  ])('for a successful request with a counter that is %s', (_what, counts) => {
    expect(
      decodeRequest({ ...requestMessage, ...completed, ...counters(counts), subscriptionRequestResources: [] }).outcome,
    ).toBe('unknown');
  });

  it.each([
    ['nothing', []],
    ['an error without a code', [{ errorMessage: 'Out of profiles.' }]],
    ['an error that is not an object', ['Out of profiles.']],
    ['a text instead of a list', 'Out of profiles.'],
  ])('for a localization with the state COMPLETED and a detailedError with %s', (_what, detailedError) => {
    const event = decodeLocalization({ ...localizedMessage, detailedError });
    const isClean = detailedError.length === 0;
    expect({ outcome: event.outcome, clean: event.marks.every(({ code }) => code !== 'contradiction') }).toEqual({
      outcome: isClean ? 'succeeded' : 'unknown',
      clean: isClean,
    });
  });

  const failures: [string, string, object, object][] = [
    ['a partial request', 'CMP_EVENT', { state: 'COMPLETED', operation: 'CHANGE_SUBSCRIPTIONSTATE' }, requestMessage],
    ['an uncounted request', 'CMP_EVENT', { state: 'COMPLETED', operation: 'CHANGE_SUBSCRIPTIONSTATE' }, uncounted],
    [
      'a request that says FAILED',
      'CMP_EVENT',
      { state: 'FAILED', operation: 'CHANGE_SUBSCRIPTIONSTATE' },
      { ...requestMessage, ...completed, ...counters({ completed: 2 }), subscriptionRequestResources: [] },
    ],
    ['a failed localization', 'LOCALIZATION', { state: 'FAILED', operation: 'ENABLED' }, failedLocalizationMessage],
  ];
  it.each(failures)('for %s, if any of its fields is missing or damaged', (_w, kind, fields, message) => {
    for (const wrapped of [message, JSON.stringify(message)])
      for (const event of variants({ ...envelope, ...fields, detailedMessage: wrapped }))
        expect({ event, outcome: decode(kind, event).outcome }).not.toEqual({ event, outcome: 'succeeded' });
  });
});

/** Yields every copy of an event in which one property, at any depth, is removed or has another type. */
function* variants(source: object): Generator<object> {
  for (const [key, child] of Object.entries(source)) {
    for (const value of [undefined, null, 'x', 7, true, [], {}, [7], ['x']]) yield replaced(source, key, value);
    if (typeof child === 'object' && child !== null)
      for (const variant of variants(child as object)) yield replaced(source, key, variant);
    else if (key === 'detailedMessage')
      for (const variant of variants(JSON.parse(child))) yield replaced(source, key, JSON.stringify(variant));
  }
}

function replaced(source: object, key: string, value: unknown): object {
  return Array.isArray(source) ? source.with(Number(key), value) : { ...source, [key]: value };
}

describe('[DECODE-1] a request with the state FAILED in its envelope has failed', () => {
  const failed = { state: 'FAILED' };
  it.each<[string, unknown, object]>([
    ['without counters', { ...uncounted, ...completed }, failed],
    ['with plain text', 'The request failed.', failed],
    ['with no message', null, failed],
    ['with an incomplete message', '{"subscriptionRequestId":', failed],
    ['with a request state FAILED', { ...uncounted, ...completed, subscriptionRequestState: 'FAILED' }, failed],
    [
      'also with the request state FAILED alone',
      { ...uncounted, ...completed, subscriptionRequestState: 'FAILED' },
      {},
    ],
    [
      'even with a message that reports success',
      { ...requestMessage, ...completed, ...counters({ completed: 2 }), subscriptionRequestResources: [] },
      failed,
    ],
  ])('%s', (_what, message, fields) => {
    expect(decodeRequest(message, fields).outcome).toBe('failed');
  });
});

describe('[DECODE-1] an error code only in detailedError is listed but is not the error code', () => {
  it('in a failed localization', () => {
    const message = { ...localizedMessage, detailedError: [{ errorCode: 4711 }, { errorCode: 'CMP-12' }] };
    expect(decodeLocalization(message, { operation: 'ALLOCATED', state: 'FAILED' })).toMatchObject({
      outcome: 'failed',
      errorCode: null,
      errorCodes: ['4711', 'CMP-12'],
      marks: [
        missing('errorCode'),
        { code: 'numeric-identifier', detail: 'detailedMessage.detailedError[].errorCode' },
      ],
    });
  });
});

describe('[DECODE-5] values in an undocumented form are kept and marked', () => {
  it.each([
    [
      'a heartbeat with the state FAILED',
      decode('HEARTBEAT', { ...envelope, operation: '-', state: 'FAILED' }),
      { state: 'FAILED' },
      'contradiction',
      'HEARTBEAT beside state FAILED',
    ],
    [
      'a session end with the state IN_PROGRESS',
      decode('SUBSCRIPTION_ENDED', { ...envelope, operation: '-', state: 'IN_PROGRESS' }),
      { state: 'IN_PROGRESS' },
      'contradiction',
      'SUBSCRIPTION_ENDED beside state IN_PROGRESS',
    ],
    [
      'a country of three letters',
      decodeLocalization({ ...localizedMessage, localizedProfile: { iccid: ICCID, countryCode: 'swe' } }),
      { countryCode: 'swe', outcome: 'succeeded' },
      'unusual-form',
      'detailedMessage.localizedProfile.countryCode: "swe"',
    ],
    [
      'an EID with spaces around it',
      decodeLocalization({ ...localizedMessage, eid: ` ${EID} ` }),
      { eid: EID },
      'unusual-form',
      `detailedMessage.eid: " ${EID} "`,
    ],
    [
      'an empty EID',
      decodeLocalization({ ...localizedMessage, eid: '' }),
      { eid: null },
      'missing-field',
      'detailedMessage.eid',
    ],
  ])('%s', (_what, event, fields, code, detail) => {
    expect(event).toMatchObject({ ...fields, marks: [{ code, detail }] });
  });
});

describe('[FILTER-8] identifiers are read from unmistakable places', () => {
  const profile = { iccid: ICCID, countryCode: 'SE' };
  const found = { eid: EID, iccid: ICCID, countryCode: 'SE' };

  it.each([
    ['an object', localizedMessage],
    ['JSON in a string', JSON.stringify(localizedMessage)],
  ])('in an event of an unknown kind whose message is %s', (_what, detailedMessage) => {
    expect(decode('PROFILE_SWAP', { ...envelope, operation: 'X', state: 'COMPLETED', detailedMessage })).toEqual({
      ...common,
      ...found,
      operation: 'X',
      state: 'COMPLETED',
      outcome: 'unknown',
      marks: [{ code: 'unknown-kind', detail: 'PROFILE_SWAP' }],
    });
  });

  it('including codes and the request id of an unknown kind', () => {
    expect(decode('CMP_AUDIT', { detailedMessage: { ...requestMessage, ...failedLocalizationMessage } })).toMatchObject(
      {
        eid: EID,
        requestId: 'req-1',
        errorCode: 'START_PROFILE_ALLOCATION_FAILED',
        errorCodes: ['START_PROFILE_ALLOCATION_FAILED', 'CMP-12', '70', '73'],
        outcome: 'unknown',
        marks: [{ code: 'unknown-kind', detail: 'CMP_AUDIT' }],
      },
    );
  });

  it('with all their digits if an unknown kind contains numbers', () => {
    expect(decode('PROFILE_SWAP', `{"detailedMessage":{"eid":${EID}}}`)).toMatchObject({
      eid: EID,
      marks: [{ code: 'unknown-kind' }, { code: 'numeric-identifier', detail: 'detailedMessage.eid' }],
    });
  });

  it.each([
    {},
    { detailedMessage: 'audit' },
    { detailedMessage: 7 },
    { detailedMessage: [localizedMessage] },
    { detailedMessage: '['.repeat(99) },
  ])('without marks for missing fields of an unknown kind: %j', (data) => {
    expect(decode('PROFILE_SWAP', data).marks).toEqual([{ code: 'unknown-kind', detail: 'PROFILE_SWAP' }]);
  });

  it.each([
    ['dotted', { eid: EID, 'localizedProfile.iccid': ICCID, 'localizedProfile.countryCode': 'SE' }],
    ['flat', { eid: EID, ...profile }],
  ])('in a localization with a %s message, which is marked', (_what, message) => {
    expect(decodeLocalization(message)).toMatchObject({
      ...found,
      outcome: 'succeeded',
      marks: [missing('localizedProfile')],
    });
  });
});
