/**
 * Tests each input of `docs/input.md` in each of its forms. The first test fails if a row of the document has no case
 * here.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventNames } from '../../../src-main/adapters/sqlite/events/rows/event-names.ts';
import { httpTimeOf, retryAfterMsOf } from '../../../src-main/adapters/network/retry-after.ts';
import { EventFramer } from '../../../src-main/adapters/stream/event-framer.ts';
import { OneShotEventSource } from '../../../src-main/adapters/stream/one-shot-event-source.ts';
import { streamRefusalOf } from '../../../src-main/adapters/stream/stream-response.ts';
import { changedSubscription } from '../../../src-main/core/subscriptions/changed-subscription.ts';
import { parseSearchResponse } from '../../../src-shared/service/search-response.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import {
  decodeRequest,
  CREATED_AT,
  decode,
  EID,
  envelope,
  failedLocalizationMessage,
  ICCID,
  decodeLocalization,
  localizedMessage,
  requestMessage,
} from '../../doubles/documented-events.ts';

type Case = readonly [read: () => unknown, expected: unknown];

const inText = (value: unknown) => JSON.stringify(value);
const failed = { operation: 'ALLOCATED', state: 'FAILED' };
const of = (field: string, event: ReturnType<typeof decode>) => [
  Object.entries(event).find(([name]) => name === field)?.[1],
  ...new Set(event.marks.map(({ code }) => code)),
];
const session = (fields: object) =>
  decode('HEARTBEAT', { ...envelope, operation: '-', state: 'IN_PROGRESS', ...fields });
const profile = (fields: object) =>
  decodeLocalization({ eid: EID, localizedProfile: { countryCode: 'SE', iccid: ICCID, ...fields } });
const list = (name: 'subscriptionRequestResources' | 'subscriptionRequestFailureInfos', value: unknown) =>
  decodeRequest({ ...requestMessage, [name]: value });
const NUMBER = 'NUMBER';
const numeric = (event: object) =>
  decode('LOCALIZATION', JSON.stringify(event).replace(`"${NUMBER}"`, '89049032000001000000015423673010'));

const EVENTS: Readonly<Record<string, readonly Case[]>> = {
  data: [
    [() => of('operation', session({})), ['-']],
    [
      () =>
        of(
          'operation',
          decode('HEARTBEAT', inText(JSON.stringify({ ...envelope, operation: '-', state: 'IN_PROGRESS' }))),
        ),
      ['-', 'encoded-twice'],
    ],
    [() => of('operation', decode('HEARTBEAT', '{')), [null, 'malformed-json']],
    [() => of('operation', decode('HEARTBEAT', '[]')), [null, 'not-an-object']],
    [() => of('operation', decode('HEARTBEAT', '['.repeat(70))), [null, 'too-deep']],
  ],
  createdDateTime: [
    ...['2024-02-28T12:00:00.123+0200', '2024-02-28 10:00:00.123Z', '2024-02-28T10:00:00,123 UTC'].map(
      (createdDateTime): Case => [() => of('createdAt', session({ createdDateTime })), [CREATED_AT]],
    ),
    [
      () =>
        of('createdAt', session({ createdDateTime: { epochSecond: CREATED_AT / 1_000 - 0.123, nano: 123_000_000 } })),
      [CREATED_AT, 'unusual-form'],
    ],
    [() => of('createdAt', session({ createdDateTime: CREATED_AT })), [null, 'invalid-time']],
    [() => of('createdAt', session({ createdDateTime: '' })), [null, 'missing-field']],
  ],
  operation: [
    [
      () => of('operation', decodeLocalization(localizedMessage, { operation: 'X', state: 'COMPLETED' })),
      ['X', 'unknown-operation'],
    ],
    [
      () => of('operation', decodeLocalization(localizedMessage, { operation: 7, state: 'COMPLETED' })),
      [null, 'wrong-type'],
    ],
    [
      () => of('operation', decodeLocalization(localizedMessage, { operation: '', state: 'COMPLETED' })),
      [null, 'missing-field'],
    ],
  ],
  principal: [
    [() => of('principal', session({ principal: 12 })), ['12', 'numeric-identifier']],
    [() => of('principal', session({ principal: ' acme ' })), ['acme', 'unusual-form']],
    [() => of('principal', session({ principal: null })), [null, 'missing-field']],
  ],
  state: [
    [
      () => of('outcome', decodeLocalization(localizedMessage, { operation: 'ENABLED', state: 'DONE' })),
      ['unknown', 'unknown-state'],
    ],
    [() => of('outcome', decode('NEWS', { ...envelope, state: 'FAILED' })), ['failed', 'unknown-kind']],
    [
      () => of('outcome', decodeLocalization(localizedMessage, { operation: 'ENABLED', state: null })),
      ['unknown', 'missing-field'],
    ],
  ],
  detailedMessage: [
    [() => of('eid', decodeLocalization(localizedMessage)), [EID]],
    [() => of('eid', decodeLocalization(inText(localizedMessage))), [EID]],
    [() => of('eid', decodeLocalization(inText(inText(localizedMessage)))), [EID, 'encoded-twice']],
    [() => of('eid', decodeLocalization('a sentence')), [null, 'detail-not-json']],
    [() => of('eid', decodeLocalization(7)), [null, 'wrong-type']],
    ...['', null].map((none): Case => [() => of('eid', decodeLocalization(none)), [null, 'missing-field']]),
  ],
  eid: [
    [
      () =>
        of(
          'eid',
          numeric({
            ...envelope,
            operation: 'ENABLED',
            state: 'COMPLETED',
            detailedMessage: { ...localizedMessage, eid: NUMBER },
          }),
        ),
      [EID, 'numeric-identifier'],
    ],
    [() => of('eid', decodeLocalization({ ...localizedMessage, eid: `${EID}\n` })), [EID, 'unusual-form']],
    ...['', null, undefined].map((eid): Case => [
      () => of('eid', decodeLocalization({ ...localizedMessage, eid })),
      [null, 'missing-field'],
    ]),
  ],
  localizedProfile: [
    [
      () =>
        of(
          'iccid',
          decodeLocalization({ ...localizedMessage, localizedProfile: inText(localizedMessage.localizedProfile) }),
        ),
      [ICCID, 'encoded-twice'],
    ],
    [() => of('iccid', decodeLocalization({ ...localizedMessage, localizedProfile: null })), [null, 'missing-field']],
  ],
  iccid: [
    [
      () => of('iccid', decodeLocalization({ eid: EID, localizedProfile: { countryCode: 'SE' }, iccid: ICCID })),
      [ICCID],
    ],
    [
      () =>
        of(
          'iccid',
          decodeLocalization({ eid: EID, localizedProfile: { countryCode: 'SE' }, 'localizedProfile.iccid': ICCID }),
        ),
      [ICCID],
    ],
    ...['', null, undefined].map((iccid): Case => [() => of('iccid', profile({ iccid })), [null]]),
  ],
  countryCode: [
    [() => of('countryCode', profile({ countryCode: 'swe' })), ['swe', 'unusual-form']],
    [() => of('countryCode', profile({ countryCode: '' })), [null, 'missing-field']],
  ],
  errorCode: [
    [
      () => of('errorCode', decodeLocalization({ ...failedLocalizationMessage, errorCode: 'MOON' }, failed)),
      ['MOON', 'unknown-error-code'],
    ],
    [
      () => of('errorCode', decodeLocalization({ ...failedLocalizationMessage, errorCode: '' }, failed)),
      [null, 'missing-field'],
    ],
  ],
  detailedError: [
    [
      () =>
        of(
          'errorCodes',
          decodeLocalization({ ...failedLocalizationMessage, detailedError: inText([{ errorCode: 'A' }]) }, failed),
        ),
      [[failedLocalizationMessage.errorCode, 'A'], 'encoded-twice'],
    ],
    [
      () =>
        of(
          'errorCodes',
          decodeLocalization({ ...failedLocalizationMessage, detailedError: [inText({ errorCode: 'A' })] }, failed),
        ),
      [[failedLocalizationMessage.errorCode, 'A'], 'encoded-twice'],
    ],
    [
      () => of('errorCodes', decodeLocalization({ ...failedLocalizationMessage, detailedError: 'timeout' }, failed)),
      [[failedLocalizationMessage.errorCode], 'wrong-type'],
    ],
    [() => of('outcome', decodeLocalization({ ...localizedMessage, detailedError: [] })), ['succeeded']],
  ],
  subscriptionRequestId: [
    [
      () => of('requestId', decodeRequest({ ...requestMessage, subscriptionRequestId: 7 })),
      ['7', 'numeric-identifier'],
    ],
    [() => of('requestId', decodeRequest({ ...requestMessage, subscriptionRequestId: '' })), [null, 'missing-field']],
  ],
  subscriptionRequestState: [
    [
      () => of('outcome', decodeRequest({ ...requestMessage, subscriptionRequestState: 'ARCHIVED' })),
      ['partial', 'unknown-state'],
    ],
    [
      () => of('outcome', decodeRequest({ ...requestMessage, subscriptionRequestState: '' })),
      ['partial', 'missing-field'],
    ],
  ],
  'timeCreated, lastUpdated': [
    [
      () =>
        of(
          'outcome',
          decodeRequest({ ...requestMessage, timeCreated: { epochSecond: '1', nano: '2' }, lastUpdated: null }),
        ),
      ['partial'],
    ],
    [
      () => of('outcome', decodeRequest({ ...requestMessage, timeCreated: '2026-11-25T10:00:00Z', lastUpdated: 1.25 })),
      ['partial', 'unusual-form'],
    ],
    [
      () => of('outcome', decodeRequest({ ...requestMessage, timeCreated: 1_790_000_000 })),
      ['partial', 'invalid-time'],
    ],
  ],
  size: [
    [() => of('resourceCount', decodeRequest(requestMessage)), [2]],
    [() => of('resourceCount', decodeRequest({ ...requestMessage, size: '2' })), [2, 'wrong-type']],
    [() => of('outcome', decodeRequest({ ...requestMessage, size: '' })), ['partial', 'missing-field']],
  ],
  subscriptionRequestResourceCounters: [
    [
      () =>
        of(
          'failedCount',
          decodeRequest({
            ...requestMessage,
            subscriptionRequestResourceCounters: inText({ completed: 1, failed: 1 }),
          }),
        ),
      [1, 'encoded-twice'],
    ],
    [
      () =>
        of(
          'failedCount',
          decodeRequest({ ...requestMessage, subscriptionRequestResourceCounters: { completed: 1, failed: 'one' } }),
        ),
      [1, 'wrong-type'],
    ],
    [() => of('failedCount', decodeRequest({ ...requestMessage, subscriptionRequestResourceCounters: {} })), [1]],
  ],
  subscriptionRequestFailureInfos: [
    [
      () =>
        of(
          'errorCode',
          list('subscriptionRequestFailureInfos', inText(requestMessage.subscriptionRequestFailureInfos)),
        ),
      ['70', 'encoded-twice'],
    ],
    [() => of('errorCode', list('subscriptionRequestFailureInfos', null)), ['70']],
    [() => of('errorCode', list('subscriptionRequestFailureInfos', 7)), ['70', 'wrong-type']],
  ],
  subscriptionRequestResources: [
    [
      () =>
        of('failedCount', list('subscriptionRequestResources', inText(requestMessage.subscriptionRequestResources))),
      [1, 'encoded-twice'],
    ],
    [
      () =>
        of(
          'failedCount',
          list('subscriptionRequestResources', requestMessage.subscriptionRequestResources.map(inText)),
        ),
      [1, 'encoded-twice'],
    ],
    [() => of('failedCount', list('subscriptionRequestResources', 7)), [1, 'wrong-type']],
  ],
  resourceProperties: [
    [
      () =>
        of(
          'iccid',
          list(
            'subscriptionRequestResources',
            requestMessage.subscriptionRequestResources.map((each) => ({
              ...each,
              resourceProperties: inText(each.resourceProperties),
            })),
          ),
        ),
      [ICCID, 'encoded-twice'],
    ],
  ],
};

async function eventsOf(stream: string): Promise<readonly (readonly string[])[]> {
  const bytes = new EventFramer()
    .push(Buffer.from(stream))
    .flatMap((block) => (block.kind === 'event' ? [block.bytes] : []));
  const events: (readonly string[])[] = [];
  await new Promise<void>((resolve) => {
    const source = new OneShotEventSource('http://127.0.0.1/', {
      fetch: async () => new Response(Buffer.concat(bytes), { headers: { 'content-type': 'text/event-stream' } }),
      onOpen: () => undefined,
      onMessage: ({ type, lastEventId, data }) => void events.push([type, lastEventId, String(data)]),
      onFailure: () => {
        source.close();
        resolve();
      },
    });
  });
  return events;
}

function retryOf(line: string): number | null {
  const framer = new EventFramer();
  framer.push(Buffer.from(`retry:${line}\n`));
  return framer.retryMs;
}

const LINES: Readonly<Record<string, readonly Case[]>> = {
  'line ends': [
    ...['\n', '\r', '\r\n'].map((end): Case => [
      () => eventsOf(['event: K', 'data: 1', '', ''].join(end)),
      [['K', '', '1']],
    ]),
    [() => eventsOf('\uFEFFevent: K\ndata: 1\n\n'), [['K', '', '1']]],
  ],
  event: [
    [() => eventsOf('event: A\nevent: B\ndata: 1\n\n'), [['B', '', '1']]],
    [
      () => eventsOf('data: 1\n\nevent:\ndata: 2\n\n'),
      [
        ['message', '', '1'],
        ['message', '', '2'],
      ],
    ],
    [() => eventNames({ kind: 'K'.repeat(300), id: null }).marks.map(({ code }) => code), ['oversize']],
  ],
  id: [
    [
      () => eventsOf('id: 7\ndata: 1\n\nid\ndata: 2\n\n'),
      [
        ['message', '7', '1'],
        ['message', '', '2'],
      ],
    ],
    [
      () => eventsOf('id: 7\ndata: 1\n\nid: a\0\ndata: 2\n\n'),
      [
        ['message', '7', '1'],
        ['message', '7', '2'],
      ],
    ],
  ],
  retry: (
    [
      ['3000', 3_000],
      [' 3000', 3_000],
      ['0', 1_000],
      ['999999', 60_000],
      ['3s', null],
      ['-1', null],
      ['', null],
    ] as const
  ).map(([line, ms]): Case => [() => retryOf(line), ms]),
  'comments and unknown lines': [[() => eventsOf(': ping\nx: 1\ndata: 1\n\n'), [['message', '', '1']]]],
};

const typed = async (type: string) => {
  const response = { status: 200, headers: new Headers({ 'content-type': type }), body: null };
  return (
    (await streamRefusalOf(response, new FakeClock(), (text) => text, new AbortController().signal))?.kind ?? 'stream'
  );
};
const HTTP_DATES = ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'];
const DATE = Date.UTC(1994, 10, 6, 8, 49, 37);

const HEADERS: Readonly<Record<string, readonly Case[]>> = {
  'Content-Type of the stream': [
    ...['text/event-stream', 'Text/Event-Stream; charset=utf-8', ' text/event-stream ;x'].map((type): Case => [
      () => typed(type),
      'stream',
    ]),
    [() => typed('text/html'), 'not-a-stream'],
  ],
  'Retry-After': [
    [() => retryAfterMsOf(' 7 ', 0), 7_000],
    ...HTTP_DATES.map((date): Case => [
      () => [retryAfterMsOf(date, DATE - 5_000), retryAfterMsOf(date, DATE + 1)],
      [5_000, 0],
    ]),
    ...['', '1.5', 'soon', '2026-11-25'].map((value): Case => [() => retryAfterMsOf(value, 0), null]),
  ],
  Date: [
    ...HTTP_DATES.map((date): Case => [() => httpTimeOf(date), DATE]),
    [() => [httpTimeOf('1994-11-06T08:49:37Z'), httpTimeOf('')], [null, null]],
  ],
};

const page = (pagination: string, rest = '"items":[]') => parseSearchResponse(`{"pagination":${pagination},${rest}}`);
const SEARCH: Readonly<Record<string, readonly Case[]>> = {
  'pagination.totalHits': [
    [() => page('{"totalHits":12}'), expect.objectContaining({ totalHits: 12 })],
    ...['"12"', '-1', '1.5', 'null'].map((hits): Case => [
      () => page(`{"totalHits":${hits}}`),
      expect.objectContaining({ totalHits: null }),
    ]),
  ],
  'pagination.next': [
    [() => page('{"next":"t"}'), expect.objectContaining({ next: 't' })],
    [() => page('{"next":12345678901234567890}'), expect.objectContaining({ next: '12345678901234567890' })],
    ...['""', '" "', 'null'].map((next): Case => [
      () => page(`{"next":${next}}`),
      expect.objectContaining({ next: null }),
    ]),
  ],
  items: [
    [() => page('{}', '"items":[{"a":1.0},2]'), expect.objectContaining({ items: ['{"a":1.0}', '2'] })],
    [() => page('{}', '"items":{}').kind, 'not-understood'],
  ],
  lastModifiedAt: [
    ...['2024-02-28T10:00:00.123Z', '2024-02-28T12:00:00.123+0200'].map((at): Case => [
      () => changedSubscription(1, inText({ iotSubscription: { lastModifiedAt: at } })).changedAt,
      CREATED_AT,
    ]),
    [() => changedSubscription(1, inText({ lastModifiedAt: CREATED_AT })).changedAt, null],
  ],
};

const ALL = { ...EVENTS, ...LINES, ...HEADERS, ...SEARCH };

it('[DECODE-13] each row of docs/input.md has a case', () => {
  const document = readFileSync(new URL('../../../docs/input.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| ([^|]+?) +\|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(input|-+)$/.test(name));
  expect(rows).toEqual(Object.keys(ALL));
});

it.each(
  Object.entries(ALL).flatMap(([input, cases]) => cases.map((each, index) => [input, index + 1, ...each] as const)),
)('[DECODE-13] %s, form %d', async (_input, _place, read, expected) => {
  expect(await read()).toEqual(expected);
});
