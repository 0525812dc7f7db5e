import type { SentEvent, Sendable } from '../../domain/outlets/sent-event.ts';
import type { TemplateField } from '../../domain/outlets/template.ts';
import type { Turn } from '../../domain/outlets/turn.ts';
import { eventConsequence, sentEventSentence, sentEventTitle } from '../events/event-message-words.ts';
import { turnSentence, turnTitle } from './turn-words.ts';

interface NamedProfile {
  readonly name: string;
  readonly domain: string | null;
}

type Fields = Readonly<Record<TemplateField, string>>;

export function messageFields(sent: Sendable, profile: NamedProfile): Fields {
  const own = sent.kind === 'event' ? eventFields(sent) : turnFields(sent);
  return {
    ...NO_FIELDS,
    ...own,
    id: sent.id,
    profile: profile.name,
    domain: profile.domain ?? '',
    time: new Date(sent.at).toISOString(),
    timeMs: String(sent.at),
  };
}

function turnFields(turn: Turn): Partial<Fields> {
  const head = { turn: turn.turn, subject: turn.key, title: turnTitle(turn), sentence: turnSentence(turn) };
  if (turn.kind === 'signal') return head;
  const { cause, consequence, open, failures, countries, owners, deadline } = turn.facts;
  return {
    ...head,
    operation: cause.operation ?? '',
    type: cause.type ?? '',
    code: cause.code ?? '',
    consequence,
    open: String(open),
    failures: String(failures),
    countries: countries.map(({ country }) => country).join(', '),
    owner: owners[0] ?? '',
    deadline: deadline?.kind ?? '',
    due: deadline === null ? '' : new Date(deadline.at).toISOString(),
  };
}

function eventFields({ event, subject }: SentEvent): Partial<Fields> {
  return {
    turn: 'event',
    subject,
    title: sentEventTitle(event),
    sentence: sentEventSentence(event),
    operation: event.operation ?? '',
    type: event.errorTypes[0] ?? '',
    code: event.errorCode ?? '',
    consequence: eventConsequence(event)?.kind ?? '',
    countries: event.countryCode ?? '',
    outcome: event.outcome ?? '',
    eid: event.eid ?? '',
    iccid: event.iccid ?? '',
    requestId: event.requestId ?? '',
  };
}

const NO_FIELDS: Fields = {
  id: '',
  turn: '',
  subject: '',
  title: '',
  sentence: '',
  profile: '',
  domain: '',
  time: '',
  timeMs: '',
  operation: '',
  type: '',
  code: '',
  consequence: '',
  open: '',
  failures: '',
  countries: '',
  owner: '',
  deadline: '',
  due: '',
  outcome: '',
  eid: '',
  iccid: '',
  requestId: '',
};
