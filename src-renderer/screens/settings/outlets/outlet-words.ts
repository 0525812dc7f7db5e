/** Words of Settings › Outlets. Names, subjects and answers are untrusted; the caller shows them as such. */
import type { OutletEntry, OutletStatus } from '../../../../src-shared/api/outlets.ts';
import { capitalized } from '../../../../src-shared/lib/capitalized.ts';
import { parseCauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import { outletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
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
  'view-missing': 'Waiting for a view',
};

export const OVERDUE_NOTE =
  'Overdue groups were not taken or ended in time, and stay so for the minutes that are set in Alarms, Deadlines.';

/** "Failure groups, watching itself, events of “Failures in Norway” with identifiers" */
export function sendsWords({ outlet, views }: Pick<OutletEntry, 'outlet' | 'views'>): string {
  const { kind, topics, everySeconds, areIdentifiersWhole } = outlet;
  if (outletKind(kind).sends === 'pings') return `A ping every ${everySeconds} s`;
  const names = views.map(({ name }) => `“${name}”`).join(', ');
  const events = names === '' ? [] : [`events of ${names} ${areIdentifiersWhole ? 'with' : 'without'} identifiers`];
  return capitalized([...topics.map((topic) => outletTopicNames[topic].toLowerCase()), ...events].join(', '));
}

export const outcomeNames: Readonly<Record<Delivery['outcome'], string>> = {
  delivered: 'Delivered',
  retrying: 'Trying again',
  'not-delivered': 'Not delivered',
};

export function deliveryTitle({ turn: { name, subject } }: Delivery): string {
  if (name === 'event') return eventTitle(subject);
  const signal = Object.entries(signalNames).find(([key]) => key === subject)?.[1];
  if (signal !== undefined) return name === 'watching' ? signal.over : signal.is;
  const cause = parseCauseKey(subject);
  const parts = cause === null ? [subject] : [causeWords(cause, 'failed'), cause.type, cause.code];
  return `${TURN_WORDS[name]}: ${parts.filter((part) => part !== null).join(' · ')}`;
}

function eventTitle(subject: string): string {
  const [, kind = '', id = subject] = /^(eid|request|event):(.*)$/s.exec(subject) ?? [];
  return kind === 'eid' ? `Event: EID ${id}` : kind === 'request' ? `Event: request ${id}` : `Event ${id}`;
}

export function notDeliveredWords(deliveries: readonly Delivery[]): string | null {
  const count = deliveries.filter(({ outcome }) => outcome === 'not-delivered').length;
  return count === 0 ? null : `${count} not delivered`;
}

export function refusedWords(refused: number): string | null {
  if (refused === 0) return null;
  return `${quantityOf(refused, ['message was', 'messages were'])} refused and ${refused === 1 ? 'is' : 'are'} tried again`;
}
