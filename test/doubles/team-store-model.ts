/** The store of one member, as simple as it can be: what a real store has to do with the changes of a team's log. */
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import type { TakeRecord } from '../../src-main/core/team/team-records.ts';
import type { Unconfirmed } from '../../src-main/core/team/holder-content.ts';
import { EMPTY_TEAM_STATE, type TeamChange, type TeamState } from '../../src-main/core/team/team-state.ts';

interface ApplyOptions {
  /** True if this process wrote the take. */
  readonly isOwn: (record: TakeRecord) => boolean;
  readonly movesReplacedRows: boolean;
  readonly afterSeqOf: (agreed: number, newestHere: number) => number;
}

const numberOf = (event: { readonly data: string }) => Number(event.data);
/** Every seventh event is too large for one record of the schedule. */
const eventOf = (number: number) => {
  const data = `${' '.repeat(number % 7 === 0 ? 150 : 0)}${number}`;
  return { receivedAt: number, kind: 'X', id: `e-${number}`, data };
};

export class ModelStore {
  state: TeamState = EMPTY_TEAM_STATE;
  /** Rows and sessions that the log has not confirmed yet, in order. */
  unconfirmed: Unconfirmed[] = [];
  /** Events that this store received from the stream. */
  readonly received: number[] = [];
  /** Received while another process held the seat: to be offered to it. */
  readonly late = new Set<number>();
  readonly #rows = new Map<number, number>();
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
    for (const [seq, event] of this.#rows) copy.#rows.set(seq, event);
    for (const [id, afterSeq] of this.#actions) copy.#actions.set(id, afterSeq);
    for (const [id, endedAt] of this.#sessions) copy.#sessions.set(id, endedAt);
    return copy;
  }

  /** Store first: the row is here before anything is sent (TEAM-1). */
  receive(number: number): void {
    const seq = Math.max(this.state.nextSeq - 1, ...this.#rows.keys()) + 1;
    this.received.push(number);
    this.#rows.set(seq, number);
    this.unconfirmed.push({ kind: 'event', seq, event: eventOf(number) });
  }

  openSession(openedAt: number): void {
    this.unconfirmed.push({ kind: 'session-opened', openedAt });
  }

  endSession(endedAt: number): void {
    this.unconfirmed.push({ kind: 'session-ended', endedAt, lengthMs: 1, reason: 'silent', detail: null });
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
    const newestHere = Math.max(0, ...this.#rows.keys());
    this.state = state;
    if ('endedSession' in change && change.endedSession !== null)
      this.#sessions.set(change.endedSession.id, change.endedSession.endedAt);
    switch (change.kind) {
      case 'taken':
        if (!options.isOwn(change.record) && options.movesReplacedRows) this.#replaceTail(0);
        return [];
      case 'events':
        return this.#place(change.first, change.events.map(numberOf));
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
      case 'part':
      case 'void':
        return [];
      default:
        return assertNever(change);
    }
  }

  #place(first: number, events: readonly number[]) {
    for (const [index, event] of events.entries()) {
      const seq = first + index;
      if (this.#rows.get(seq) === event) continue;
      if (this.#rows.has(seq)) this.#replaceTail(seq);
      this.#rows.set(seq, event);
    }
    return this.confirm(first, events.length);
  }

  /** Rows that the log did not take in their place leave it. */
  #replaceTail(from: number): void {
    const isReplaced = (one: Unconfirmed) => one.kind !== 'event' || one.seq >= from;
    for (const one of this.unconfirmed.filter(isReplaced)) {
      if (one.kind !== 'event') continue;
      this.#rows.delete(one.seq);
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
