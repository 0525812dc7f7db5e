/**
 * Masked values appear in no line, table or support pack: 25 places in an event, each with each field that can be
 * masked.
 */
import { describe, expect, test } from 'vitest';
import { eventLines } from '../../../../src-main/core/exports/event-lines.ts';
import { tableLines } from '../../../../src-main/hosts/cli/events/event-table.ts';
import { decodeEvent } from '../../../../src-shared/domain/event/decode-event.ts';
import {
  type MaskedField,
  maskedFields,
  DEFAULT_MASKED_FIELDS,
} from '../../../../src-shared/domain/event/masked-fields.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import { EID, envelope, failedLocalizationMessage, ICCID, requestMessage } from '../../../doubles/documented-events.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { packsOverStore, packQuery } from '../../../doubles/packs-over-store.ts';

interface Received {
  readonly kind: string;
  readonly data: string;
}

const VALUES: Readonly<Record<MaskedField, string>> = {
  imsi: '240079900212345',
  msisdn: '+46709002765',
  company: 'Jäger & Söhne "Nordwind"',
  user: 'vivi.lindqvist@kund.example',
  iccid: '8946040000000001234',
  eid: '89049032000001000000000000000417',
};

const named = (field: MaskedField, value: unknown = VALUES[field]): object =>
  ({
    imsi: property('IMSI', value),
    msisdn: property('MSISDN', value),
    company: { companyName: value },
    user: { createdBy: value },
    iccid: property('ICCID', value),
    eid: property('EID', value),
  })[field];
const property = (type: string, value: unknown): object => ({
  subscriptionRequestResources: [{ resourceProperties: [{ type, value }], resourceState: 'FAILED', resourceId: 'r-1' }],
});
const change = (message: unknown, kind = 'CMP_EVENT', more: object = {}): Received => ({
  kind,
  data: JSON.stringify({
    ...envelope,
    operation: 'CHANGE_SUBSCRIPTIONSTATE',
    state: 'COMPLETED',
    detailedMessage: message,
    ...more,
  }),
});
const plain = {
  ...requestMessage,
  companyName: undefined,
  companyId: undefined,
  createdBy: undefined,
  subscriptionRequestResources: [],
};
const failing = (errorMessage: string): object => ({
  ...plain,
  subscriptionRequestFailureInfos: [{ errorObject: { errorCode: '70', errorMessage }, errorType: 'DCP_ERROR' }],
});
const strings = (message: object, levels: number): unknown =>
  levels === 0 ? message : JSON.stringify(strings(message, levels - 1));
const grouped = (value: string): string =>
  /^\+?\d+$/.test(value) ? value.replaceAll(/(\d{3})(?=\d)/g, '$1 ') : value.replaceAll(' ', '  ');
const wide = (value: string): string =>
  value.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfe_e0));
