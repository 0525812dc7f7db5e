/** Sends messages and tests in the way of each kind of outlet. */
import type { OutletKind, OutletKindWith } from '../../../src-shared/domain/outlets/outlet-kinds.ts';
import type { Sendable } from '../../../src-shared/domain/outlets/sent-event.ts';
import { NO_ALERTS } from './alertmanager-format.ts';
import {
  alertsMessage,
  cloudEvent,
  cloudEventOf,
  cloudEventsMessage,
  cloudEventsMessageOf,
  heartbeatMessage,
  type Message,
  type MessageContext,
  templateMessage,
  templateMessageOf,
} from './message-formats.ts';
import { otlpMessage, severityOf } from './otlp-format.ts';
import { isDelivered, type ReceiverResponse } from './receiver-response.ts';

export interface MessageTransport {
  /** @param message null for a request without a body */
  readonly request: (message: Message | null) => Promise<ReceiverResponse>;
  readonly append: (lines: readonly object[]) => Promise<ReceiverResponse>;
}

type SendBatch = (
  batch: readonly [Sendable, ...Sendable[]],
  context: MessageContext,
  transport: MessageTransport,
) => Promise<ReceiverResponse>;

interface KindMessages {
  /** Null for alerts and pings, which `RunningOutlet` sends. */
  readonly send: SendBatch | null;
  readonly test: (id: string, context: MessageContext, transport: MessageTransport) => Promise<ReceiverResponse>;
}

export const kindMessages: Readonly<
  Record<OutletKind, KindMessages> &
    Record<OutletKindWith<'sends', 'messages'>, { readonly send: SendBatch }> &
    Record<OutletKindWith<'sends', 'alerts' | 'pings'>, { readonly send: null }>
> = {
  alertmanager: {
    send: null,
    test: async (_id, { profile, now }, { request }) => {
      const response = await request(alertsMessage(NO_ALERTS));
      if (!isDelivered(response)) return response;
      return request(alertsMessage(testAlert(profile, now + (response.clockOffsetMs ?? 0))));
    },
  },
  cloudevents: {
    send: (batch, context, { request }) => request(cloudEventsMessage(batch, context)),
    test: (id, context, { request }) =>
      request(cloudEventsMessageOf([testEvent(id, context)], context.outlet, { id, at: context.now })),
  },
  otlp: {
    send: (batch, { profile, now }, { request }) =>
      request(
        otlpMessage(
          batch.map((sent) => [cloudEvent(sent, profile), severityOf(sent)]),
          now,
        ),
      ),
    test: (id, context, { request }) => request(otlpMessage([[testEvent(id, context), 'INFO']], context.now)),
  },
  template: {
    send: ([first], context, { request }) => request(templateMessage(first, context)),
    test: (id, { outlet, profile, now }, { request }) =>
      request(
        templateMessageOf(outlet, {
          id,
          turn: 'test',
          subject: 'test',
          title: TITLE,
          sentence: SENTENCE,
          profile: profile.name,
          domain: profile.domain ?? '',
          time: new Date(now).toISOString(),
          timeMs: String(now),
        }),
      ),
  },
  ndjson: {
    send: (batch, { profile }, { append }) => append(batch.map((sent) => cloudEvent(sent, profile))),
    test: (id, context, { append }) => append([testEvent(id, context)]),
  },
  heartbeat: {
    send: null,
    test: (_id, context, { request }) => request(heartbeatMessage(context)),
  },
};

const TITLE = 'Test from Watchfloor';
const SENTENCE = 'If you can read this, this outlet works. Nothing has failed.';
/** An alert that is not sent again ends after this. */
const ALERT_MS = 60_000;

function testEvent(id: string, { profile, now }: MessageContext) {
  const head = { id, type: 'watchfloor.test.v1', subject: 'test', at: now };
  return cloudEventOf(head, profile, { title: TITLE, sentence: SENTENCE });
}

function testAlert({ id }: MessageContext['profile'], now: number): string {
  const alert = {
    labels: { alertname: 'WatchfloorTest', severity: 'none', profile: id },
    annotations: { summary: TITLE, description: SENTENCE },
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + ALERT_MS).toISOString(),
  };
  return JSON.stringify([alert]);
}
