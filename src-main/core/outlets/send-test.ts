/** Sends a test message through an outlet. The message says that it is a test. */
import type { OutletTest } from '../../../src-shared/api/outlets.ts';
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { OutletResponse, OutletSender } from '../ports/outlets.ts';
import { isDelivered, responseText } from './attempts.ts';
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

export async function sendTest(parts: TestParts, outlet: Outlet, signal: AbortSignal): Promise<OutletResponse> {
  const { sender, named, now, id } = parts;
  const event = cloudEventOf({ id, type: 'watchfloor.test.v1', subject: 'test', at: now }, named, {
    title: TITLE,
    sentence: SENTENCE,
  });
  if (outlet.kind === 'ndjson') return sender.append(outlet.url, `${JSON.stringify(event)}\n`);
  const messages: Readonly<Record<Exclude<Outlet['kind'], 'ndjson'>, () => Message | null>> = {
    cloudevents: () => cloudEventsMessageOf([event], outlet, { id, at: now }),
    alertmanager: () => alertsMessage(testAlert(parts)),
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

export function testAnswer({ kind }: Outlet, response: OutletResponse): OutletTest {
  const isAccepted = isDelivered(response);
  return { isAccepted, words: kind === 'ndjson' && isAccepted ? 'written' : responseText(response) };
}

function testAlert({ named, now }: TestParts): string {
  const alert = {
    labels: { alertname: 'WatchfloorTest', severity: 'none', profile: named.id },
    annotations: { summary: TITLE, description: SENTENCE },
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + ALERT_MS).toISOString(),
  };
  return JSON.stringify([alert]);
}