const entities = (value: string): string =>
  value.replaceAll(
    /[&"äö@+0]/g,
    (sign) => ({ '&': '&amp;', '"': '&quot;', ä: '&auml;' })[sign] ?? `&#${sign.charCodeAt(0)};`,
  );
const escaped = (json: string): string =>
  json.replaceAll(
    /(?<=[a-zåäö0-9])[a-z0-9äö](?=[a-z0-9])/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** An event with its documented property and further fields of the message, or of the envelope. */
const beside =
  (message: (value: string) => object, envelopeOf: (value: string) => object = () => ({})) =>
  (field: MaskedField, value: string) =>
    change({ ...requestMessage, ...named(field), ...message(value) }, 'CMP_EVENT', envelopeOf(value));
const remarked = (written: (value: string) => unknown) => beside((value) => ({ remark: written(value) }));
const inStrings = (levels: number) => (field: MaskedField) =>
  change(strings({ ...requestMessage, ...named(field) }, levels));

/** Placements with "another's" hold the value only there; the others also name it in its documented property. */
const PLACEMENTS: readonly (readonly [name: string, event: (field: MaskedField, value: string) => Received])[] = [
  ['its documented property', beside(() => ({}))],
  ['a message in a string', inStrings(1)],
  ['a message in a string in a string', inStrings(2)],
  ['a message in a string in a string in a string', inStrings(3)],
  [
    'JSON escapes',
    (field) => ({ kind: 'CMP_EVENT', data: escaped(change({ ...requestMessage, ...named(field) }).data) }),
  ],
  ['another property', remarked((value) => value)],
  ['the name of a property', beside((value) => ({ [value]: 1 }))],
  ['a nested list', beside((value) => ({ more: [[{ deep: [value] }]] }))],
  ['the id of the request', beside((value) => ({ subscriptionRequestId: `R-${value}` }))],
  [
    'the principal',
    beside(
      () => ({}),
      (value) => ({ principal: `x/${value}` }),
    ),
  ],
  [
    'the operation',
    beside(
      () => ({}),
      (value) => ({ operation: value }),
    ),
  ],
  ['the kind of the event', (field, value) => change({ ...requestMessage, ...named(field) }, `CMP_${value}`)],
  ['two strings of a list', beside((value) => ({ parts: [value.slice(0, 9), value.slice(9)] }))],
  [
    'lists in a list in a message in a string',
    (field, value) =>
      change(strings({ ...requestMessage, ...named(field), parts: [[value.slice(0, 6)], [value.slice(6)]] }, 2)),
  ],
  ['upper case', remarked((value) => value.toUpperCase())],
  ['groups and double spaces', remarked(grouped)],
  ['hyphens and dots between', remarked((value) => grouped(value).replaceAll(' ', '.-'))],
  ['full width', remarked(wide)],
  ['HTML entities', remarked(entities)],
  ['invisible characters', remarked((value) => Array.from(value).join('\u200b'))],
  ['percent encoding', remarked(encodeURIComponent)],
  ["another's, in an errorMessage", (_, value) => change(failing(`Cannot move ${value} to the package`))],
  ["another's in groups, in an errorMessage", (_, value) => change(failing(`Cannot move ${grouped(value)}`))],
  ["another's, in a message of plain text", (_, value) => change(`Subscriber ${value} failed`)],
  ["another's, in an event of plain text", (_, value) => ({ kind: 'CMP_EVENT', data: `Subscriber ${value} failed` })],
];

function storedEvent({ kind, data }: Received): StoredEvent {
  return { ...summaryOf(1), ...decodeEvent({ kind, data }), kind, id: null, raw: data, whole: null };
}

/** Returns letters and digits after every decoding that a reader might apply. */
function skeleton(text: string): string {
  let inside = text;
  for (let level = 0; level < 8; level += 1)
    inside = inside
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\(["\\/])/g, '$1')
      .replaceAll('&quot;', '"')
      .replaceAll('&auml;', 'ä')
      .replaceAll('&amp;', '&')
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll(/(?:%[0-9A-F]{2})+/g, (found) => decodeURIComponent(found));
  return inside
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
const traces = (field: MaskedField): string[] =>
  field === 'company'
    ? ['jäger', 'söhne', 'nordwind']
    : field === 'user'
      ? ['lindqvist', 'kundexample']
      : [skeleton(VALUES[field])];
const survivors = (field: MaskedField, text: string): string[] =>
  traces(field).filter((trace) => skeleton(text).includes(trace));

const cells = PLACEMENTS.flatMap(([name, event]) =>
  maskedFields.map((field) => [name, field, event(field, VALUES[field])] as const),
);

describe('[EXPORT-5] no line of CSV, JSON Lines or the table shows a masked value', () => {
  test.each(cells)('in %s: %s', (_name, field, received) => {
    const event = storedEvent(received);
    const options = { fields: null, mask: maskedFields, cells: 'verbatim' } as const;
    expect(survivors(field, event.raw + event.kind)).toEqual(traces(field));
    expect(survivors(field, eventLines('jsonl', options).line(event))).toEqual([]);
    expect(survivors(field, eventLines('csv', options).line(event))).toEqual([]);
    expect(survivors(field, tableLines(options).line(event))).toEqual([]);
  });

  test.each(cells)('when this field alone is masked, in %s: %s', (_name, field, received) => {
    const options = { fields: null, mask: [field], cells: 'verbatim' } as const;
    expect(survivors(field, eventLines('jsonl', options).line(storedEvent(received)))).toEqual([]);
  });
});

test('[EXPORT-5] no file of a support pack shows a masked value, wherever an event holds it', async () => {
  const made = await packsOverStore();
  for (const [, , { kind, data }] of cells) await made.receive([kind, data]);
  await made.cases.waitUntilCaughtUp();
  const { newestSeq } = await made.store.scanner.extent();
  const seqs = Array.from({ length: newestSeq }, (_, index) => index + 1);
  const left = async (mask: readonly MaskedField[]): Promise<MaskedField[]> => {
    const query = packQuery([], { of: { kind: 'events', seqs }, mask: [...mask] });
    const files = [...(await made.saveAndUnzip(query)).values(), (await made.packs.text(query)).text];
    return mask.filter((field) => files.some((file) => survivors(field, file).length > 0));
  };
  expect(await left(maskedFields)).toEqual([]);
  expect(await left(['eid'])).toEqual([]);
});

const numeric = (field: 'errorType' | 'errorCode', value: unknown): Received =>
  change({
    ...plain,
    subscriptionRequestFailureInfos: [{ errorObject: { errorCode: '70' }, errorType: 'DCP_ERROR' }],
    [field]: value,
  });

test.each([
  ['errorType', '46709002765'],
  ['errorCode', '46709002765'],
  ['errorCode', 46_709_002_765],
  ['errorType', '240079900212345'],
] as const)('[EXPORT-5] no line shows the number of another subscriber that is the %s: %j', (field, value) => {
  const options = { fields: null, mask: DEFAULT_MASKED_FIELDS, cells: 'verbatim' } as const;
  const event = { ...storedEvent(numeric(field, value)), errorTypes: [String(value)], errorCode: String(value) };
  for (const lines of [eventLines('jsonl', options), eventLines('csv', options), tableLines(options)])
    expect(lines.line(event)).not.toContain(String(value));
});

describe('[EXPORT-5] masking leaves codes, times and card numbers unchanged', () => {
  test.each([
    [
      'the failed localization of the service document',
      {
        kind: 'LOCALIZATION',
        data: JSON.stringify({
          ...envelope,
          operation: 'ALLOCATED',
          state: 'FAILED',
          detailedMessage: failedLocalizationMessage,
        }),
      },
    ],
    ['its error sentence', change(failing('Cannot move the subscription to the package it already belongs to.'))],
    ['card numbers in a sentence', change(failing(`ICCID ${ICCID} of EID ${EID} failed`))],
    ['card numbers in groups', change(failing('ICCID 8946 0400 0000 0000 123 failed'))],
    [
      'local and UTC times',
      change({
        ...plain,
        note: 'failed at 2026-11-21 14:12:20.123 and 2026-11-21T14:12:20+01:00',
        at: '20261121141220',
      }),
    ],
    ['a UUID', change({ ...plain, subscriptionRequestId: '55012345-1234-4234-8234-123456789012' })],
    [
      'ids that are long numbers',
      change({ ...plain, subscriptionRequestId: '1732790400000', resourceId: '46709002765' }),
    ],
    [
      'a code with a number',
      change({ ...failing('Cannot move the subscription'), errorCode: 'CMP-2026112800', errorType: '20010001' }),
    ],
    ['lists of codes and of numbers', change({ ...plain, codes: ['70', '73', '240079'], counts: [2400799, 212345] })],
    ['an id with zeros before its number', change({ ...plain, subscriptionRequestId: 'sub-0010659487' })],
    [
      'the words of the service',
      {
        kind: 'SUBSCRIPTION_STARTED',
        data: JSON.stringify({
          ...envelope,
          operation: '-',
          state: 'IN_PROGRESS',
          detailedMessage: 'Subscription started for principal acme/emea',
        }),
      },
    ],
  ])('in %s', (_name, received) => {
    const event = storedEvent(received);
    const line = eventLines('jsonl', { fields: null, mask: DEFAULT_MASKED_FIELDS, cells: 'verbatim' }).line(event);
    expect(JSON.parse(line)).toMatchObject({ raw: event.raw });
  });

  test.each([
    ['iccid', ICCID],
    ['eid', EID],
  ] as const)('but masks %s if it is requested', (field, value) => {
    const data = JSON.stringify({
      ...envelope,
      operation: 'ALLOCATED',
      state: 'FAILED',
      detailedMessage: failedLocalizationMessage,
    });
    const lines = eventLines('jsonl', { fields: null, mask: [field], cells: 'verbatim' });
    expect(lines.line(storedEvent({ kind: 'LOCALIZATION', data }))).not.toContain(value);
    expect(lines.line(storedEvent(change(failing(`Card ${value.replaceAll(/(\d{4})/g, '$1 ')}`))))).not.toContain(
      value.slice(-3),
    );
  });
});
