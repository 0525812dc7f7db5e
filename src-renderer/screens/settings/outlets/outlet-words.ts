/** Words of Settings › Outlets. Names, subjects and answers are untrusted; the caller shows them as such. */
import type { OutletStatus } from '../../../../src-shared/api/outlets.ts';
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import type { Outlet, OutletKind } from '../../../../src-shared/domain/outlets/outlet.ts';
import { outletTopicNames } from '../../../../src-shared/words/outlets/outlet-words.ts';
import { TURN_WORDS } from '../../../../src-shared/words/outlets/turn-words.ts';
import { signalNames } from '../../../../src-shared/words/alarms/signal-alarm-words.ts';
import { causeWords } from '../../../../src-shared/words/case-words.ts';
import { quantityOf } from '../../../../src-shared/words/alarms/alarm-parts.ts';

export const outletStatusWords: Readonly<Record<OutletStatus['kind'], string>> = {
  unused: 'Not used yet',
  ready: 'Not used yet',
  working: 'Working',
  failing: 'Failing',
};

export const outletKindNotes: Readonly<Record<OutletKind, string>> = {
  alertmanager: 'Alerts of Prometheus Alertmanager. /api/v2/alerts is added to the address.',
  cloudevents: 'CloudEvents 1.0 to a webhook. With a secret they are signed as Standard Webhooks describes.',
  template: 'A JSON message with your words, for chats such as Mattermost, Slack and Rocket.Chat.',
  ndjson: 'CloudEvents as lines that are appended to a file on the computer of Watchfloor.',
  heartbeat: 'Pings while events are received and stored, for a system that notices when they stop.',
};

/** "Failure groups, watching itself" */
export function sendsWords({ kind, topics, everySeconds }: Outlet): string {
  if (kind === 'heartbeat') return `A ping every ${everySeconds} s`;
  const [first = 'Nothing', ...others] = topics.map((topic) => outletTopicNames[topic]);
  return [first, ...others.map((name) => name.toLowerCase())].join(', ');
}

export const outcomeNames: Readonly<Record<Delivery['outcome'], string>> = {
  delivered: 'Delivered',
  retrying: 'Trying again',
  'not-delivered': 'Not delivered',
};

/** "New: Allocation failed · START_PROFILE_ALLOCATION_FAILED", "Blind" */
export function deliveryTitle({ turn: { name, subject } }: Delivery): string {
  const signal = Object.entries(signalNames).find(([key]) => key === subject)?.[1];
  if (signal !== undefined) return name === 'watching' ? signal.over : signal.is;
  const cause = parseCauseKey(subject);
  const parts = cause === null ? [subject] : [causeWords(cause, 'failed'), cause.type, cause.code];
  return `${TURN_WORDS[name]}: ${parts.filter((part) => part !== null).join(' · ')}`;
}

/** "2 of them not delivered"; null if all were. */
export function notDeliveredWords(deliveries: readonly Delivery[]): string | null {
  const count = deliveries.filter(({ outcome }) => outcome === 'not-delivered').length;
  return count === 0 ? null : `${count} not delivered`;
}

/** "3 turns were refused and are tried again"; null if there is none. */
export function refusedWords(refused: number): string | null {
  if (refused === 0) return null;
  return `${quantityOf(refused, ['turn was', 'turns were'])} refused and ${refused === 1 ? 'is' : 'are'} tried again`;
}
