/** A team of real members over a shared log, with stores in memory and a service that numbers its events. */
import type { Clock } from '../../src-main/core/ports/clock.ts';
import type { LogAppend, TeamLog } from '../../src-main/core/ports/team-log.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import { actionAppend, offerAppend, type Writer } from '../../src-main/core/team/next-append.ts';
import type { Applied } from '../../src-main/core/team/team-reader.ts';
import { TeamMember, type MemberStore } from '../../src-main/core/team/team-member.ts';
import { committedState, cursorAfter, type TeamState } from '../../src-main/core/team/team-state.ts';
import type { ActionEntry } from '../../src-shared/domain/cases/action.ts';
import { A_TAKE } from './team-entries.ts';
import { ModelStore } from './team-store-model.ts';

class WorldStore implements MemberStore {
  readonly stored = new ChangeSignal();
  readonly isReceiving = false;
  readonly #member: string;
  readonly #newId: () => string;
  model: ModelStore;
  #offer: LogAppend | null = null;
  #actions: ActionEntry[] = [];

  constructor(member: string, newId: () => string, model = new ModelStore()) {
    this.#member = member;
    this.#newId = newId;
    this.model = model;
  }

  get state(): TeamState {
    return this.model.state;
  }

  async commit(committed: TeamState, applied: readonly Applied[], { run }: Writer): Promise<void> {
    for (const { change, state } of applied) {
      this.model.apply(state === applied.at(-1)?.state ? committed : state, change, {
        isOwn: (record) => record.run === run,
        movesReplacedRows: true,
        afterSeqOf: (agreed) => agreed,
      });
      if (change.kind === 'offered' && change.record.id === this.#offer?.id) this.#offer = null;
      if (change.kind === 'action') this.#actions = this.#actions.filter(({ id }) => id !== change.action.id);
    }
    this.stored.notify();
  }

  async marks(): Promise<readonly TeamState[]> {
    return [];
  }

  rewind(): Promise<void> {
    return Promise.reject(new Error('The log of this world loses nothing.'));
  }

  restorePart(): Promise<void> {
    return Promise.reject(new Error('No member of this world makes bases.'));
  }

  restoreEnd(): Promise<void> {
    return this.restorePart();
  }

  async unconfirmed() {
    this.model.includeOffers(true);
    const rows = this.model.unconfirmed.slice(0, 600);
    return {
      rows,
      cursor: cursorAfter(
        this.state.cursor,
        rows.flatMap((row) => (row.kind === 'event' ? [row.event] : [])),
      ),
    };
  }

  async outbox(): Promise<readonly LogAppend[]> {
    if (this.#offer === null && this.model.late.size > 0) {
      const id = this.#newId();
      const events = [...this.model.offer(id, 500)];
      this.#offer = offerAppend({ v: 1, kind: 'offer', by: this.#member, id, events, sessions: [] });
    }
    const actions = this.#actions.map((action) => actionAppend(this.#member, action));
    return this.#offer === null ? actions : [...actions, this.#offer];
  }

  /** Every entry of this world is small. */
  refuse(): void {
    throw new Error('An entry is too large.');
  }

  act(action: ActionEntry): void {
    this.#actions.push(action);
    this.stored.notify();
  }

  receive(event: number): void {
    this.model.receive(event);
    this.stored.notify();
  }
}

export class WorldMember {
  readonly name: string;
  store: WorldStore;
  isWatching = false;
  /** Called after each change of `isWatching`. */
  onWatch: () => void = () => {};
  isStoring = true;
  hasStandBy = true;
  readonly asked: { readonly id: string; readonly from: string }[] = [];
  member: TeamMember | null = null;
  #ends = new AbortController();
  ended: ReturnType<TeamMember['run']> = Promise.resolve(null);

  constructor(name: string, newId: () => string) {
    this.name = name;
    this.store = new WorldStore(name, newId);
  }

  start(
    log: TeamLog,
    world: {
      readonly clock: Clock;
      readonly leaseMs: number;
      readonly newId: () => string;
      readonly created: string;
      readonly rank: number | null;
    },
  ) {
    const { lineage, service } = A_TAKE;
    this.store = new WorldStore(this.name, world.newId, this.store.model.copy(committedState));
    this.#ends = new AbortController();
    this.member = new TeamMember({
      ...world,
      log,
      member: this.name,
      name: this.name,
      run: world.newId(),
      created: world.created,
      lineage,
      service,
      history: null,
      store: this.store,
      onAsked: (request) => this.asked.push(request),
      onHole: () => {},
      onRestored: () => {},
      onRestoreFailure: () => {},
      onReplaced: () => {},
      isStoring: () => this.isStoring,
      hasStandBy: () => this.hasStandBy,
      onWatch: (isWatching) => {
        this.isWatching = isWatching;
        this.onWatch();
        if (isWatching) this.store.model.openSession(Math.floor(world.clock.now()));
      },
    });
    this.ended = this.member.run(this.#ends.signal);
  }

  /** Ends like a process that is killed: its lease stays. */
  async kill(log: TeamLog): Promise<void> {
    this.isWatching = false;
    await log.close();
    this.#ends.abort(new Error('killed'));
    await this.ended;
  }
}

/** Fates of the stream if a member opens it while another has it: both have it, or only one of them. */
export const SECOND_SUBSCRIBER = ['allowed', 'refused', 'ends the first'] as const;

export type SecondSubscriber = (typeof SECOND_SUBSCRIBER)[number];

/** Gives the next event to each member that has the stream. */
export class NumberedService {
  #last = 0;
  #watching: readonly WorldMember[] = [];
  #subscriber: WorldMember | undefined;

  emit(members: readonly WorldMember[], second: SecondSubscriber): void {
    this.#last += 1;
    const watching = members.filter(({ isWatching }) => isWatching);
    const newcomer = watching.find((member) => !this.#watching.includes(member));
    this.#watching = watching;
    if (second === 'ends the first' && newcomer !== undefined) this.#subscriber = newcomer;
    if (this.#subscriber?.isWatching !== true) this.#subscriber = watching[0];
    for (const member of watching)
      if (second === 'allowed' || member === this.#subscriber) member.store.receive(this.#last);
  }
}

/** Returns what is wrong once all faults have ended; empty if nothing is. */
export function worldFaults(members: readonly WorldMember[]): readonly string[] {
  const faults: string[] = [];
  const holders = members.filter(({ member }) => member?.seat.seat.kind === 'holds').map(({ name }) => name);
  if (holders.length !== 1) faults.push(`holders: ${holders.join(', ')}`);
  const [first] = members;
  const events = first?.store.model.events ?? [];
  const inLog = new Set(events);
  if (inLog.size !== events.length) faults.push('an event has two seqs');
  if (first?.store.model.seqs.some((seq, index) => seq !== index + 1) === true) faults.push('seqs are broken');
  for (const { name, store } of members) {
    const { model } = store;
    if (model.print() !== first?.store.model.print()) faults.push(`the store of ${name} differs`);
    const lost = model.received.filter((event) => !inLog.has(event));
    if (lost.length > 0) faults.push(`${name} lost ${lost.length} events`);
    if (model.unconfirmed.length + model.late.size > 0) faults.push(`${name} has events that wait`);
  }
  return faults;
}
