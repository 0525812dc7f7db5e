import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { LogBatch, PlacedEvent, SessionChange } from '../ports/team-store.ts';
import type { TeamChange } from './apply-entry.ts';
import type { Applied } from './team-reader.ts';
import type { TeamState } from './team-state.ts';

type BatchContent = Omit<LogBatch, 'after' | 'progress' | 'sentLate' | 'isBasePart'>;
type EndedSession = Extract<TeamChange, { kind: 'session-ended' }>['endedSession'];

export const NOTHING: BatchContent = { events: [], actions: [], sessions: [], offered: [], doneOffers: [] };

export function batchContent(applied: readonly Applied[]): BatchContent {
  const contents = applied.map(({ change, state }) => entryContent(change, state));
  const [only] = contents;
  if (only !== undefined && contents.length === 1) return only;
  return {
    events: contents.flatMap(({ events }) => events),
    actions: contents.flatMap(({ actions }) => actions),
    sessions: contents.flatMap(({ sessions }) => sessions),
    offered: contents.flatMap(({ offered }) => offered),
    doneOffers: contents.flatMap(({ doneOffers }) => doneOffers),
  };
}

function entryContent(change: TeamChange, state: TeamState): BatchContent {
  const afterSeq = state.nextSeq - 1;
  const ended = (session: EndedSession): readonly SessionChange[] =>
    session === null ? [] : [{ kind: 'ended', ...session, afterSeq }];
  switch (change.kind) {
    case 'taken':
    case 'session-ended':
      return { ...NOTHING, sessions: ended(change.endedSession) };
    case 'session-opened': {
      const { id, holder, openedAt } = change.session;
      const opened = { kind: 'opened', id, holder, epoch: change.epoch, openedAt } as const;
      return { ...NOTHING, sessions: [...ended(change.endedSession), opened] };
    }
    case 'events':
      return eventsContent(change);
    case 'offered': {
      const { position, record } = change;
      const late = {
        kind: 'late',
        id: position,
        holder: record.by,
        epoch: Math.max(1, state.epoch),
        afterSeq,
      } as const;
      const sessions = record.sessions.map((session) => ({ ...late, ...session }));
      return { ...NOTHING, sessions, offered: [{ position, events: record.events }] };
    }
    case 'history': {
      const { first, events, actions, spans, isLast } = change.record;
      return { ...NOTHING, events: placedFrom(first, events), actions, history: { spans, isLast } };
    }
    case 'action':
      return { ...NOTHING, actions: [{ action: change.action, afterSeq: change.afterSeq }] };
    case 'part':
    case 'void':
      return NOTHING;
    default:
      return assertNever(change);
  }
}

const placedFrom = (first: number, events: readonly ReceivedEvent[]): readonly PlacedEvent[] =>
  events.map((event, index) => ({ seq: first + index, event }));

function eventsContent({ first, events, session, offer }: Extract<TeamChange, { kind: 'events' }>): BatchContent {
  const last = events.at(-1);
  const continued =
    session === null || last === undefined
      ? []
      : [{ kind: 'continued', id: session, lastEventAt: last.receivedAt, events: events.length } as const];
  return {
    ...NOTHING,
    events: placedFrom(first, events),
    sessions: continued,
    doneOffers: offer === null ? [] : [offer.position],
  };
}
