import { describe, expect, it } from 'vitest';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
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
  requestResource,
} from '../../doubles/documented-events.ts';

describe('the documented events', () => {
  it.each([
    ['SUBSCRIPTION_STARTED', 'IN_PROGRESS', 'Subscription started for acme/emea'],
    ['HEARTBEAT', 'IN_PROGRESS', 'Heartbeat'],
    ['SUBSCRIPTION_ENDED', 'COMPLETED', 'The session has expired'],
  ])('%s has no outcome', (kind, state, detailedMessage) => {
    expect(decode(kind, { ...envelope, operation: '-', state, detailedMessage })).toEqual({
      ...common,
      operation: '-',
      state,
    });
  });

  it('decode a successful localization', () => {
    expect(
      decodeLocalization(JSON.stringify(localizedMessage), { operation: 'LOCALIZED', state: 'COMPLETED' }),
    ).toEqual({
      ...common,
      operation: 'LOCALIZED',
      state: 'COMPLETED',
      outcome: 'succeeded',
      eid: EID,
      iccid: ICCID,
      countryCode: 'SE',
    });
  });

  it('decode a failed localization with every distinct error code', () => {
    expect(decodeLocalization(failedLocalizationMessage, { operation: 'ALLOCATED', state: 'FAILED' })).toEqual({
      ...common,
      operation: 'ALLOCATED',
      state: 'FAILED',
      outcome: 'failed',
      eid: EID,
      iccid: ICCID,
      countryCode: 'SE',
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
      errorCodes: ['START_PROFILE_ALLOCATION_FAILED', 'CMP-12'],
      errorTypes: ['CMP_ERROR'],
    });
  });

  it('[DECODE-1] decode a request with some failed resources as partial although its envelope has the state COMPLETED', () => {
    expect(decodeRequest(JSON.stringify(requestMessage))).toEqual({
      ...common,
      operation: 'CHANGE_SUBSCRIPTIONSTATE',
      state: 'COMPLETED',
      outcome: 'partial',
      iccid: ICCID,
      errorCode: '70',
      errorCodes: ['70', '73'],
      errorTypes: ['DCP_ERROR'],
      requestId: 'req-1',
      resourceCount: 2,
      failedCount: 1,
    });
  });

  it('contain each error type from next to a code and within it once, at most 64', () => {
    const types = (infos: object[]) =>
      decodeRequest({ ...requestMessage, subscriptionRequestFailureInfos: infos }).errorTypes;
    const poisoned = Array.from({ length: 70 }, (_, index) => ({ errorType: `T${index}` }));
    expect({
      read: types([{ errorType: 'A' }, { errorObject: { errorType: ' B ', errorCode: '70' } }, { errorType: 'A' }]),
      most: types(poisoned).length,
    }).toEqual({ read: ['A', 'B', 'DCP_ERROR'], most: 64 });
  });

  it('contain no ICCID for a request with several', () => {
    const resources = [requestResource(ICCID, '70'), requestResource('8946040000000009999')];
    expect(decodeRequest({ ...requestMessage, subscriptionRequestResources: resources }).iccid).toBeNull();
  });
});

describe('detailedMessage', () => {
  it('does not hide a failed localization if it cannot be read', () => {
    expect(decodeLocalization('{"eid":', { operation: 'ENABLED', state: 'FAILED' }).outcome).toBe('failed');
  });
});

describe('values that this version does not know', () => {
  it('give no mark for fields of a later version', () => {
    expect(decodeLocalization({ ...localizedMessage, orbit: 'low' }).marks).toEqual([]);
  });
});

describe('a contradiction is marked', () => {
  it('between the request type and the operation', () => {
    expect(decodeRequest({ ...requestMessage, subscriptionRequestType: 'CHANGE_SUBSCRIPTIONPACKAGE' }).marks).toEqual([
      {
        code: 'contradiction',
        detail: 'subscriptionRequestType CHANGE_SUBSCRIPTIONPACKAGE, operation CHANGE_SUBSCRIPTIONSTATE',
      },
    ]);
  });
});

