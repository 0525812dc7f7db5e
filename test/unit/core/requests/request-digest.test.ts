import { describe, expect, it } from 'vitest';
import { requestDigest } from '../../../../src-main/core/requests/request-digest.ts';
import { requestDocument, requestOutline } from '../../../../src-shared/service/request-message.ts';
import { generatedEvents } from '../../../bench/generated-events.ts';
import { decode } from '../../../doubles/documented-events.ts';
import { poisonTexts } from '../../../doubles/poison-texts.ts';
import { infoOf, requestText } from '../../../doubles/request-texts.ts';

const counters = (counts: object) => ({
  subscriptionRequestResourceCounters: {
    inProgress: 0,
    pending: 0,
    canceled: 0,
    rejected: 0,
    completed: 0,
    failed: 0,
    ...counts,
  },
});
const small = { completed: 3, failing: [{ code: '73', count: 1 }] };
const list = (...states: (string | null)[]) => ({
  subscriptionRequestResources: states.map((resourceState) => (resourceState === null ? {} : { resourceState })),
});

describe('the digest of a request', () => {
  it('[REQ-2] contains the values of its event, with times to the nanosecond', () => {
    expect(requestDigest({ raw: requestText() })).toEqual({
      type: 'CHANGE_SUBSCRIPTIONPACKAGE',
      size: 214,
      completed: 171,
      failed: 43,
      consistent: true,
      company: 'Nordwind Logistics',
      createdBy: 'r.albrecht',
      target: 'EU-DATA-50',
      createdAt: '2026-11-21T12:47:31.882000017Z',
      updatedAt: '2026-11-21T12:47:31.999999999Z',
      main: { type: 'DCP_ERROR', code: '73' },
    });
  });

  it.each([
    ['all failed', { completed: 0, failing: [{ code: '70', count: 3 }] }, [3, 0, 3, true]],
    ['all done', { completed: 24, failing: [] }, [24, 24, 0, true]],
    ['rejected ones count as failed', { ...small, message: counters({ completed: 3, rejected: 1 }) }, [4, 3, 1, true]],
    ['one resource is not accounted for', { ...small, message: { size: 5 } }, [5, 3, 1, false]],
    ['no size', { ...small, message: { size: undefined } }, [4, 3, 1, false]],
    ['no counters', { ...small, message: { subscriptionRequestResourceCounters: undefined } }, [4, 3, 1, false]],
    ['no list', { ...small, message: { subscriptionRequestResources: undefined } }, [4, 3, 1, false]],
    ['an empty list', { ...small, message: list() }, [4, 3, 1, false]],
    ['a part of the list', { ...small, message: list('COMPLETED') }, [4, 3, 1, false]],
    [
      'the list reports more failures',
      { ...small, message: list('FAILED', 'FAILED', 'COMPLETED', 'COMPLETED') },
      [4, 2, 2, false],
    ],
    [
      'the counters report more failures',
      { ...small, message: counters({ completed: 1, failed: 3 }) },
      [4, 1, 3, false],
    ],
    [
      'a counter that is not a number',
      { ...small, message: counters({ completed: 3, failed: '1' }) },
      [4, 3, 1, false],
    ],
    [
      'an undocumented state',
      { ...small, message: list('FAILED', 'DONE', 'COMPLETED', 'COMPLETED') },
      [4, 2, 1, false],
    ],
    [
      'pending resources add up',
      {
        completed: 2,
        failing: [],
        message: { size: 3, ...counters({ completed: 2, pending: 1 }), ...list('COMPLETED', 'COMPLETED', null) },
      },
      [3, 2, 0, true],
    ],
    [
      'pending resources that are not listed',
      {
        completed: 2,
        failing: [],
        message: { size: 3, ...counters({ completed: 2, pending: 1 }), ...list('COMPLETED', 'COMPLETED') },
      },
      [3, 2, 0, false],
    ],
    [
      'type and operation differ',
      { completed: 2, failing: [], envelope: { operation: 'CHANGE_SUBSCRIPTIONSTATE' } },
      [2, 2, 0, false],
    ],
  ])('[REQ-2] counts so that a contradiction never looks like a success: %s', (_what, fields, expected) => {
    const { size, completed, failed, consistent } = requestDigest({ raw: requestText(fields) });
    expect([size, completed, failed, consistent]).toEqual(expected);
  });

  it('[REQ-2] never looks better, and never consistent, if one of its fields is missing', () => {
    for (const failed of [0, 1, 4]) {
      const fields = { completed: 4 - failed, failing: [{ code: '73', count: failed }] };
      for (const removedField of ['size', 'subscriptionRequestResourceCounters', 'subscriptionRequestResources'])
        for (const also of ['size', 'subscriptionRequestResourceCounters', 'subscriptionRequestResources']) {
          const message = { [removedField]: undefined, [also]: undefined };
          const reading = requestDigest({ raw: requestText({ ...fields, message }) });
          expect(reading.consistent, `${removedField} ${also}`).toBe(false);
          expect(reading.completed ?? 0, `${removedField} ${also}`).toBeLessThanOrEqual(fields.completed);
          expect(reading.failed ?? Infinity, `${removedField} ${also}`).toBeGreaterThanOrEqual(failed);
        }
    }
  });

  it.each([
    [{ epochSecond: 0, nano: 0 }, '1970-01-01T00:00:00.000000000Z'],
    [{ epochSecond: -1, nano: 1 }, '1969-12-31T23:59:59.000000001Z'],
    [{ epochSecond: 253_402_300_799, nano: 999_999_999 }, '9999-12-31T23:59:59.999999999Z'],
    [{ epochSecond: 253_402_300_800, nano: 0 }, null],
    [{ epochSecond: 1, nano: 1_000_000_000 }, null],
    [{ epochSecond: 1, nano: -1 }, null],
    [{ epochSecond: 1.5, nano: 0 }, null],
    [{ epochSecond: '1', nano: 0 }, '1970-01-01T00:00:01.000000000Z'],
    [{ epochSecond: 1 }, null],
    ['2026-11-21T12:47:31Z', '2026-11-21T12:47:31.000000000Z'],
    [1_790_000_000, null],
    [1_790_000_000_250, null],
    [[1_790_000_000, 250_000_000], null],
    [null, null],
  ])('[REQ-2] takes no approximate time: %j becomes %s', (timeCreated, expected) => {
    expect(requestDigest({ raw: requestText({ ...small, message: { timeCreated } }) }).createdAt).toBe(expected);
  });

  it('[REQ-2] keeps all digits of an identifier that arrived as a number', () => {
    const raw = requestText({ completed: 1, failing: [], message: { createdBy: 'N' }, target: 'T' })
      .replace('"N"', '9007199254740993001')
      .replace('"T"', '70000000000000000007');
    expect(requestDigest({ raw })).toMatchObject({ createdBy: '9007199254740993001', target: '70000000000000000007' });
  });

  it('[REQ-5] names the error of most failed resources, the first if several are equal, or else the error of the request', () => {
    const main = (fields: object) => requestDigest({ raw: requestText(fields) }).main;
    const [a, b] = [
      { code: 'A', count: 2 },
      { code: 'B', count: 2 },
    ];
    expect([
      main({ failing: [a, b] }),
      main({ failing: [a, { ...b, count: 3 }] }),
      main({
        failing: [{ code: null, type: null, count: 2 }],
        message: { subscriptionRequestFailureInfos: [infoOf(a)] },
      }),
      main({
        failing: [],
        message: { subscriptionRequestFailureInfos: [infoOf(b)], subscriptionRequestResources: undefined },
      }),
      main({ failing: [{ code: null, type: null, count: 2 }], message: { subscriptionRequestFailureInfos: [] } }),
      main({ failing: [] }),
    ]).toEqual([
      { type: 'DCP_ERROR', code: 'A' },
      { type: 'DCP_ERROR', code: 'B' },
      { type: 'DCP_ERROR', code: 'A' },
      { type: 'DCP_ERROR', code: 'B' },
      null,
      null,
    ]);
  });

  it('has a target only if all resources have the same one', () => {
    const resources = (...targets: string[][]) => ({
      subscriptionRequestResources: targets.map((values) => ({
        resourceProperties: values.map((value) => ({ type: 'TARGET_SUBSCRIPTION_STATE', value })),
        resourceState: 'COMPLETED',
      })),
    });
    const target = (message: object) => requestDigest({ raw: requestText({ message: { ...message } }) }).target;
    expect([
      target(resources(['PAUSE'], ['PAUSE'])),
      target(resources(['PAUSE'], ['DEACTIVATED'])),
      target(resources(['PAUSE'], [])),
      target(resources(['PAUSE', 'DEACTIVATED'])),
      target(resources()),
    ]).toEqual(['PAUSE', null, null, null, null]);
  });

  it.each(poisonTexts)('[REQ-5] contains no figures for an invalid text, and never throws: %s', (_name, raw) => {
    expect(requestDigest({ raw })).toMatchObject({ size: null, completed: null, failed: null, consistent: false });
    const inside = JSON.stringify({ operation: 'CHANGE_SUBSCRIPTIONSTATE', state: 'COMPLETED', detailedMessage: raw });
    expect(requestDigest({ raw: inside })).toMatchObject({ consistent: false, completed: null });
  });

  it('is the same if the text is read without the checks in which the decoder found nothing', () => {
    const usual = usualRequests();
    const unusual = [
      requestText({ ...small, message: { createdBy: 9_007_199 } }),
      ...poisonTexts.map(([, raw]) => raw),
    ];
    // An empty value contradicts nothing, so the decoder marks no repeated name.
    const repeatedEmpty = usual
      .filter((text) => /"companyName":/.test(text))
      .map((text) => text.replace(/"companyName":"[^"]*"/, '$&,"companyName":""'));
    expect(repeatedEmpty.length).toBeGreaterThan(0);
    for (const raw of repeatedEmpty) {
      const { marks, company } = decode('CMP_EVENT', raw);
      expect([marks, company]).toEqual([[], requestDigest({ raw }, true).company]);
    }
    const texts = [
      ...usual,
      ...unusual,
      ...repeatedEmpty,
      ...withRepeatedNames(requestText(small)),
      ...withRepeatedNames(usual[0] ?? ''),
    ];
    const unmarked = texts.filter((data) => decode('CMP_EVENT', data).marks.length === 0);
    expect(unmarked.length).toBeGreaterThanOrEqual(usual.length);
    expect(unmarked.length).toBeLessThan(texts.length);
    for (const raw of unmarked) expect(requestDigest({ raw }, true)).toEqual(requestDigest({ raw }));
  });

  it('is based on the same values as the complete document', () => {
    const texts = [requestText(), ...usualRequests(), ...withRepeatedNames(requestText(small))];
    for (const raw of texts) {
      const outline = requestOutline(raw, false);
      const document = requestDocument(raw);
      if (outline === null) expect(document).toBeNull();
      else {
        const { resources, ...message } = outline.message;
        expect(document).toMatchObject({ ...outline, message });
        expect(resources).toBe(outline.resources);
      }
    }
  });
});

/** Returns the text once for each of its names, each time with another value before that of the name. */
function withRepeatedNames(text: string): string[] {
  return [...text.matchAll(/\\?"(\w+)\\?":/g)].map(
    ({ 0: name, index }) => `${text.slice(0, index)}${name}7,${text.slice(index)}`,
  );
}

function usualRequests(): string[] {
  return [...generatedEvents(0, 300)].filter(({ kind }) => kind === 'CMP_EVENT').map(({ data }) => data);
}
