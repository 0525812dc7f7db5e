/** Builds requests: CloudEvents 1.0.2 (JSON format, HTTP binding), Standard Webhooks 1.0 and templates. Pure. */
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import { DEFAULT_TEMPLATE, filledTemplate } from '../../../src-shared/domain/outlets/template.ts';
import type { Sendable } from '../../../src-shared/domain/outlets/sent-event.ts';
import type { Turn } from '../../../src-shared/domain/outlets/turn.ts';
import { messageFields } from '../../../src-shared/words/outlets/message-fields.ts';
import { turnSentence, turnTitle } from '../../../src-shared/words/outlets/turn-words.ts';
import { eventRecord } from '../exports/event-lines.ts';
import type { OutletRequest } from '../ports/outlets.ts';

export interface MessageContext {
  readonly outlet: Outlet;
  readonly profile: { readonly id: string; readonly name: string; readonly domain: string | null };
  readonly now: number;
}

export type Message = Pick<OutletRequest, 'headers' | 'body'> & { readonly signed?: OutletRequest['signed'] };

interface EventHead {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly at: number;
}

export type CloudEvent = ReturnType<typeof cloudEventOf>;

export function cloudEventOf({ id, type, subject, at }: EventHead, profile: MessageContext['profile'], data: object) {
  return {
    specversion: '1.0',
    id,
    source: `urn:watchfloor:${encodeURIComponent(profile.id)}`,
    type,
    subject,
    time: new Date(at).toISOString(),
    datacontenttype: 'application/json',
    data: { profile: profile.name, domain: profile.domain, ...data },
  };
}

export function cloudEvent(sent: Sendable, profile: MessageContext['profile']) {
  if (sent.kind !== 'event') return cloudTurn(sent, profile);
  const { id, subject, at, event } = sent;
  return cloudEventOf({ id, type: 'watchfloor.event.v1', subject, at }, profile, eventRecord(event, null));
}

function cloudTurn(turn: Turn, profile: MessageContext['profile']) {
  const { id, kind, key: subject, at } = turn;
  const facts = turn.kind === 'group' ? turn.facts : { signal: turn.key, since: turn.since };
  const data = { title: turnTitle(turn), sentence: turnSentence(turn), ...facts };
  return cloudEventOf({ id, type: `watchfloor.${kind}.${turn.turn}.v1`, subject, at }, profile, data);
}

export function cloudEventsMessage(batch: readonly Sendable[], context: MessageContext): Message {
  const events = batch.map((sent) => cloudEvent(sent, context.profile));
  return cloudEventsMessageOf(events, context.outlet, { id: messageId(batch), at: context.now });
}

export function cloudEventsMessageOf(
  events: readonly CloudEvent[],
  { isBatched }: Outlet,
  signed: NonNullable<OutletRequest['signed']>,
): Message {
  return {
    headers: { 'content-type': `application/cloudevents${isBatched ? '-batch' : ''}+json; charset=utf-8` },
    body: JSON.stringify(isBatched ? events : events[0]),
    signed,
  };
}

/** The same batch has the same id in each attempt. */
function messageId(batch: readonly Sendable[]): string {
  const [first, last] = [batch[0]?.id ?? '', batch.at(-1)?.id ?? ''];
  return batch.length === 1 ? first : `${first}-${last}`;
}

export function templateMessage(sent: Sendable, { outlet, profile }: MessageContext): Message {
  return templateMessageOf(outlet, messageFields(sent, profile));
}

export function templateMessageOf({ template }: Outlet, fields: Readonly<Record<string, string>>): Message {
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: filledTemplate(template ?? DEFAULT_TEMPLATE, fields),
  };
}

export function heartbeatMessage({ outlet, profile, now }: MessageContext): Message | null {
  if (outlet.template === null) return null;
  const { name, domain } = profile;
  return templateMessageOf(outlet, { time: new Date(now).toISOString(), profile: name, domain: domain ?? '' });
}

export function alertsMessage(body: string): Message {
  return { headers: { 'content-type': 'application/json' }, body };
}