describe('damaged data', () => {
  it.each([
    ['nothing', '', 'malformed-json'],
    ['half an object', '{"state":"COMPLETED"', 'malformed-json'],
    ['a page of HTML', '<html></html>', 'malformed-json'],
    ['a list', '[]', 'not-an-object'],
    ['null', 'null', 'not-an-object'],
    ['a text', '"FAILED"', 'not-an-object'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'too-deep'],
    ['10 000 levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'too-deep'],
    ['a million brackets', '['.repeat(1_000_000), 'too-deep'],
  ])('gives an unknown outcome with a mark for %s', (_what, data, code) => {
    expect(decode('LOCALIZATION', data)).toEqual({
      ...common,
      createdDateTime: null,
      createdAt: null,
      principal: null,
      outcome: 'unknown',
      marks: [{ code, detail: expect.any(String) }],
    });
  });

  it('is not assumed for 64 levels, or for brackets in texts', () => {
    const nested = `${'['.repeat(63)}"${'['.repeat(500)}\\"["${']'.repeat(63)}`;
    expect(decode('HEARTBEAT', `{"operation":"-","extra":${nested}}`).operation).toBe('-');
  });

  it('in a too deep detailedMessage leaves the envelope readable', () => {
    expect(decodeLocalization('{"a":'.repeat(1_000_000))).toMatchObject({
      state: 'COMPLETED',
      outcome: 'unknown',
      marks: [{ code: 'too-deep', detail: 'detailedMessage' }],
    });
  });

  it('is not decoded for an oversize event, of which only the beginning exists', () => {
    const oversize = { bytes: 20_000_000, sha256: 'ab' };
    expect(decodeEvent({ kind: 'CMP_EVENT', data: '{}', oversize })).toMatchObject({
      outcome: 'unknown',
      marks: [{ code: 'oversize', detail: '20000000 bytes, SHA-256 ab' }],
    });
  });

  it('in one field leaves the other fields readable', () => {
    const message = {
      ...requestMessage,
      size: 'two',
      subscriptionRequestResources: [7, ...requestMessage.subscriptionRequestResources],
    };
    expect(decodeRequest(message, { principal: { a: 1 } })).toMatchObject({
      principal: null,
      outcome: 'partial',
      requestId: 'req-1',
      failedCount: 1,
      marks: [
        { code: 'wrong-type', detail: 'principal' },
        { code: 'wrong-type', detail: 'detailedMessage.subscriptionRequestResources[]' },
        { code: 'wrong-type', detail: 'detailedMessage.size' },
      ],
    });
  });

  it('names missing fields', () => {
    expect(decode('LOCALIZATION', { state: 'FAILED', detailedMessage: {} }).marks).toEqual(
      [
        'createdDateTime',
        'operation',
        'principal',
        'detailedMessage.eid',
        'detailedMessage.localizedProfile',
        'detailedMessage.errorCode',
      ].map((detail) => ({ code: 'missing-field', detail })),
    );
  });

  it('does not include keys of the prototype, which are data', () => {
    const data = `{"__proto__":{"state":"FAILED"},"constructor":1,"operation":"ENABLED","detailedMessage":{"__proto__":{"eid":"x"}}}`;
    expect(decode('LOCALIZATION', data)).toMatchObject({ state: null, eid: null, outcome: 'unknown' });
  });

  it('does not enlarge the row of a hostile event', () => {
    const codes = Array.from({ length: 5_000 }, (_, index) => ({ errorCode: `C${index}` }));
    const message = { ...failedLocalizationMessage, eid: '8'.repeat(100_000), detailedError: codes };
    const event = decodeLocalization(message, { operation: 'ALLOCATED', state: 'FAILED' });
    expect({ eid: event.eid, codes: event.errorCodes.length, small: JSON.stringify(event).length < 5_000 }).toEqual({
      eid: null,
      codes: 64,
      small: true,
    });
  });
});
