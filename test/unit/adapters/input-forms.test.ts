/**
 * Tests each input of `docs/input.md` in each of its forms. The first test fails if a row of the document has no case
 * here.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventNames } from '../../../src-main/adapters/sqlite/events/rows/event-names.ts';
import { httpTimeOf, retryAfterMsOf } from '../../../src-main/adapters/network/retry-after.ts';
import { EventFramer } from '../../../src-main/adapters/stream/event-framer.ts';
import { invalidUtf8 } from '../../../src-main/adapters/stream/invalid-utf8.ts';
import { OneShotEventSource } from '../../../src-main/adapters/stream/one-shot-event-source.ts';
import { streamRefusalOf } from '../../../src-main/adapters/stream/stream-response.ts';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
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

/** A decoded form, and its expected value followed by its marks. */
type Case = readonly [actual: unknown, expected: unknown];

const inText = (value: unknown) => JSON.stringify(value);
const of = (field: string, event: ReturnType<typeof decode>) => [
  Object.entries(event).find(([name]) => name === field)?.[1],
  ...new Set(event.marks.map(({ code }) => code)),
];
const heartbeat = { ...envelope, operation: '-', state: 'IN_PROGRESS' };
const session = (field: string, changes: object) => of(field, decode('HEARTBEAT', { ...heartbeat, ...changes }));
const result = (field: string, changes: object) =>
  of(field, decodeLocalization(localizedMessage, { operation: 'ENABLED', state: 'COMPLETED', ...changes }));
const message = (field: string, value: unknown) => of(field, decodeLocalization(value));
const localization = (field: string, changes: object) => message(field, { ...localizedMessage, ...changes });
const profile = (field: string, changes: object) =>
  localization(field, { localizedProfile: { ...localizedMessage.localizedProfile, ...changes } });
const failure = (field: string, changes: object) =>
  of(
    field,
    decodeLocalization({ ...failedLocalizationMessage, ...changes }, { operation: 'ALLOCATED', state: 'FAILED' }),
  );
const request = (field: string, changes: object) => of(field, decodeRequest({ ...requestMessage, ...changes }));
const resources = requestMessage.subscriptionRequestResources;
const numericEid = inText({ ...envelope, operation: 'ENABLED', state: 'COMPLETED', detailedMessage: localizedMessage });
const { errorCode } = failedLocalizationMessage;

