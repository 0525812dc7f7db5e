/** The store of one member, as simple as it can be: what a real store has to do with the changes of a team's log. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { TakeRecord } from '../../src-main/core/team/team-records.ts';
import type { Unconfirmed } from '../../src-main/core/team/holder-content.ts';
import type { TeamChange } from '../../src-main/core/team/apply-entry.ts';
import { EMPTY_TEAM_STATE, type TeamState } from '../../src-main/core/team/team-state.ts';

interface ApplyOptions {
  /** True if this process wrote the take. */
  readonly isOwn: (record: TakeRecord) => boolean;
  readonly movesReplacedRows: boolean;
  readonly afterSeqOf: (agreed: number, newestHere: number) => number;
}

const numberOf = (event: { readonly data: string }) => Number(event.data);
/** Every eleventh event is too large for one record of the schedule. */
const eventOf = (number: number) => {
  const data = `${' '.repeat(number % 11 === 0 ? 400 : 0)}${number}`;
  return { receivedAt: number, kind: 'X', id: `e-${number}`, data };
};

export class ModelStore {
  state: TeamState = EMPTY_TEAM_STATE;
  /** Rows and sessions that the log has not confirmed yet, in order. */
  unconfirmed: Unconfirmed[] = [];
  /** Events that this store received from the stream. */
  readonly received: number[] = [];
  /** Received while another process held the seat: to be offered to it, until the offer is read in the log. */
  readonly late = new Set<number>();
  readonly #sentOffers = new Map<string, readonly number[]>();
  /** Offers of all members that no holder has appended, by position. */
  readonly #openOffers = new Map<number, readonly number[]>();
  readonly #rows = new Map<number, number>();
  /** Never below the greatest key of the rows. */
  #newest = 0;
  readonly #known = new Set<number>();
  readonly #actions = new Map<string, number>();
  readonly #sessions = new Map<number, number | null>();

