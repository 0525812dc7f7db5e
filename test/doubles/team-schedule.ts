/**
 * Plays random schedules of a team over the pure rules of its log: members that are cut off, crash, lose power and wake as
 * stale holders; an engine that loses answers, delays, stores twice and stores what it should refuse; a service that gives events to several of them; an intruder; and two
 * processes with the same credentials. Nothing protects the seat except the chain: any member may try to take it at any
 * time. Then checks what must be true in every case.
 */
import type { LogAppend } from '../../src-main/core/ports/team-log.ts';
import {
  actionAppend,
  appendOutcome,
  holderAppend,
  offerAppend,
  takeAppend,
  type ChainAppend,
} from '../../src-main/core/team/next-append.ts';
import { nextContent } from '../../src-main/core/team/holder-content.ts';
import { readRecord, type ReadRecord } from '../../src-main/core/team/team-records.ts';
import { applyRecord } from '../../src-main/core/team/apply-entry.ts';
import { committedState, type TeamState } from '../../src-main/core/team/team-state.ts';
import { anActionEntry } from './action-entries.ts';
import { A_TAKE } from './team-entries.ts';
import { randomNumbers } from './random-numbers.ts';
import { ModelStore } from './team-store-model.ts';

/** Everything that a mutant may break. */
export const TEAM_RULES = {
  applyRecord,
  appendOutcome,
  holderAppend,
  takeAppend,
  committedState,
  afterSeqOf: (agreed: number, _newestHere: number): number => agreed,
  movesReplacedRows: true,
  leavesOutKnown: true,
  trustsAnswers: false,
  skipsRepeats: true,
};
export type TeamRules = typeof TEAM_RULES;

const LIMITS = { bytes: 400, partChars: 200 };

interface Stored {
  readonly lane: LogAppend['lane'];
  readonly read: ReadRecord;
}

/** Result of an append at the engine. `anyway`: stored although the engine should refuse it. */
type Fate = 'stored' | 'answer-lost' | 'lost' | 'delayed' | 'doubled' | 'anyway';
const FATES: readonly Fate[] = ['stored', 'stored', 'stored', 'answer-lost', 'lost', 'delayed', 'doubled', 'anyway'];

class Engine {
  readonly entries: Stored[] = [];
  readonly #ids = new Set<string>();
  #lastOfChain = 0;
  #delayed: LogAppend[] = [];

  /** Returns true if the answer says that the entry was stored. */
  append(append: LogAppend, fate: Fate): boolean {
    if (fate === 'lost') return false;
    if (fate === 'delayed') {
      this.#delayed.push(append);
      return false;
    }
    const isRefused = this.#ids.has(append.id) || (append.after !== null && append.after !== this.#lastOfChain);
    if (fate === 'anyway' || !isRefused) this.#store(append);
    if (fate === 'doubled') this.#store(append);
    return fate !== 'answer-lost' && (fate === 'anyway' || !isRefused);
  }

  deliverDelayed(): void {
    const delayed = this.#delayed;
    this.#delayed = [];
    for (const append of delayed) this.append(append, 'stored');
  }

  #store({ lane, id, text }: LogAppend): void {
    this.#ids.add(id);
    this.entries.push({ lane, read: readRecord({ lane, member: null, text }) });
    if (lane === 'chain') this.#lastOfChain = this.entries.length;
  }
}

class Member {
  readonly name: string;
  run = '';
  store = new ModelStore();
  saved = new ModelStore();
  inFlight: ChainAppend | null = null;
  isCutOff = false;
  isWatching = false;
  /** The epoch whose take this process has read back. */
  heldEpoch = 0;

  constructor(name: string) {
    this.name = name;
  }
}

export class TeamSchedule {
  readonly #rules: TeamRules;
  readonly #random: (limit: number) => number;
  readonly #engine = new Engine();
  /** The last two are processes with the same credentials. */
  readonly #members = ['anna', 'ben', 'cleo', 'cleo'].map((name) => new Member(name));
  /** Run of the process that confirmed an epoch. */
  readonly #holders = new Map<number, string>();
  /** Event that was confirmed with a seq. */
  readonly #confirmed = new Map<number, number>();
  readonly #faults: string[] = [];
  #count = 0;

