import { describe, expect, it, vi } from 'vitest';
import { changeRequestDetail, requestCauses, resourcesOf } from '../../../../src-main/core/requests/request-facts.ts';
import { changeRequestDetailSchema, resourcesPageSchema } from '../../../../src-shared/api/cases.ts';
import { poisonTexts } from '../../../doubles/poison-texts.ts';
import { infoOf, requestText, storedRequest } from '../../../doubles/request-texts.ts';
import { rounds } from '../../../support/breadth.ts';

const all = { failed: false, cause: null, from: 0, limit: 500 };

describe('the facts of a request', () => {
  it("[REQ-5] are counted by error, most frequent first, with the provider's sentences for each", () => {
    const facts = changeRequestDetail(storedRequest(requestText(), 7));
    expect(facts).toEqual({
      key: 'request:REQ-20261121-0417',
      seq: 7,
      operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
      state: 'COMPLETED',
      requestState: 'COMPLETED_WITH_FAILURES',
      companyId: 'company-1000',
      companyName: 'Nordwind Logistics',
      timeCreated: '2026-11-21T12:47:31.882000017Z',
      lastUpdated: '2026-11-21T12:47:31.999999999Z',
      counters: { completed: 171, failed: 43, rejected: 0, canceled: 0, pending: 0, inProgress: 0 },
      size: 214,
      listed: 214,
      unaccounted: 0,
      contradictions: [],
      targets: [{ type: 'TARGET_SUBSCRIPTION_PACKAGE', value: 'EU-DATA-50', count: 214 }],
      causes: [
        { type: 'DCP_ERROR', code: '73', count: 31, sentences: ['Already in this package'] },
        { type: 'DCP_ERROR', code: '70', count: 11, sentences: ['Cannot change the state'] },
        { type: 'DCP_ERROR', code: '118', count: 1, sentences: ['Package quota exceeded for contract'] },
      ],
    });
    expect(changeRequestDetailSchema.parse(facts)).toEqual(facts);
  });

  it('count a resource once for each error that it names, or without a code if it names none', () => {
    const [a, b] = [
      { code: 'A', count: 1 },
      { code: 'B', count: 1 },
    ];
    const resources = [
      { resourceState: 'FAILED', resourceFailureInfos: [infoOf(a), infoOf(b), infoOf(a)] },
      { resourceState: 'FAILED', resourceFailureInfos: [infoOf(b)] },
      { resourceState: 'FAILED' },
      { resourceState: 'COMPLETED' },
    ];
    const event = storedRequest(requestText({ message: { subscriptionRequestResources: resources, size: 4 } }));
    expect(changeRequestDetail(event).causes.map(({ code, count }) => [code, count])).toEqual([
      ['B', 2],
      ['A', 1],
      [null, 1],
    ]);
    const placesOf = (cause: { type: string | null; code: string | null }) =>
      resourcesOf(event, { ...all, failed: true, cause }).resources.map(({ place, code }) => [place, code]);
    expect([
      placesOf({ type: 'DCP_ERROR', code: 'B' }),
      placesOf({ type: null, code: null }),
      placesOf({ type: null, code: 'B' }),
    ]).toEqual([
      [
        [0, 'B'],
        [1, 'B'],
      ],
      [[2, null]],
      [],
    ]);
  });

  it.each([
    ['the size is larger', { size: 6 }, 2, ['counters add up to 4, size is 6']],
    [
      'neither counters nor list',
      { subscriptionRequestResourceCounters: undefined, subscriptionRequestResources: undefined },
      4,
      [],
    ],
    ['no size', { size: undefined }, null, []],
    [
      'a list with resources without a state',
      {
        subscriptionRequestResourceCounters: undefined,
        subscriptionRequestResources: [{ resourceState: 'FAILED' }, {}, {}, {}],
      },
      3,
      [],
    ],
    [
      'another type',
      { subscriptionRequestType: 'X' },
      0,
      ['subscriptionRequestType X, operation CHANGE_SUBSCRIPTIONPACKAGE'],
    ],
  ])(
    '[REQ-2] count unaccounted resources and list contradictions: %s',
    (_what, message, unaccounted, contradictions) => {
      const facts = changeRequestDetail(
        storedRequest(requestText({ completed: 3, failing: [{ code: '73', count: 1 }], message })),
      );
      expect([facts.unaccounted, facts.contradictions]).toEqual([unaccounted, contradictions]);
    },
  );

  it('[REQ-5] return a window of 10 000 resources, parse their event once, and cache the last four events', () => {
    const event = storedRequest(requestText({ completed: 9_000, failing: [{ code: '73', count: 1_000 }] }));
    const others = [1, 2, 3].map((completed) => storedRequest(requestText({ completed })));
    const parse = vi.spyOn(JSON, 'parse');
    const last = resourcesOf(event, { ...all, from: 9_500 });
    expect(last.total).toBe(10_000);
    expect(last.resources.map(({ place }) => place)).toEqual(Array.from({ length: 500 }, (_, index) => 9_500 + index));
    expect(resourcesPageSchema.parse(last)).toEqual(last);
    const failed = resourcesOf(event, { ...all, failed: true, from: 990, limit: 20 });
    expect([failed.total, failed.resources.length]).toEqual([1_000, 10]);
    expect(failed.resources[0]).toEqual({
      place: 990,
      resourceId: 'res-990',
      state: 'FAILED',
      failed: true,
      code: '73',
      type: 'DCP_ERROR',
      sentence: null,
      imsi: '262020000000990',
      msisdn: '49150000000990',
      iccid: '8949020000000000990',
      target: 'EU-DATA-50',
    });
    for (const other of others) resourcesOf(other, all);
    resourcesOf(event, all);
    expect(parse).toHaveBeenCalledTimes(4);
    parse.mockRestore();
  });

  it('[REQ-2] keep all digits of identifiers that arrived as numbers', () => {
    const raw = requestText({ completed: 1, failing: [] })
      .replace('"8949020000000000000"', '89490200000000000001')
      .replace('"262020000000000"', '262020000000000');
    expect(resourcesOf(storedRequest(raw), all).resources).toMatchObject([
      { iccid: '89490200000000000001', imsi: '262020000000000' },
    ]);
  });

  it('[REQ-5] limit what a hostile request produces, and accept names such as __proto__ as codes', () => {
    const many = Array.from({ length: rounds({ usual: 400, thorough: 5_000 }) }, (_, index) => ({
      resourceState: 'FAILED',
      resourceFailureInfos: Array.from({ length: 40 }, (__, info) => infoOf({ code: `${index}-${info}`, count: 1 })),
      resourceProperties: [{ type: `TARGET_${index}`, value: 'x'.repeat(200) }],
    }));
    const facts = changeRequestDetail(storedRequest(requestText({ message: { subscriptionRequestResources: many } })));
    expect([facts.causes.length, facts.targets.length]).toEqual([200, 50]);
    const odd = { code: '__proto__', type: 'constructor', count: 2, sentence: 's'.repeat(9_000) };
    const [cause] = changeRequestDetail(storedRequest(requestText({ completed: 0, failing: [odd] }))).causes;
    expect([cause?.type, cause?.code, cause?.count, cause?.sentences[0]?.length]).toEqual([
      'constructor',
      '__proto__',
      2,
      1_001,
    ]);
  });

  it.each([
    requestText(),
    requestText({ completed: 0, failing: [{ code: null, count: 2 }] }),
    requestText().replace('"errorCode":"73"', '"errorCode":"73","errorCode":"74"'),
    requestText().replaceAll('"errorCode":"73"', '"errorCode":18446744073709551617'),
    ...poisonTexts.map(([, raw]) => raw),
  ])('have the same causes if only those are read: %#', (raw) => {
    const event = storedRequest(raw);
    expect(requestCauses(event)).toEqual(changeRequestDetail(event).causes);
  });

  it.each(poisonTexts)('[REQ-5] are empty for an invalid text: %s', (_name, raw) => {
    const event = storedRequest(raw);
    expect(changeRequestDetailSchema.parse(changeRequestDetail(event))).toMatchObject({
      key: 'event:1',
      size: null,
      causes: [],
    });
    expect(resourcesOf(event, all)).toEqual({ resources: [], total: 0 });
  });
});