const EVENTS: Readonly<Record<string, readonly Case[]>> = {
  data: [
    [session('operation', {}), ['-']],
    [of('operation', decode('HEARTBEAT', inText(inText(heartbeat)))), ['-', 'encoded-twice']],
    [of('operation', decode('HEARTBEAT', '{')), [null, 'malformed-json']],
    [of('operation', decode('HEARTBEAT', '[]')), [null, 'not-an-object']],
    [of('operation', decode('HEARTBEAT', '['.repeat(70))), [null, 'too-deep']],
  ],
  createdDateTime: [
    ...['2024-02-28T12:00:00.123+0200', '2024-02-28 10:00:00.123Z', '2024-02-28T10:00:00,123 UTC'].map(
      (createdDateTime): Case => [session('createdAt', { createdDateTime }), [CREATED_AT]],
    ),
    [
      session('createdAt', { createdDateTime: { epochSecond: CREATED_AT / 1_000 - 0.123, nano: 123_000_000 } }),
      [CREATED_AT, 'unusual-form'],
    ],
    [session('createdAt', { createdDateTime: CREATED_AT }), [null, 'invalid-time']],
    [session('createdAt', { createdDateTime: '' }), [null, 'missing-field']],
  ],
  operation: [
    [result('operation', { operation: 'X' }), ['X', 'unknown-operation']],
    [result('operation', { operation: 7 }), [null, 'wrong-type']],
    [result('operation', { operation: '' }), [null, 'missing-field']],
  ],
  principal: [
    [session('principal', { principal: 12 }), ['12', 'numeric-identifier']],
    [session('principal', { principal: ' acme ' }), ['acme', 'unusual-form']],
    [session('principal', { principal: null }), [null, 'missing-field']],
  ],
  state: [
    [result('outcome', { state: 'DONE' }), ['unknown', 'unknown-state']],
    [of('outcome', decode('NEWS', { ...envelope, state: 'FAILED' })), ['failed', 'unknown-kind']],
    [result('outcome', { state: null }), ['unknown', 'missing-field']],
  ],
  detailedMessage: [
    [message('eid', localizedMessage), [EID]],
    [message('eid', inText(localizedMessage)), [EID]],
    [message('eid', inText(inText(localizedMessage))), [EID, 'encoded-twice']],
    [message('eid', 'a sentence'), [null, 'detail-not-json']],
    [message('eid', 7), [null, 'wrong-type']],
    ...['', null].map((none): Case => [message('eid', none), [null, 'missing-field']]),
  ],
  eid: [
    [of('eid', decode('LOCALIZATION', numericEid.replace(`"${EID}"`, EID))), [EID, 'numeric-identifier']],
    [localization('eid', { eid: `${EID}\n` }), [EID, 'unusual-form']],
    ...['', null, undefined].map((eid): Case => [localization('eid', { eid }), [null, 'missing-field']]),
  ],
  localizedProfile: [
    [localization('iccid', { localizedProfile: inText(localizedMessage.localizedProfile) }), [ICCID, 'encoded-twice']],
    [localization('iccid', { localizedProfile: null }), [null, 'missing-field']],
  ],
  iccid: [
    ...['iccid', 'localizedProfile.iccid'].map((name): Case => [
      message('iccid', { eid: EID, localizedProfile: { countryCode: 'SE' }, [name]: ICCID }),
      [ICCID],
    ]),
    ...['', null, undefined].map((iccid): Case => [profile('iccid', { iccid }), [null]]),
  ],
  countryCode: [
    [profile('countryCode', { countryCode: 'swe' }), ['swe', 'unusual-form']],
    [profile('countryCode', { countryCode: '' }), [null, 'missing-field']],
  ],
  errorCode: [
    [failure('errorCode', { errorCode: 'MOON' }), ['MOON', 'unknown-error-code']],
    [failure('errorCode', { errorCode: '' }), [null, 'missing-field']],
  ],
  detailedError: [
    [failure('errorCodes', { detailedError: inText([{ errorCode: 'A' }]) }), [[errorCode, 'A'], 'encoded-twice']],
    [failure('errorCodes', { detailedError: [inText({ errorCode: 'A' })] }), [[errorCode, 'A'], 'encoded-twice']],
    [failure('errorCodes', { detailedError: 'timeout' }), [[errorCode], 'wrong-type']],
    [localization('outcome', { detailedError: [] }), ['succeeded']],
  ],
  subscriptionRequestId: [
    [request('requestId', { subscriptionRequestId: 7 }), ['7', 'numeric-identifier']],
    [request('requestId', { subscriptionRequestId: '' }), [null, 'missing-field']],
  ],
  'companyName, companyId, createdBy': [
    [request('company', { companyName: ' Acme ', companyId: 7 }), [' Acme ']],
    [request('company', { companyName: null, companyId: 7 }), ['7', 'numeric-identifier']],
    [request('createdBy', { createdBy: ' anna ' }), ['anna', 'unusual-form']],
    [request('createdBy', { createdBy: null }), [null]],
  ],
  subscriptionRequestState: [
    [request('outcome', { subscriptionRequestState: 'ARCHIVED' }), ['partial', 'unknown-state']],
    [request('outcome', { subscriptionRequestState: '' }), ['partial', 'missing-field']],
  ],
  'timeCreated, lastUpdated': [
    [request('outcome', { timeCreated: { epochSecond: '1', nano: '2' }, lastUpdated: null }), ['partial']],
    [request('outcome', { timeCreated: '2026-11-25T10:00:00Z', lastUpdated: 1.25 }), ['partial', 'unusual-form']],
    [request('outcome', { timeCreated: 1_790_000_000 }), ['partial', 'invalid-time']],
  ],
  size: [
    [request('resourceCount', {}), [2]],
    [request('resourceCount', { size: '2' }), [2, 'wrong-type']],
    [request('outcome', { size: '' }), ['partial', 'missing-field']],
  ],
  subscriptionRequestResourceCounters: [
    [inText({ completed: 1, failed: 1 }), 'encoded-twice'],
    [{ completed: 1, failed: 'one' }, 'wrong-type'],
    [{}],
  ].map(([counts, ...marks]) => [
    request('failedCount', { subscriptionRequestResourceCounters: counts }),
    [1, ...marks],
  ]),
  subscriptionRequestFailureInfos: [
    [inText(requestMessage.subscriptionRequestFailureInfos), 'encoded-twice'],
    [null],
    [7, 'wrong-type'],
  ].map(([infos, ...marks]) => [request('errorCode', { subscriptionRequestFailureInfos: infos }), ['70', ...marks]]),
  subscriptionRequestResources: [
    [inText(resources), 'encoded-twice'],
    [resources.map(inText), 'encoded-twice'],
    [7, 'wrong-type'],
  ].map(([list, ...marks]) => [request('failedCount', { subscriptionRequestResources: list }), [1, ...marks]]),
  resourceProperties: [
    [
      request('iccid', {
        subscriptionRequestResources: resources.map((each) => ({
          ...each,
          resourceProperties: inText(each.resourceProperties),
        })),
      }),
      [ICCID, 'encoded-twice'],
    ],
  ],
  'value of a `TARGET_…` property': [
    [
      request('targets', {
        subscriptionRequestResources: resources.map((each, index) => ({
          ...each,
          resourceProperties: [{ type: 'TARGET_SUBSCRIPTION_STATE', value: index === 0 ? ' PAUSE ' : 7 }],
        })),
      }),
      [['7', 'PAUSE'], 'unusual-form', 'numeric-identifier'],
    ],
  ],
};

