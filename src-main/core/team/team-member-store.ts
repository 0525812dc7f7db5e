/** The store of a member. What this member received and did waits until the log has it. */
import type { ActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { LogAppend } from '../ports/team-log.ts';
import type { LogApplied, LogBatch, LogProgress, PlacedEvent, TeamStore } from '../ports/team-store.ts';
import type { TeamChange } from './apply-entry.ts';
import type { BasePart } from '../ports/team-base.ts';
import type { BaseLine } from './base/base-content.ts';
import { batchContent, NOTHING } from './log-batch.ts';
import { actionAppend, offerAppend, type Writer } from './next-append.ts';
import type { MemberStore } from './team-member.ts';
import { MAX_RECORD_EVENTS, RECORD_VERSION } from './team-records.ts';
import type { Applied } from './team-reader.ts';
import { cursorAfter, storedState, type TeamState } from './team-state.ts';
import { unconfirmedRows } from './unconfirmed-rows.ts';

export interface TeamMemberStoreOptions {
  readonly team: TeamStore;
  readonly member: string;
  readonly newId: () => string;
  readonly state: TeamState;
  readonly committed: ChangeSignal;
  readonly untilStored: <Result>(write: () => Promise<Result>) => Promise<Result>;
  /** Called after each commit, with what its entries changed; with nothing after a part of a base. */
  readonly onApplied: (applied: LogApplied, changes: readonly TeamChange[]) => void;
  /** Called with an action, or an offer of one event, that stays here: the engine takes no entry of its size. */
  readonly onTooLarge: (append: Pick<LogAppend, 'lane' | 'id'>) => void;
}

const progressOf = (state: TeamState): LogProgress => ({
  position: state.position,
  at: state.at,
  confirmedSeq: state.nextSeq - 1,
  team: JSON.stringify(state),
});

/** An offer is one entry of the log, which has at most 1 MB. A character has at most 3 bytes. */
const MAX_OFFER_CHARS = 230_000;

export class TeamMemberStore implements MemberStore {
  readonly stored: ChangeSignal;
  readonly #options: TeamMemberStoreOptions;
  #state: TeamState;
  /** The offer that was sent and not read back, with the number of its last late event. */
  #sent: { readonly append: LogAppend; readonly through: number; readonly events: number } | null = null;
  /** The log may have what waits here up to this position; 0 if nothing was lost. */
  #readAgainTo = 0;
  #maxOffered = MAX_RECORD_EVENTS;
  /** Late events up to this number were offered, or are too large for any entry and stay here until the next start. */
  #lateAfter = 0;
  /** Ids of actions that are too large for an entry. They stay here until the next start. */
  readonly #tooLarge = new Set<string>();
  /** The log has the events that their authors saw under other seqs, so they count after everything before them. */
  readonly #seenLate = new Set<string>();

  #moved: string | null = null;

  constructor(options: TeamMemberStoreOptions) {
    this.#options = options;
    this.stored = options.committed;
    this.#state = options.state;
  }

  get state(): TeamState {
    return this.#state;
  }

  get isReceiving(): boolean {
    return this.#state.session?.holder === this.#options.member;
  }

  async commit(state: TeamState, entries: readonly Applied[], { member, run }: Writer): Promise<void> {
    const { team, onApplied, untilStored } = this.#options;
    // A take that is read again was there before what waits here.
    const isReplaced = entries.some(
      ({ change, state: { position } }) =>
        position > this.#readAgainTo &&
        change.kind === 'taken' &&
        (change.record.by !== member || change.record.run !== run),
    );
    if (isReplaced) await untilStored(() => team.replaceTail());
    const isSent = ({ change }: Applied) => change.kind === 'offered' && change.record.id === this.#sent?.append.id;
    const sent = entries.some(isSent) ? this.#sent : null;
    const batch: LogBatch = {
      after: this.#state.position,
      progress: progressOf(state),
      ...batchContent(entries),
      ...(sent && { sentLate: { after: this.#lateAfter, through: sent.through } }),
    };
    const applied = await untilStored(() => team.applyLog(batch));
    if (sent !== null) {
      this.#sent = null;
      this.#lateAfter = Math.max(this.#lateAfter, sent.through);
      this.#maxOffered = MAX_RECORD_EVENTS;
    }
    this.#state = state;
    onApplied(
      applied,
      entries.map(({ change }) => change),
    );
  }

  async marks(): Promise<readonly TeamState[]> {
    return (await this.#options.team.marks()).map(storedState);
  }

  async rewind(to: TeamState, end: number): Promise<void> {
    const { team, onApplied, untilStored } = this.#options;
    const { position, session } = to;
    const offers = to.offers.map((offer) => offer.position);
    const extent = await untilStored(() => team.rewind({ position, session, offers }));
    this.#readAgainTo = end;
    this.#state = to;
    onApplied({ extent, domain: null, stored: 0, withdrawn: 0 }, []);
  }

  async restorePart(part: BasePart): Promise<void> {
    const { position, nextSeq, history } = this.#state;
    // A store has what the log has given, unless its own retention removed it.
    const isMissing = ({ seq }: PlacedEvent) =>
      seq >= nextSeq || (history !== null && seq > history.place.seq && seq <= history.through);
    const events = part.kind === 'events' ? part.events.filter(isMissing) : [];
    const confirmedSeq = events.at(-1)?.seq ?? 0;
    const sessions =
      part.kind === 'sessions' ? part.sessions.map((session) => ({ kind: 'restored', ...session }) as const) : [];
    await this.#restore(
      {
        ...NOTHING,
        after: position,
        progress: { ...progressOf(this.#state), confirmedSeq },
        events,
        sessions,
        ...(part.kind === 'actions' && { actions: part.actions }),
        ...(part.kind === 'before' && { history: { spans: part.spans, isLast: false } }),
        isBasePart: true,
      },
      this.#state,
    );
  }

  async restoreEnd({ state, offered }: Extract<BaseLine, { kind: 'end' }>): Promise<void> {
    const open = new Set(state.offers.map(({ position }) => position));
    const doneOffers = this.#state.offers.flatMap(({ position }) => (open.has(position) ? [] : [position]));
    const progress = progressOf(state);
    await this.#restore({ ...NOTHING, after: this.#state.position, progress, offered, doneOffers }, state);
  }

  async #restore(batch: LogBatch, state: TeamState): Promise<void> {
    const { team, onApplied, untilStored } = this.#options;
    const applied = await untilStored(() => team.applyLog(batch));
    this.#state = state;
    onApplied(applied, []);
  }

  async unconfirmed() {
    const { team, member, untilStored } = this.#options;
    if (this.#state.offers.length > 0) await untilStored(() => team.placeOffers());
    const own = await team.unconfirmed(MAX_RECORD_EVENTS);
    const rows = unconfirmedRows(this.#state, member, own);
    const events = rows.flatMap((row) => (row.kind === 'event' ? [row.event] : []));
    return { rows, cursor: this.#cursorAfter(events, own.cursor) };
  }

  /** Notes that the stream moved its `Last-Event-ID` without an event; null if an event has moved it since. */
  noteCursor(lastEventId: string | null): void {
    this.#moved = lastEventId;
  }

  /**
   * The store of a member that has not received for a while has an old cursor, so its cursor counts only if this process
   * received it. It is stored after all events before it: otherwise the log would skip those.
   */
  #cursorAfter(events: readonly ReceivedEvent[], stored: string | null): string {
    return stored !== null && stored === this.#moved ? stored : cursorAfter(this.#state.cursor, events);
  }

  async cursor(): Promise<string> {
    const { events, cursor } = await this.#options.team.unconfirmed(MAX_RECORD_EVENTS);
    return this.#cursorAfter(
      events.map(({ event }) => event),
      cursor,
    );
  }

  async outbox(): Promise<readonly LogAppend[]> {
    const { team, member } = this.#options;
    if (this.#state.position < this.#readAgainTo) return [];
    const unplaced = (await team.unplacedActions()).filter(({ id }) => !this.#tooLarge.has(id));
    this.#sent ??= await this.#nextOffer();
    const actions = (await this.#readyActions(unplaced)).map((action) => actionAppend(member, action));
    return this.#sent === null ? actions : [...actions, this.#sent.append];
  }

  /** Leaves out actions until the log has all that their authors saw: earlier events would take them back. */
  async #readyActions(unplaced: readonly ActionEntry[]): Promise<readonly ActionEntry[]> {
    const { team, member } = this.#options;
    const confirmedSeq = this.#state.nextSeq - 1;
    const mayHaveSeenMore = ({ seenSeq = 0 }: ActionEntry) => seenSeq > confirmedSeq;
    if (this.#sent !== null || this.#state.offers.some(({ by }) => by === member)) {
      for (const action of unplaced.filter(mayHaveSeenMore)) this.#seenLate.add(action.id);
      return [];
    }
    const hasTail = unplaced.some(mayHaveSeenMore) && (await team.unconfirmed(1)).events.length > 0;
    const isSeenLate = ({ id }: ActionEntry) => this.#seenLate.has(id);
    return unplaced
      .filter((action) => !hasTail || isSeenLate(action) || !mayHaveSeenMore(action))
      .map((action) => (isSeenLate(action) ? { ...action, seenSeq: undefined } : action));
  }

  refuse(append: LogAppend): void {
    const { lane, id } = append;
    if (lane === 'actions') this.#tooLarge.add(id);
    else if (this.#sent?.append.id !== id) return;
    else {
      const { events, through } = this.#sent;
      this.#sent = null;
      this.#maxOffered = Math.max(1, Math.floor(events / 2));
      if (events !== 1) return;
      this.#lateAfter = through;
    }
    this.#options.onTooLarge(append);
  }

  async #nextOffer() {
    const { team, member, newId } = this.#options;
    const late = await team.lateEvents(this.#lateAfter, this.#maxOffered);
    let chars = 0;
    const end = late.findIndex(
      ({ event }, index) => (chars += JSON.stringify(event).length) > MAX_OFFER_CHARS && index > 0,
    );
    const offered = end === -1 ? late : late.slice(0, end);
    const sessions = (await team.lateSessions()).slice(0, this.#maxOffered);
    if (offered.length === 0 && sessions.length === 0) return null;
    const events = offered.map(({ event }) => event);
    const append = offerAppend({ v: RECORD_VERSION, kind: 'offer', by: member, id: newId(), events, sessions });
    return { append, through: offered.at(-1)?.number ?? 0, events: events.length };
  }
}