  get seqs(): number[] {
    return [...this.#rows.keys()].toSorted((one, other) => one - other);
  }

  get events(): number[] {
    return [...this.#rows.values()];
  }

  eventOf(seq: number): number | undefined {
    return this.#rows.get(seq);
  }

  /** Everything that must be the same in every store. */
  print(): string {
    const rows = this.seqs.map((seq) => [seq, this.#rows.get(seq)]);
    return JSON.stringify([this.state, rows, [...this.#actions], [...this.#sessions]]);
  }

  /** Returns what a process that starts again finds on the disk. */
  copy(storedState: (state: TeamState) => TeamState): ModelStore {
    const copy = new ModelStore();
    copy.state = storedState(this.state);
    copy.unconfirmed = [...this.unconfirmed];
    copy.received.push(...this.received);
    for (const event of this.late) copy.late.add(event);
    for (const [id, events] of this.#sentOffers) copy.#sentOffers.set(id, events);
    for (const [position, events] of this.#openOffers) copy.#openOffers.set(position, events);
    for (const [seq, event] of this.#rows) copy.#put(seq, event);
    for (const [id, afterSeq] of this.#actions) copy.#actions.set(id, afterSeq);
    for (const [id, endedAt] of this.#sessions) copy.#sessions.set(id, endedAt);
    return copy;
  }

  /** Store first: the row is here before anything is sent. */
  receive(number: number): void {
    const seq = this.#nextSeq();
    this.received.push(number);
    if (this.#known.has(number)) return; // repeated by the stream
    this.#put(seq, number);
    this.unconfirmed.push({ kind: 'event', seq, event: eventOf(number) });
  }

  openSession(openedAt: number): void {
    this.unconfirmed.push({ kind: 'session-opened', openedAt });
  }

  endSession(endedAt: number): void {
    this.unconfirmed.push({ kind: 'session-ended', endedAt, lengthMs: 1, reason: 'silent', detail: null });
  }

  /** Returns the next late events, and remembers them by the id of the offer. */
  offer(id: string, count: number): readonly ReceivedEvent[] {
    const events = [...this.late].slice(0, count);
    this.#sentOffers.set(id, events);
    return events.map(eventOf);
  }

  /** A holder gives the events of all open offers a place behind its own. */
  includeOffers(leavesOutKnown: boolean): void {
    for (const [position, offered] of this.#openOffers) {
      if (this.unconfirmed.some((one) => one.kind === 'offer' && one.offer === position)) continue;
      const events = leavesOutKnown ? offered.filter((event) => !this.#known.has(event)) : offered;
      const first = this.#nextSeq();
      for (const [index, event] of events.entries()) this.#put(first + index, event);
      this.unconfirmed.push({ kind: 'offer', offer: position, first, events: events.map(eventOf) });
    }
  }

  #nextSeq(): number {
    return Math.max(this.state.nextSeq - 1, this.#newestSeq()) + 1;
  }

  #newestSeq(): number {
    while (this.#newest > 0 && !this.#rows.has(this.#newest)) this.#newest -= 1;
    return this.#newest;
  }

  #put(seq: number, event: number): void {
    this.#rows.set(seq, event);
    this.#known.add(event);
    this.#newest = Math.max(this.#newest, seq);
  }

  #remove(seq: number): void {
    this.#known.delete(this.#rows.get(seq) ?? 0);
    this.#rows.delete(seq);
  }

  /** Removes these rows from `unconfirmed` and returns them. */
  confirm(first: number, count: number): (readonly [seq: number, event: number])[] {
    this.unconfirmed = this.unconfirmed.filter(
      (one) => one.kind !== 'event' || one.seq < first || one.seq >= first + count,
    );
    return Array.from({ length: count }, (_, index) => [first + index, this.#rows.get(first + index) ?? 0] as const);
  }

  /** Commits a change and the state with it. Returns the rows that are confirmed now. */
  apply(
    state: TeamState,
    change: TeamChange,
    options: ApplyOptions,
  ): readonly (readonly [seq: number, event: number])[] {
    const newestHere = this.#newestSeq();
    this.state = state;
    if ('endedSession' in change && change.endedSession !== null)
      this.#sessions.set(change.endedSession.id, change.endedSession.endedAt);
    switch (change.kind) {
      case 'taken':
        if (!options.isOwn(change.record) && options.movesReplacedRows) this.#replaceTail(0);
        return [];
      case 'events':
        if (change.offer !== null) this.#finishOffer(change.offer.position, change.first);
        return this.#place(change.first, change.events.map(numberOf));
      case 'offered':
        this.#openOffers.set(change.position, change.record.events.map(numberOf));
        for (const event of this.#sentOffers.get(change.record.id) ?? []) this.late.delete(event);
        return [];
      case 'session-opened':
        this.#sessions.set(change.session.id, null);
        this.#confirmMark('session-opened', change.session.openedAt);
        return [];
      case 'session-ended':
        if (change.endedSession !== null) this.#confirmMark('session-ended', change.endedSession.endedAt);
        return [];
      case 'action':
        if (!this.#actions.has(change.action.id))
          this.#actions.set(change.action.id, options.afterSeqOf(change.afterSeq, newestHere));
        return [];
      case 'history':
      case 'part':
      case 'void':
        return [];
      default:
        return assertNever(change);
    }
  }

  #finishOffer(position: number, first: number): void {
    this.#openOffers.delete(position);
    this.unconfirmed = this.unconfirmed.filter(
      (one) => one.kind !== 'offer' || one.offer !== position || one.first !== first,
    );
  }

  #place(first: number, events: readonly number[]) {
    for (const [index, event] of events.entries()) {
      const seq = first + index;
      if (this.#rows.get(seq) === event) continue;
      if (this.#rows.has(seq)) this.#replaceTail(seq);
      this.#put(seq, event);
    }
    return this.confirm(first, events.length);
  }

  /** Rows that the log did not take in their place leave it. */
  #replaceTail(from: number): void {
    const isReplaced = (one: Unconfirmed) => one.kind !== 'event' || one.seq >= from;
    for (const one of this.unconfirmed.filter(isReplaced)) {
      // The offer itself is still in the log.
      if (one.kind === 'offer') for (const index of one.events.keys()) this.#remove(one.first + index);
      if (one.kind !== 'event') continue;
      this.#remove(one.seq);
      this.late.add(numberOf(one.event));
    }
    this.unconfirmed = this.unconfirmed.filter((one) => !isReplaced(one));
  }

  #confirmMark(kind: 'session-opened' | 'session-ended', at: number): void {
    const [next] = this.unconfirmed;
    if (next?.kind !== kind) return;
    if ((next.kind === 'session-opened' ? next.openedAt : next.endedAt) === at) this.unconfirmed.shift();
  }
}