  constructor(seed: number, rules: TeamRules = TEAM_RULES) {
    this.#rules = rules;
    this.#random = randomNumbers(seed);
    for (const member of this.#members) this.#start(member);
  }

  /** Returns what is wrong at the end; empty if nothing is. */
  play(steps: number): readonly string[] {
    for (let step = 0; step < steps; step += 1) this.#step(this.#pick(this.#members));
    this.#heal();
    this.#check();
    return this.#faults;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#random(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  #step(member: Member): void {
    const dice = this.#random(100);
    if (dice < 30) this.#read(member, this.#random(10));
    else if (dice < 60) this.#send(member, this.#pick(FATES));
    else if (dice < 78) this.#emit();
    else if (dice < 82) this.#take(member, this.#pick(FATES));
    else if (dice < 84) this.#crash(member);
    else if (dice < 86) this.#offer(member, this.#pick(FATES));
    else if (dice < 88) member.isCutOff = !member.isCutOff;
    else if (dice < 91) this.#act(member);
    else if (dice < 93) this.#intrude(member);
    else if (dice < 98) this.#engine.deliverDelayed();
    else this.#endSession(member);
  }

  #start(member: Member): void {
    this.#count += 1;
    member.run = `run-number-${this.#count}`;
    member.inFlight = null;
    member.isWatching = false;
    member.heldEpoch = 0;
  }

  /** The service gives the next events to every process that watches. */
  #emit(): void {
    for (let left = 1 + this.#random(4); left > 0; left -= 1) {
      this.#count += 1;
      for (const { isWatching, store } of this.#members) if (isWatching) store.receive(this.#count);
    }
  }

  #crash(member: Member): void {
    // Without power, the last commits can be lost; position, rows and state are lost together.
    member.store = this.#random(4) === 0 ? member.saved : member.store.copy(this.#rules.committedState);
    member.saved = member.store.copy(this.#rules.committedState);
    this.#start(member);
  }