async function eventsOf(stream: string | Buffer): Promise<readonly (readonly string[])[]> {
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
    ...['\n', '\r', '\r\n'].map((end): Case => [eventsOf(['event: K', 'data: 1', '', ''].join(end)), [['K', '', '1']]]),
    [eventsOf('\uFEFFevent: K\ndata: 1\n\n'), [['K', '', '1']]],
  ],
  event: [
    [eventsOf('event: A\nevent: B\ndata: 1\n\n'), [['B', '', '1']]],
    [
      eventsOf('data: 1\n\nevent:\ndata: 2\n\n'),
      [
        ['message', '', '1'],
        ['message', '', '2'],
      ],
    ],
    [eventNames({ kind: 'K'.repeat(300), id: null }).marks.map(({ code }) => code), ['oversize']],
  ],
  id: [
    [
      eventsOf('id: 7\ndata: 1\n\nid\ndata: 2\n\n'),
      [
        ['message', '7', '1'],
        ['message', '', '2'],
      ],
    ],
    [
      eventsOf('id: 7\ndata: 1\n\nid: a\0\ndata: 2\n\n'),
      [
        ['message', '7', '1'],
        ['message', '7', '2'],
      ],
    ],
  ],
  'bytes that are not UTF-8': [
    [eventsOf(Buffer.from([...Buffer.from('data: '), 0xf8, 0x0a, 0x0a])), [['message', '', '\uFFFD']]],
    [invalidUtf8(Uint8Array.of(0x61, 0xf8)), '\\xF8'],
    [decodeEvent({ kind: 'X', data: '{}', replacedBytes: '\\xF8' }).marks[0], { code: 'not-utf8', detail: '\\xF8' }],
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
  ).map(([line, ms]): Case => [retryOf(line), ms]),
  'comments and unknown lines': [[eventsOf(': ping\nx: 1\ndata: 1\n\n'), [['message', '', '1']]]],
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
      typed(type),
      'stream',
    ]),
    [typed('text/html'), 'not-a-stream'],
  ],
  'Retry-After': [
    [retryAfterMsOf(' 7 ', 0), 7_000],
    ...HTTP_DATES.map((date): Case => [
      [retryAfterMsOf(date, DATE - 5_000), retryAfterMsOf(date, DATE + 1)],
      [5_000, 0],
    ]),
    ...['', '1.5', 'soon', '2026-11-25'].map((value): Case => [retryAfterMsOf(value, 0), null]),
  ],
  Date: [
    ...HTTP_DATES.map((date): Case => [httpTimeOf(date), DATE]),
    [
      [httpTimeOf('1994-11-06T08:49:37Z'), httpTimeOf('')],
      [null, null],
    ],
  ],
};

const page = (pagination: string, rest = '"items":[]') => parseSearchResponse(`{"pagination":${pagination},${rest}}`);
const SEARCH: Readonly<Record<string, readonly Case[]>> = {
  'pagination.totalHits': [
    [page('{"totalHits":12}'), expect.objectContaining({ totalHits: 12 })],
    ...['"12"', '-1', '1.5', 'null'].map((hits): Case => [
      page(`{"totalHits":${hits}}`),
      expect.objectContaining({ totalHits: null }),
    ]),
  ],
  'pagination.next': [
    [page('{"next":"t"}'), expect.objectContaining({ next: 't' })],
    [page('{"next":12345678901234567890}'), expect.objectContaining({ next: '12345678901234567890' })],
    ...['""', '" "', 'null'].map((next): Case => [page(`{"next":${next}}`), expect.objectContaining({ next: null })]),
  ],
  items: [
    [page('{}', '"items":[{"a":1.0},2]'), expect.objectContaining({ items: ['{"a":1.0}', '2'] })],
    [page('{}', '"items":{}').kind, 'not-understood'],
  ],
  lastModifiedAt: [
    ...['2024-02-28T10:00:00.123Z', '2024-02-28T12:00:00.123+0200'].map((at): Case => [
      changedSubscription(1, inText({ iotSubscription: { lastModifiedAt: at } })).changedAt,
      CREATED_AT,
    ]),
    [changedSubscription(1, inText({ lastModifiedAt: CREATED_AT })).changedAt, null],
  ],
};

const ALL = { ...EVENTS, ...LINES, ...HEADERS, ...SEARCH };

it('[DECODE-5] each row of docs/input.md has a case', () => {
  const document = readFileSync(new URL('../../../docs/input.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| ([^|]+?) +\|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(input|-+)$/.test(name));
  expect(rows).toEqual(Object.keys(ALL));
});

it.each(
  Object.entries(ALL).flatMap(([input, cases]) => cases.map((each, index) => [input, index + 1, ...each] as const)),
)('[DECODE-5] %s, form %d', async (_input, _place, actual, expected) => {
  expect(await actual).toEqual(expected);
});
