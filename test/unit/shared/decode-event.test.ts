import { describe, expect, it } from 'vitest';
import type { DecodedEvent } from '../../../src-shared/domain/event/event.ts';
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

  it('decode a failed download, which has no ICCID', () => {
    const message = {
      eid: EID,
      localizedProfile: { iccid: null, countryCode: 'SE' },
      errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
      detailedError: [{}],
    };
    expect(decodeLocalization(message, { operation: 'DOWNLOADED', state: 'FAILED' })).toMatchObject({
      outcome: 'failed',
      iccid: null,
      marks: [],
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
      company: 'Example',
      createdBy: 'noc@example.com',
      sizeClass: '2-10',
      resourceCount: 2,
      failedCount: 1,
    });
  });

  it.each<[what: string, message: object, expected: Partial<DecodedEvent>]>([
    ['the id of a company without a name', { companyName: undefined, companyId: 7 }, { company: '7' }],
    ['no company if there is none', { companyName: '', companyId: null }, { company: null }],
    ['each size as its class', { size: 1_001 }, { sizeClass: '1001+' }],
    [
      'each target once, in order, at most 8',
      { subscriptionRequestResources: ['b', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map(targeting) },
      { targets: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
    ],
  ])('contain %s', (_what, message, expected) =>
    expect(decodeRequest({ ...requestMessage, ...message })).toMatchObject(expected),
  );

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
  it('is read the same as an object and as JSON in a string', () => {
    expect(decodeRequest(JSON.stringify(requestMessage))).toEqual(decodeRequest(requestMessage));
  });

  it.each([
    ['plain text', 'The eUICC was localized.', { code: 'detail-not-json', detail: 'detailedMessage' }],
    ['a number', 12, { code: 'wrong-type', detail: 'detailedMessage' }],
    ['a list', [localizedMessage], { code: 'wrong-type', detail: 'detailedMessage' }],
    ['null', null, { code: 'missing-field', detail: 'detailedMessage' }],
  ])('leaves the envelope readable if it is %s', (_what, message, mark) => {
    expect(decodeLocalization(message)).toEqual({
      ...common,
      operation: 'FALLBACK_SET',
      state: 'COMPLETED',
      outcome: 'unknown',
      marks: [mark],
    });
  });

  it('does not hide a failed localization if it cannot be read', () => {
    expect(decodeLocalization('{"eid":', { operation: 'ENABLED', state: 'FAILED' }).outcome).toBe('failed');
  });
});

describe('values that this version does not know', () => {
  it.each([
    ['a kind', decode('PROFILE_SWAP', { ...envelope, operation: 'X', state: 'Y' }), 'unknown-kind', 'PROFILE_SWAP'],
    ['the default kind', decode('message', '{}'), 'unknown-kind', 'message'],
    ['a kind like a property of every object', decode('__proto__', '{}'), 'unknown-kind', '__proto__'],
    [
      'an operation',
      decodeLocalization(localizedMessage, { operation: 'TELEPORTED', state: 'COMPLETED' }),
      'unknown-operation',
      'TELEPORTED',
    ],
    [
      'a state',
      decodeLocalization(localizedMessage, { operation: 'ENABLED', state: 'DONE' }),
      'unknown-state',
      'state: DONE',
    ],
    [
      'a request state',
      decodeRequest({ ...requestMessage, subscriptionRequestState: 'ARCHIVED', ...noFailures() }),
      'unknown-state',
      'subscriptionRequestState: ARCHIVED',
    ],
  ])('give a mark and an unknown outcome for %s', (_what, event, code, detail) => {
    expect(event).toMatchObject({ outcome: 'unknown', marks: [{ code, detail }] });
  });

  it('give a mark for an error code and keep the code', () => {
    const message = { ...failedLocalizationMessage, errorCode: 'MOON_PHASE', detailedError: [] };
    expect(decodeLocalization(message, { operation: 'ALLOCATED', state: 'FAILED' })).toMatchObject({
      outcome: 'failed',
      errorCodes: ['MOON_PHASE'],
      marks: [{ code: 'unknown-error-code', detail: 'MOON_PHASE' }],
    });
  });

  it('give no mark for fields of a later version', () => {
    expect(decodeLocalization({ ...localizedMessage, orbit: 'low' }).marks).toEqual([]);
  });
});

const targeting = (value: string) => ({ resourceProperties: [{ type: 'TARGET_SUBSCRIPTION_PACKAGE', value }] });

function noFailures() {
  return {
    subscriptionRequestResourceCounters: { completed: 2 },
    subscriptionRequestFailureInfos: [],
    subscriptionRequestResources: [requestResource(ICCID), requestResource(ICCID)],
  };
}

describe('a contradiction is marked', () => {
  it('between an error code and the state COMPLETED', () => {
    const message = { ...localizedMessage, errorCode: 'SET_FALLBACK_PROFILE_FAILED' };
    expect(decodeLocalization(message)).toMatchObject({
      outcome: 'unknown',
      errorCode: 'SET_FALLBACK_PROFILE_FAILED',
      marks: [{ code: 'contradiction', detail: 'errorCode SET_FALLBACK_PROFILE_FAILED beside state COMPLETED' }],
    });
  });

  it('between the counters and the size', () => {
    expect(decodeRequest({ ...requestMessage, size: 7 })).toMatchObject({
      outcome: 'partial',
      resourceCount: 7,
      marks: [{ code: 'contradiction', detail: 'counters add up to 2, size is 7' }],
    });
  });

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

describe('identifiers', () => {
  it.each([
    ['in an object', (text: string) => text],
    ['in a string', (text: string) => JSON.stringify(text)],
  ])('keep all their digits if they arrive as numbers %s', (_where, wrap) => {
    const message = wrap(`{"eid":${EID},"localizedProfile":{"iccid":8946040000000001234,"countryCode":"SE"}}`);
    const data = `{"operation":"FALLBACK_SET","state":"COMPLETED","principal":12,"createdDateTime":"2024-02-28T10:00:00.123Z","detailedMessage":${message}}`;
    expect(decode('LOCALIZATION', data)).toMatchObject({
      outcome: 'succeeded',
      principal: '12',
      eid: EID,
      iccid: ICCID,
      marks: [
        { code: 'numeric-identifier', detail: 'principal' },
        { code: 'numeric-identifier', detail: 'detailedMessage.eid' },
        { code: 'numeric-identifier', detail: 'detailedMessage.localizedProfile.iccid' },
      ],
    });
  });

  it('include an error code that is a number, as text', () => {
    const info = { errorObject: { errorCode: 73, errorMessage: '…' }, errorType: 'DCP_ERROR' };
    expect(decodeRequest({ ...requestMessage, subscriptionRequestFailureInfos: [info] }).errorCodes).toEqual([
      '73',
      '70',
    ]);
  });
});
