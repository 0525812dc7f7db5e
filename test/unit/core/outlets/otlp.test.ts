/** Compares OTLP messages with what the library of OpenTelemetry writes for the same records. */
import { JsonLogsSerializer } from '@opentelemetry/otlp-transformer';
import { expect, test } from 'vitest';
import { isRefusal } from '../../../../src-main/core/outlets/attempts.ts';
import { kindMessages } from '../../../../src-main/core/outlets/kind-messages.ts';
import { cloudEventOf, type Message } from '../../../../src-main/core/outlets/message-formats.ts';
import { otlpMessage, severityOf } from '../../../../src-main/core/outlets/otlp-format.ts';
import { receiverResponse, responseText } from '../../../../src-main/core/outlets/receiver-response.ts';
import { groupTurns, signalTurns } from '../../../../src-shared/domain/outlets/turn.ts';
import { anOutlet } from '../../../doubles/an-outlet.ts';
import { answered } from '../../../doubles/memory-outlets.ts';

const PROFILE = { id: 'acme', name: 'Acme', domain: 'acme/emea' };
const AT = Date.UTC(2026, 10, 21, 22, 0, 0, 7);
const NOW = AT + 1_500;
const facts = {
  title: 'New: Allocation failed',
  open: 3,
  share: 0.25,
  isStorm: false,
  deadline: null,
  countries: [{ country: 'NO', count: 3 }],
  owners: ['Kim', 'Olivia'],
};
const event = cloudEventOf(
  { id: 'turn-1', type: 'watchfloor.group.opened.v1', subject: 'cause:a', at: AT },
  PROFILE,
  facts,
);

/** Returns the request as OpenTelemetry's own library writes it. */
function official(attributes: Readonly<Record<string, unknown>>): unknown {
  const hr = (at: number): [number, number] => [Math.floor(at / 1_000), (at % 1_000) * 1_000_000];
  const record = {
    hrTime: hr(AT),
    hrTimeObserved: hr(NOW),
    severityNumber: 17,
    severityText: 'ERROR',
    eventName: 'watchfloor.group.opened',
    body: 'New: Allocation failed',
    attributes,
    droppedAttributesCount: 0,
    resource: { attributes: { 'service.name': 'watchfloor', 'service.instance.id': 'urn:watchfloor:acme' } },
    instrumentationScope: { name: 'watchfloor' },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads only these fields
  const written = JsonLogsSerializer.serializeRequest([record] as unknown as Parameters<
    typeof JsonLogsSerializer.serializeRequest
  >[0]);
  return JSON.parse(new TextDecoder().decode(written));
}

const bodyOf = ({ body }: Message): unknown => JSON.parse(body ?? '');

/** Leaves out counts of dropped attributes, which are 0. */
function withoutZeros(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => (name === 'droppedAttributesCount' ? undefined : inner)),
  );
}

test('an OTLP message is what the library of OpenTelemetry writes for the same event', () => {
  const written = bodyOf(otlpMessage([[event, 'ERROR']], NOW));
  const { title: _title, deadline: _deadline, ...rest } = facts;
  const members = { profile: 'Acme', domain: 'acme/emea', ...rest };
  const attributes = Object.fromEntries(Object.entries(members).map(([name, value]) => [`watchfloor.${name}`, value]));
  expect(written).toEqual(
    withoutZeros(official({ 'log.record.uid': 'turn-1', 'watchfloor.subject': 'cause:a', ...attributes })),
  );
});

test('each turn has a severity: ERROR if it is worse for the operator, WARN if overdue, INFO if it is better', () => {
  const head = { number: 1, id: 'x', at: AT, key: 'k' };
  const severities = [
    ...groupTurns.map((turn) => ({ ...head, kind: 'group', turn })),
    ...signalTurns.map((turn) => ({ ...head, kind: 'signal', turn })),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the severity depends on these fields alone
  ].map((turn) => [turn.turn, severityOf(turn as unknown as Parameters<typeof severityOf>[0])]);
  expect(Object.fromEntries(severities)).toEqual({
    opened: 'ERROR',
    worse: 'ERROR',
    taken: 'INFO',
    done: 'INFO',
    back: 'ERROR',
    ended: 'INFO',
    overdue: 'WARN',
    blind: 'ERROR',
    watching: 'INFO',
  });
});

test('a collector that takes only some records has refused them, and its words are shown', () => {
  const text = JSON.stringify({ partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } });
  const rejected = receiverResponse('otlp', answered(200, { mediaType: 'application/json', text }));
  expect([isRefusal(rejected), responseText(rejected)]).toEqual([true, `HTTP 200, not delivered: ${text}`]);
  for (const taken of [
    '{}',
    '{"partialSuccess":{}}',
    '{"partialSuccess":{"rejectedLogRecords":"0","errorMessage":"slow"}}',
  ])
    expect(receiverResponse('otlp', answered(200, { mediaType: 'application/json', text: taken })).kind).toBe(
      'answered',
    );
});

test('the test of an outlet sends one log event', async () => {
  const sent: (Message | null)[] = [];
  const request = async (message: Message | null) => {
    sent.push(message);
    return answered(200, { text: '{}' });
  };
  const context = { outlet: anOutlet({ kind: 'otlp' }), profile: PROFILE, now: NOW };
  await kindMessages.otlp.test('test-1', context, { request, append: () => Promise.reject(new Error('no file')) });
  expect(sent.map((message) => message && bodyOf(message))).toMatchObject([
    { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'watchfloor.test', severityText: 'INFO' }] }] }] },
  ]);
});