  #endSession(member: Member): void {
    if (!member.isWatching) return;
    this.#count += 1;
    member.store.endSession(this.#count);
    member.store.openSession(this.#count);
  }

  #act({ name, isCutOff }: Member): void {
    this.#count += 1;
    const append = actionAppend(name, anActionEntry(this.#count));
    const times = isCutOff ? 0 : this.#random(3);
    for (let time = 0; time < times; time += 1) this.#engine.append(append, 'anyway');
  }

  /** Offers what was received while another process held the seat; also again, as long as the offer is not read. */
  #offer({ name: by, isCutOff, store }: Member, fate: Fate): void {
    if (isCutOff || store.late.size === 0) return;
    this.#count += 1;
    const id = `offer-number-${this.#count}`;
    const events = [...store.offer(id, 5)];
    this.#engine.append(offerAppend({ v: 1, kind: 'offer', by, id, events, sessions: [] }), fate);
  }

  /** Writes into the chain what the server should never store. */
  #intrude(member: Member): void {
    const { state } = member.store;
    const writer = { member: state.holder?.member ?? member.name, run: 'run-of-intruder' };
    const take = takeAppend(state, writer, A_TAKE).record;
    const events = {
      ...take,
      epoch: state.epoch,
      kind: 'events',
      first: state.nextSeq,
      events: [{ receivedAt: 1, kind: 'X', id: null, data: '-1' }],
    };
    const forged = [
      'nonsense',
      { ...take, epoch: 999 },
      { ...take, prev: state.chainEnd + 7 },
      { ...events, by: 'intruder' },
      { ...events, epoch: state.epoch + 1 },
      ...(state.nextSeq > 1 ? [{ ...events, first: state.nextSeq - 1 }] : []),
    ];
    this.#count += 1;
    const text = JSON.stringify(this.#pick(forged));
    this.#engine.append({ lane: 'chain', id: `intruder-${this.#count}`, text, after: null }, 'anyway');
  }

  #take(member: Member, fate: Fate): void {
    const { store, isCutOff, name: of, run } = member;
    if (isCutOff || member.inFlight !== null || store.state.position < this.#engine.entries.length) return;
    this.#count += 1;
    this.#hand(member, this.#rules.takeAppend(store.state, { member: of, run }, A_TAKE), fate);
  }

  /** Sends the next record of a holder, or again the one whose fate the log does not show. */
  #send(member: Member, fate: Fate): void {
    const { store, inFlight, isCutOff, name: of, run } = member;
    if (isCutOff) return;
    if (inFlight !== null) {
      if (store.state.position === this.#engine.entries.length) this.#hand(member, inFlight, fate);
      return;
    }
    if (store.state.holder?.run === run) store.includeOffers(this.#rules.leavesOutKnown);
    const content = nextContent(store.state, store.unconfirmed, store.state.cursor, LIMITS);
    const append = content && this.#rules.holderAppend(store.state, { member: of, run }, content, 1);
    if (append !== null) this.#hand(member, append, fate);
  }

  #hand(member: Member, append: ChainAppend, fate: Fate): void {
    const isAnswered = this.#engine.append(append.append, fate);
    member.inFlight = append;
    if (!this.#rules.trustsAnswers || !isAnswered) return;
    member.inFlight = null;
    const { record } = append;
    if (record.kind === 'take') this.#watch(member, record.epoch);
    if (record.kind === 'events') this.#confirm(member.store.confirm(record.first, record.events.length));
  }

  #read(member: Member, count: number): void {
    if (member.isCutOff) return;
    const { store } = member;
    // A reader that reconnects gives some entries again.
    const from = Math.max(0, store.state.position - this.#random(2));
    const { entries } = this.#engine;
    for (let index = from; index < Math.min(entries.length, from + count); index += 1) {
      const { lane, read } = entries[index] as Stored;
      const position = index + 1;
      if (position <= store.state.position && this.#rules.skipsRepeats) continue;
      const result = this.#rules.applyRecord(store.state, { position, at: position, lane }, read);
      if (result.kind !== 'applied') throw new Error(`The schedule has no such entry: ${result.kind}`);
      const { state, change } = result;
      this.#confirm(
        store.apply(state, change, {
          isOwn: ({ run }) => run === member.run,
          movesReplacedRows: this.#rules.movesReplacedRows,
          afterSeqOf: this.#rules.afterSeqOf,
        }),
      );
      this.#settle(member, state);
    }
  }

  /** The log decides what became of the append in flight, and whether the process still holds the seat (TEAM-4). */
  #settle(member: Member, state: TeamState): void {
    if (state.epoch > member.heldEpoch && member.heldEpoch > 0) {
      member.heldEpoch = 0;
      if (state.holder?.run !== member.run) member.isWatching = false;
    }
    const { inFlight, run, name: of } = member;
    if (inFlight === null) return;
    const outcome = this.#rules.appendOutcome(state, { member: of, run }, inFlight);
    if (outcome === 'waiting') return;
    member.inFlight = null;
    if (outcome === 'confirmed' && inFlight.record.kind === 'take') this.#watch(member, inFlight.record.epoch);
  }

  /** Opens the stream, after the take was read back (TEAM-151). */
  #watch(member: Member, epoch: number): void {
    const other = this.#holders.get(epoch);
    if (other !== undefined && other !== member.run) this.#faults.push(`epoch ${epoch} has two holders`);
    this.#holders.set(epoch, member.run);
    member.heldEpoch = epoch;
    if (member.isWatching) return;
    member.isWatching = true;
    this.#count += 1;
    member.store.openSession(this.#count);
  }

  #confirm(rows: readonly (readonly [seq: number, event: number])[]): void {
    for (const [seq, event] of rows) {
      if ((this.#confirmed.get(seq) ?? event) !== event) this.#faults.push(`seq ${seq} was confirmed for two events`);
      this.#confirmed.set(seq, event);
    }
  }

  /** All faults end, and one member takes the seat and appends what it has. */
  #heal(): void {
    this.#engine.deliverDelayed();
    for (const member of this.#members) member.isCutOff = false;
    const readAll = () => {
      for (const member of this.#members) this.#read(member, this.#engine.entries.length);
    };
    readAll();
    const last = this.#pick(this.#members);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      last.inFlight = null;
      this.#take(last, 'stored');
      readAll();
      if (last.store.state.holder?.run === last.run) break;
    }
    for (let append = 0; append < 1_000 && !this.#isDone(last); append += 1) {
      for (const member of this.#members) this.#offer(member, 'stored');
      readAll();
      this.#send(last, 'stored');
      readAll();
    }
    if (last.store.state.holder?.run !== last.run || !this.#isDone(last)) this.#faults.push('the chain is blocked');
  }

  #isDone({ store }: Member): boolean {
    const isNothingLate = this.#members.every((member) => member.store.late.size === 0);
    return isNothingLate && store.unconfirmed.length === 0 && store.state.offers.length === 0;
  }

  #check(): void {
    const [first] = this.#members;
    const inLog = new Set(first?.store.events);
    if (inLog.size !== first?.store.events.length) this.#faults.push('an event has two seqs');
    if (first?.store.seqs.some((seq, index) => seq !== index + 1) === true) this.#faults.push('seqs are broken');
    for (const { name, store } of this.#members) {
      if (store.print() !== first?.store.print()) this.#faults.push(`the store of ${name} differs`);
      if (store.received.some((event) => !inLog.has(event))) this.#faults.push(`${name} lost an event`);
    }
    for (const [seq, event] of this.#confirmed)
      if (first?.store.eventOf(seq) !== event) this.#faults.push(`confirmed seq ${seq} is lost`);
  }
}
