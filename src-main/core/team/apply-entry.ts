/** Folds a team's log (`docs/design/team.md` §2), so that every member agrees which records count. Pure. */
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { GapReason } from '../../../src-shared/domain/coverage/coverage.ts';
import type { AnyActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { LogEntry } from '../ports/team-log.ts';
import {
  eventsContentSchema,
  readRecord,
  type ActionRecord,
  type ChainRecord,
  type EventsContent,
  type HistoryRecord,
  type OfferRecord,
  type ReadRecord,
  type TakeRecord,
} from './team-records.ts';
import {
  committedState,
  cursorAfter,
  type OpenOffer,
  type OpenParts,
  type OpenSession,
  type TeamState,
} from './team-state.ts';

interface EndedSession {
  /** `OpenSession.id` */
  readonly id: number;
  readonly endedAt: number;
  readonly lengthMs: number;
  readonly reason: GapReason;
  readonly detail: string | null;
}

type VoidReason = 'unreadable' | 'prev' | 'epoch' | 'writer' | 'seq' | 'part' | 'offer' | 'lineage' | 'history';

export type TeamChange =
  /** `endedSession`: the session of another member, which has not written its end. */
  | {
      readonly kind: 'taken';
      readonly record: TakeRecord;
      readonly endedSession: EndedSession | null;
    }
  | {
      readonly kind: 'events';
      readonly by: string;
      readonly first: number;
      readonly events: readonly ReceivedEvent[];
      /** Null if no session is open: the end of one that was received before a crash. Also null for an offer. */
      readonly session: number | null;
      /** The offer that is done now; the events were received by its member. */
      readonly offer: OpenOffer | null;
    }
  /** Kept by every member, because every one may hold the seat when they are appended. */
  | { readonly kind: 'offered'; readonly position: number; readonly record: OfferRecord }
  | { readonly kind: 'history'; readonly record: HistoryRecord }
  | { readonly kind: 'part' }
  /** `endedSession`: the one before, if its end was never written. */
  | {
      readonly kind: 'session-opened';
      readonly session: OpenSession;
      readonly epoch: number;
      readonly endedSession: EndedSession | null;
    }
  | { readonly kind: 'session-ended'; readonly endedSession: EndedSession | null }
  /** `afterSeq`: the last agreed seq before the action, on every machine. An id that is stored already stays as it is. */
  | { readonly kind: 'action'; readonly by: string; readonly action: AnyActionEntry; readonly afterSeq: number }
  /** Counted and shown in diagnostics, never an error (TEAM-4). */
  | { readonly kind: 'void'; readonly reason: VoidReason };

export type AppliedEntry =
  | { readonly kind: 'applied'; readonly state: TeamState; readonly change: TeamChange }
  | { readonly kind: 'repeated' }
  /** The entries from `from` to `to` are no longer in the log (TEAM-20). Nothing changes. */
  | { readonly kind: 'hole'; readonly from: number; readonly to: number }
  /** Written by a newer Watchfloor (TEAM-21). Nothing changes. */
  | { readonly kind: 'newer'; readonly version: number };

export const applyEntry = (state: TeamState, entry: LogEntry): AppliedEntry =>
  applyRead(state, entry, readRecord(entry));

export function applyRead(
  state: TeamState,
  entry: Pick<LogEntry, 'position' | 'at' | 'lane'>,
  read: ReadRecord,
): AppliedEntry {
  if (entry.position <= state.position) return { kind: 'repeated' };
  const next = state.position + 1;
  if (entry.position > next) return { kind: 'hole', from: next, to: entry.position - 1 };
  return applyRecord(state, entry, read);
}

export function applyRecord(
  state: TeamState,
  { position, at, lane }: Pick<LogEntry, 'position' | 'at' | 'lane'>,
  read: ReadRecord,
): AppliedEntry {
  if (read.kind === 'newer') return read;
  const seen: TeamState = { ...state, position, at, chainEnd: lane === 'chain' ? position : state.chainEnd };
  if (read.kind === 'unreadable') return voidEntry(seen, 'unreadable');
  const { record } = read;
  if (record.kind === 'action') return { kind: 'applied', state: seen, change: placed(record, state) };
  if (record.kind === 'offer') return { kind: 'applied', ...offered(seen, record) };
  if (record.kind === 'history') return withHistory(seen, record);
  const reason = whyVoid(state, record);
  if (reason !== null) return voidEntry(seen, reason);
  const next: TeamState = { ...seen, chain: position, chainAt: at };
  if (record.kind === 'part') return withPart(next, state, record);
  return { kind: 'applied', ...applied({ ...next, parts: null }, at, record) };
}

const voidEntry = (state: TeamState, reason: VoidReason): AppliedEntry => ({
  kind: 'applied',
  state: { ...state, voids: state.voids + 1 },
  change: { kind: 'void', reason },
});

const placed = ({ by, action }: ActionRecord, { nextSeq }: TeamState): TeamChange => ({
  kind: 'action',
  by,
  action,
  afterSeq: nextSeq - 1,
});

const offered = (state: TeamState, record: OfferRecord) => ({
  state: { ...state, offers: [...state.offers, { position: state.position, by: record.by }] },
  change: { kind: 'offered', position: state.position, record } as const,
});

function withHistory(state: TeamState, record: HistoryRecord): AppliedEntry {
  const { history } = state;
  const { by, part, first, events, place, isLast } = record;
  const isNext = history !== null && by === history.by && part === history.part + 1;
  const isWithin =
    isNext && first > history.place.seq && first + events.length - 1 <= place.seq && place.seq <= history.through;
  if (!isWithin) return voidEntry(state, 'history');
  return {
    kind: 'applied',
    state: { ...state, history: isLast ? null : { ...history, part, place } },
    change: { kind: 'history', record },
  };
}

/** The fence (TEAM-4): a chain record counts only if it names the record before it and belongs to the holding. */
function whyVoid(state: TeamState, record: ChainRecord): VoidReason | null {
  if (record.prev !== state.chain || record.prevAt !== state.chainAt) return 'prev';
  if (record.kind === 'take') {
    if (record.epoch !== state.epoch + 1) return 'epoch';
    return state.lineage === '' || record.lineage === state.lineage ? null : 'lineage';
  }
  if (record.epoch !== state.epoch) return 'epoch';
  if (record.by !== state.holder?.member) return 'writer';
  if (record.kind === 'part') return isNextPart(state.parts, record) ? null : 'part';
  return record.kind === 'events' ? whyVoidEvents(state, record) : null;
}

function whyVoidEvents({ nextSeq, offers }: TeamState, { first, offer }: EventsContent): VoidReason | null {
  if (first < nextSeq) return 'seq';
  return offer === undefined || offers.some(({ position }) => position === offer) ? null : 'offer';
}

type PartRecord = Extract<ChainRecord, { kind: 'part' }>;

const isNextPart = (open: OpenParts | null, { part, of }: PartRecord) =>
  part <= of && (open === null ? part === 1 : part === open.texts.length + 1 && of === open.of);

function withPart(state: TeamState, before: TeamState, { by, part, of, text }: PartRecord): AppliedEntry {
  const texts = [...(state.parts?.texts ?? []), text];
  if (part < of) {
    const parts = { since: committedState(before), texts, of };
    return { kind: 'applied', state: { ...state, parts }, change: { kind: 'part' } };
  }
  const complete = { ...state, parts: null };
  const content = eventsContentSchema.safeParse(parseJsonOrNull(texts.join('')));
  if (!content.success) return voidEntry(complete, 'unreadable');
  const reason = whyVoidEvents(state, content.data);
  if (reason !== null) return voidEntry(complete, reason);
  return { kind: 'applied', ...withEvents(complete, by, content.data) };
}

function applied(
  state: TeamState,
  at: number,
  record: Exclude<ChainRecord, PartRecord>,
): { readonly state: TeamState; readonly change: TeamChange } {
  switch (record.kind) {
    case 'take':
      return taken(state, at, record);
    case 'events':
      return withEvents(state, record.by, record);
    case 'session-opened': {
      const { openedAt, by, epoch } = record;
      const session = { id: state.position, holder: by, openedAt, lastEventAt: openedAt };
      const endedSession = abandonedSession(state, 'crashed');
      const change: TeamChange = { kind: 'session-opened', session, epoch, endedSession };
      return { state: { ...state, session }, change };
    }
    case 'session-ended': {
      const { endedAt, lengthMs, reason, detail } = record;
      const endedSession = state.session && { id: state.session.id, endedAt, lengthMs, reason, detail };
      return { state: { ...state, session: null }, change: { kind: 'session-ended', endedSession } };
    }
    default:
      return assertNever(record);
  }
}

/** A member that takes the seat again continues its own session, which it may have kept open while it was alone (TEAM-9). */
function taken(state: TeamState, at: number, record: TakeRecord) {
  const continues = state.session?.holder === record.by;
  const endedSession = continues ? null : sessionBefore(state, record);
  const change: TeamChange = { kind: 'taken', record, endedSession };
  return {
    state: {
      ...state,
      ...(state.lineage === '' && record.history !== undefined ? promisedHistory(record.by, record.history) : {}),
      epoch: record.epoch,
      holder: {
        member: record.by,
        run: record.run,
        since: at,
        why: record.why,
        service: record.service,
        ...(record.reason !== '' && { reason: record.reason }),
        lost: lostHolder(state, record),
      },
      lineage: record.lineage,
      names: record.name === undefined ? state.names : { ...state.names, [record.by]: record.name },
      session: continues ? state.session : null,
    },
    change,
  };
}

/** Leaves out one seq, so that every action of the team comes after every action from before it. */
const promisedHistory = (by: string, through: number) => ({
  nextSeq: through + 2,
  history: { by, through, part: 0, place: { seq: 0, action: 0, session: 0, gap: 0 } },
});

function lostHolder({ holder, session }: TeamState, { by, why }: TakeRecord): NonNullable<TeamState['holder']>['lost'] {
  if (holder?.member === by) return holder.lost;
  return why === 'failover' && session !== null ? { member: session.holder, sessionSince: session.openedAt } : null;
}

function withEvents(state: TeamState, by: string, content: EventsContent) {
  const { first, events } = content;
  const offer = state.offers.find(({ position }) => position === content.offer) ?? null;
  const next = { ...state, nextSeq: first + events.length };
  const change: TeamChange = { kind: 'events', by, first, events, session: null, offer };
  if (offer !== null) return { state: { ...next, offers: state.offers.filter((one) => one !== offer) }, change };
  const session = state.session && {
    ...state.session,
    lastEventAt: events.at(-1)?.receivedAt ?? state.session.lastEventAt,
  };
  const cursor = content.cursor ?? cursorAfter(state.cursor, events);
  return { state: { ...next, cursor, session }, change: { ...change, session: session?.id ?? null } };
}

/** Ends the session of the holder before this one. Its own end of the session does not count any more. */
function sessionBefore(state: TeamState, { why, reason }: TakeRecord): EndedSession | null {
  if (why === 'handover') return abandonedSession(state, 'handed-over');
  if (why !== 'takeover') return abandonedSession(state, 'no-holder');
  const ended = abandonedSession(state, 'taken-over');
  return ended && { ...ended, detail: reason === '' ? null : reason };
}

/** Ends a session whose holder never wrote its end, at its last event and by the wall clock. */
function abandonedSession({ session }: TeamState, reason: GapReason): EndedSession | null {
  if (session === null) return null;
  const { id, openedAt, lastEventAt } = session;
  return {
    id,
    endedAt: lastEventAt,
    lengthMs: Math.max(0, lastEventAt - openedAt),
    reason,
    detail: null,
  };
}
