/** Sends a test message through an outlet. The message says that it is a test. */
import type { OutletTest } from '../../../src-shared/api/outlets.ts';
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import { clockOffsetWords } from '../../../src-shared/words/outlets/outlet-words.ts';
import type { OutletSender } from '../ports/outlets.ts';
import { NO_ALERTS } from './alertmanager-format.ts';
import {
  alertsMessage,
  cloudEventOf,
  cloudEventsMessageOf,
  heartbeatMessage,
  type Message,
  type MessageContext,
  templateMessageOf,
} from './message-formats.ts';
import { type OutletRequestParts, sendRequest } from './outlet-request.ts';
import { isDelivered, type ReceiverResponse, responseText } from './receiver-response.ts';

interface TestParts extends OutletRequestParts {
  readonly sender: OutletSender;
  readonly named: MessageContext['profile'];
  /** UTC epoch ms */
  readonly now: number;
  readonly id: string;
}

const TITLE = 'Test from Watchfloor';
const SENTENCE = 'If you can read this, this outlet works. Nothing has failed.';
/** An alert that is not sent again ends after this. */
const ALERT_MS = 60_000;

export async function sendTest(parts: TestParts, outlet: Outlet, signal: AbortSignal): Promise<ReceiverResponse> {
  const { sender, named, id } = parts;
  let { now } = parts;
  const event = cloudEventOf({ id, type: 'watchfloor.test.v1', subject: 'test', at: now }, named, {
    title: TITLE,
    sentence: SENTENCE,
  });
  if (outlet.kind === 'ndjson') return sender.append(outlet.url, `${JSON.stringify(event)}\n`);
  if (outlet.kind === 'alertmanager') {
    const response = await sendRequest(parts, outlet, alertsMessage(NO_ALERTS), signal);
    if (!isDelivered(response)) return response;
    now += response.clockOffsetMs ?? 0;
  }
  const messages: Readonly<Record<Exclude<Outlet['kind'], 'ndjson'>, () => Message | null>> = {
    cloudevents: () => cloudEventsMessageOf([event], outlet, { id, at: now }),
    alertmanager: () => alertsMessage(testAlert(named, now)),
    template: () =>
      templateMessageOf(outlet, {
        id,
        turn: 'test',
        subject: 'test',
        title: TITLE,
        sentence: SENTENCE,
        profile: named.name,
        domain: named.domain ?? '',
        time: new Date(now).toISOString(),
        timeMs: String(now),
      }),
    heartbeat: () => heartbeatMessage({ outlet, profile: named, now }),
  };
  return sendRequest(parts, outlet, messages[outlet.kind](), signal);
}

export function testAnswer({ kind }: Outlet, response: ReceiverResponse): OutletTest {
  const isAccepted = isDelivered(response);
  const words = kind === 'ndjson' && isAccepted ? 'written' : responseText(response);
  const clock = isAccepted ? clockOffsetWords(response.clockOffsetMs) : null;
  return { isAccepted, words: clock === null ? words : `${words} – ${clock}` };
}

/** @param now the receiver's time: it refuses other alerts */
function testAlert(named: TestParts['named'], now: number): string {
  const alert = {
    labels: { alertname: 'WatchfloorTest', severity: 'none', profile: named.id },
    annotations: { summary: TITLE, description: SENTENCE },
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + ALERT_MS).toISOString(),
  };
  return JSON.stringify([alert]);
}
