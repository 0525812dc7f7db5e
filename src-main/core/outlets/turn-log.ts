/**
 * Derives the turns of outlets and commits them together with what is known, so that each is found once. Keeps a turn
 * until every outlet is past it. While the store cannot be written, turns are sent anyway.
 */
import * as z from 'zod';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { type CauseKey, causeKeySchema } from '../../../src-shared/domain/cases/case.ts';
import { consequenceKinds } from '../../../src-shared/domain/cases/case-keys.ts';
import { type GroupFacts, type Turn, turnSchema } from '../../../src-shared/domain/outlets/turn.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import type { FollowedCases } from '../cases/projection/followed-cases.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { CaseProjectionReader, GroupAggregate, GroupState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventWriter, ProjectionRecord } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { dueEscalations, endedEscalations, nextEscalationAt } from './escalations.ts';
import { groupTurnsOf, type KnownGroup, knownGroupSchema } from './group-turns.ts';

export interface TurnLogParts {
  readonly cases: { readonly projection: Pick<CaseProjectionReader, 'board'>; readonly progress: FollowedCases };
  readonly signals: {
    readonly changes: ChangeSignal;
    readonly alarms: () => Iterable<Alarm>;
    readonly escalateAfterMs: () => number;
  };
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

type NewTurn = Turn extends infer One ? (One extends Turn ? Omit<One, 'number' | 'id'> : never) : never;

export const TURN_PROJECTION = 'turns';
const VERSION = 1;
const STATE_KEY = 'state';
const GROUP_PREFIX = 'group:';
const TURN_PREFIX = 'turn:';
const SIGNAL_PREFIX = 'signal:';
/** Most turns that wait for a receiver. An outlet reports those that it never sent. */
const MAX_WAITING_TURNS = 20_000;
/** A group that ended is forgotten after the time in which it can be opened again. */
const FORGET_AFTER_MS = DAY_MS;
const MIN_INTERVAL_MS = 500;
const POLL_INTERVAL_MS = 60_000;
const CLOCK_CHECK_MS = 3_000;
const RETRY_MS = 1_000;

const storedStateSchema = z.object({
  /** Seq of the last event whose groups were looked at. */
  seq: z.number().int(),
  next: z.number().int().positive(),
  /** False until the groups that were open at the start are known. */
  hasBegun: z.boolean(),
});
type StoredState = Readonly<z.infer<typeof storedStateSchema>>;

interface Look extends Pick<StoredState, 'seq' | 'hasBegun'> {
  readonly due: ReturnType<typeof dueEscalations>;
  readonly now: number;
}

export class TurnLog {
  readonly changes = new ChangeSignal();
  readonly #parts: TurnLogParts;
  #cursor: number | null = 0;
  #state: StoredState | null = null;
  #groups = new Map<CauseKey, KnownGroup>();
  /** Ids of the alarms about signals that last. */
  #signals = new Set<string>();
  readonly #turns = new Map<number, Turn>();
  #put = new Map<string, string>();
  #remove = new Set<string>();
  /** Groups that changed since the last look. */
  #changed = new Map<CauseKey, GroupState>();
  #isFailing = false;
  /** Number of the newest turn that outlets may send. A kill before its commit would derive it again with another id. */
  #offered = 0;

  readonly #stopTracking: () => void;

  constructor(parts: TurnLogParts) {
    this.#parts = parts;
    this.#stopTracking = parts.cases.progress.track((groups) => {
      for (const group of groups) this.#changed.set(group.key, group);
    });
  }

  get newest(): number {
    return (this.#state?.next ?? 1) - 1;
  }

  after(number: number, limit: number): readonly Turn[] {
    const found: Turn[] = [];
    // The oldest ones are removed first. A search through all would take longer with each turn that waits.
    const [oldest = this.#offered + 1] = this.#turns.keys();
    for (let next = Math.max(number + 1, oldest); next <= this.#offered && found.length < limit; next += 1) {
      const turn = this.#turns.get(next);
      if (turn !== undefined) found.push(turn);
    }
    return found;
  }

  openGroups(): ReadonlyMap<CauseKey, GroupFacts> {
    return new Map([...this.#groups].flatMap(([key, { isOpen, facts }]) => (isOpen ? [[key, facts] as const] : [])));
  }

  /** The open groups and the lasting signals, as if they had just begun. */
  openTurns(): readonly Turn[] {
    const groups = [...this.#groups].flatMap(([key, { isOpen, facts, escalations }]): readonly Turn[] => {
      if (!isOpen) return [];
      const turn = { kind: 'group', number: 1, id: key, key } as const;
      const overdue = escalations.filter(({ isOver }) => !isOver);
      return [
        { ...turn, at: facts.since, turn: 'opened', facts },
        ...overdue.map(({ kind, at }): Turn => ({
          ...turn,
          at,
          turn: 'overdue',
          facts: { ...facts, deadline: { kind, at } },
        })),
      ];
    });
    const signals = [...this.#parts.signals.alarms()].flatMap(({ id, about, since: at }): readonly Turn[] =>
      about.kind === 'signal' && about.endedAt === null
        ? [{ kind: 'signal', number: 1, id, at, key: about.signal, turn: 'blind', since: at }]
        : [],
    );
    return [...groups, ...signals];
  }

  /** Resolves when the stored turns are known and the open groups were looked at once. */
  async loaded(signal: AbortSignal): Promise<void> {
    while (this.#state?.hasBegun !== true) await this.changes.changedSince(this.changes.revision, signal);
  }

  prune(through: number): void {
    for (const number of this.#turns.keys()) {
      if (number > through) return;
      this.#forgetTurn(number);
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    const { cases, signals, clock } = this.#parts;
    try {
      while (!signal.aborted) {
        const seen = [cases.progress.changes, signals.changes].map((one) => [one, one.revision] as const);
        // Known before the look, so that no escalation becomes due unnoticed while it lasts.
        const planned = this.#escalationAt();
        await this.refresh();
        await this.#untilNextLook(seen, planned, signal);
        await clock.sleep(MIN_INTERVAL_MS, signal).catch(() => undefined);
      }
      await this.#commit();
    } finally {
      this.#stopTracking();
    }
  }

  /** Looks at the clock every few seconds without reading groups, because it may be set and the computer may sleep. */
  async #untilNextLook(
    seen: readonly (readonly [ChangeSignal, number])[],
    planned: number | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#parts;
    if (this.#put.size > 0 || this.#isFailing) return firstChange(clock, seen, RETRY_MS, signal);
    const lookAt = clock.monotonic() + POLL_INTERVAL_MS;
    const isChanged = () => signal.aborted || seen.some(([changes, revision]) => changes.revision > revision);
    // Differs as soon as its time has come, and if the clock or the settings were changed.
    while (!isChanged() && this.#escalationAt() === planned && clock.monotonic() < lookAt) {
      const checkIn = planned === null ? Infinity : Math.min(CLOCK_CHECK_MS, planned - clock.now());
      await firstChange(clock, seen, Math.min(checkIn, lookAt - clock.monotonic()), signal);
    }
  }

  #escalationAt(): number | null {
    const { signals, clock } = this.#parts;
    return nextEscalationAt(signals.alarms(), signals.escalateAfterMs(), clock.now());
  }

  async refresh(): Promise<void> {
    try {
      await this.#look();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#parts.log.warn('changes of failure groups could not be derived; trying again', { error });
      this.#isFailing = true;
    }
    await this.#commit();
    if (this.#offered === this.newest) return;
    this.#offered = this.newest;
    this.changes.notify();
  }

  async #look(): Promise<void> {
    const state = this.#state ?? (await this.#load());
    this.#lookAtSignals();
    const { cases, signals, clock } = this.#parts;
    const { processedThrough } = cases.progress;
    // Cases that are derived again pass through old states, which are no news.
    if (processedThrough === null || processedThrough.cursor < state.seq) return;
    const now = clock.now();
    const changed = this.#changed;
    this.#changed = new Map();
    try {
      const board = await cases.projection.board(now, now - DAY_MS);
      const aggregates = new Map(board.groups.map((aggregate) => [aggregate.state.key, aggregate]));
      const due = dueEscalations(signals.alarms(), signals.escalateAfterMs(), now);
      const others = new Map(changed);
      for (const key of due.keys()) {
        const group = cases.progress.groups.get(key);
        if (group !== undefined) others.set(key, group);
      }
      const look = { ...state, due, now };
      for (const [key, group] of others) if (!aggregates.has(key)) this.#lookAtGroup(group, null, look);
      for (const aggregate of aggregates.values()) this.#lookAtGroup(aggregate.state, aggregate, look);
      this.#endGroups((key) => changed.has(key) || aggregates.has(key) || cases.progress.groups.has(key), now);
    } catch (error) {
      this.#changed = new Map([...changed, ...this.#changed]);
      throw error;
    }
    this.#setState({ seq: processedThrough.cursor, next: this.newest + 1, hasBegun: true });
    if (!state.hasBegun) this.changes.notify();
  }

  #lookAtGroup(state: GroupState, aggregate: GroupAggregate | null, { seq, hasBegun, due, now }: Look): void {
    const { key } = state;
    const before = this.#groups.get(key) ?? null;
    const isNew = hasBegun && state.failedSeq > seq;
    const { known, turns } = groupTurnsOf(before, { state, aggregate }, isNew, due.get(key) ?? [], now);
    this.#groups.set(key, known);
    const isForgotten = !known.isOpen && (before === null || now - (known.restedAt ?? now) >= FORGET_AFTER_MS);
    if (isForgotten && turns.length === 0) {
      this.#groups.delete(key);
      if (before !== null) this.#removeRecord(GROUP_PREFIX + key);
      return;
    }
    if (!isSame(before, known)) this.#putRecord(GROUP_PREFIX + key, known);
    // Groups that were open before the first outlet was added are no news.
    if (hasBegun) for (const turn of turns) this.#add({ kind: 'group', key, ...turn });
  }

  /** Ends the groups that ended before this log followed the cases: nothing says how. */
  #endGroups(isKnown: (key: CauseKey) => boolean, at: number): void {
    for (const [key, known] of this.#groups) {
      if (!known.isOpen || isKnown(key)) continue;
      const { escalations, over: deadline } = endedEscalations(known.escalations);
      const facts = { ...known.facts, open: 0 };
      const rest = { isOpen: false, restedAt: at, worst: consequenceKinds.length, owner: null };
      const ended = { ...known, ...rest, escalations: [...escalations], facts };
      this.#groups.set(key, ended);
      this.#putRecord(GROUP_PREFIX + key, ended);
      this.#add({ kind: 'group', key, turn: 'ended', at, facts: { ...facts, deadline } });
    }
  }

  #lookAtSignals(): void {
    for (const { id, about, since } of this.#parts.signals.alarms()) {
      if (about.kind !== 'signal') continue;
      const isKnown = this.#signals.has(id);
      const { signal: key, endedAt } = about;
      if (endedAt === null && !isKnown) {
        this.#signals.add(id);
        this.#putRecord(SIGNAL_PREFIX + id, since);
        this.#add({ kind: 'signal', key, turn: 'blind', at: since, since });
      } else if (endedAt !== null && isKnown) {
        this.#signals.delete(id);
        this.#removeRecord(SIGNAL_PREFIX + id);
        this.#add({ kind: 'signal', key, turn: 'watching', at: endedAt, since });
      }
    }
  }

  #add(found: NewTurn): void {
    const { seq = 0, next = 1, hasBegun = true } = this.#state ?? {};
    const turn: Turn = { ...found, number: next, id: this.#parts.newId() };
    this.#turns.set(next, turn);
    this.#putRecord(turnKey(next), turn);
    this.#setState({ seq, next: next + 1, hasBegun });
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size <= MAX_WAITING_TURNS) break;
      this.#forgetTurn(oldest);
    }
  }

  #forgetTurn(number: number): void {
    this.#turns.delete(number);
    this.#removeRecord(turnKey(number));
  }

  #setState(state: StoredState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    const isOnlyFurther = state.next === this.#state?.next && state.hasBegun === this.#state.hasBegun;
    this.#state = state;
    // A position alone is not worth a commit: a restart then looks at more groups and finds the same turns.
    if (!isOnlyFurther || this.#put.size > 0 || this.#remove.size > 0) this.#putRecord(STATE_KEY, state);
  }

  #putRecord(key: string, value: unknown): void {
    this.#remove.delete(key);
    this.#put.set(key, JSON.stringify(value));
  }

  #removeRecord(key: string): void {
    this.#put.delete(key);
    this.#remove.add(key);
  }

  async #load(): Promise<StoredState> {
    const { cursor, records } = await this.#parts.writer.loadProjection(TURN_PROJECTION, VERSION);
    this.#cursor = cursor;
    let state: StoredState = { seq: 0, next: 1, hasBegun: false };
    for (const { key, value } of records) {
      const parsed = parseJsonOrNull(value);
      if (key === STATE_KEY) state = storedStateSchema.catch(state).parse(parsed);
      else if (key.startsWith(SIGNAL_PREFIX)) this.#signals.add(key.slice(SIGNAL_PREFIX.length));
      else if (key.startsWith(GROUP_PREFIX)) {
        const known = knownGroupSchema.safeParse(parsed);
        const group = causeKeySchema.safeParse(key.slice(GROUP_PREFIX.length));
        if (known.success && group.success) this.#groups.set(group.data, known.data);
      }
    }
    for (const turn of storedTurns(records)) this.#turns.set(turn.number, turn);
    const newest = Math.max(0, ...this.#turns.keys());
    this.#state = { ...state, next: Math.max(state.next, newest + 1) };
    this.#offered = this.newest;
    this.changes.notify();
    return this.#state;
  }

  async #commit(): Promise<void> {
    const state = this.#state;
    if (state === null || (this.#put.size === 0 && this.#remove.size === 0)) return;
    const [puts, removes] = [this.#put, this.#remove];
    [this.#put, this.#remove] = [new Map(), new Set()];
    const put: ProjectionRecord[] = Array.from(puts, ([key, value]) => ({ key, value }));
    const to = state.next - 1;
    const commit = { name: TURN_PROJECTION, version: VERSION, from: this.#cursor, to, put, remove: [...removes] };
    const isCommitted = await this.#parts.writer.commitProjection(commit).catch(() => false);
    if (isCommitted) {
      this.#cursor = to;
      return;
    }
    // The store cannot be written now, or it was repaired. What is in memory is right in both cases.
    this.#put = new Map([...puts, ...this.#put]);
    for (const key of removes) if (!this.#put.has(key)) this.#remove.add(key);
    const stored = await this.#parts.writer.loadProjection(TURN_PROJECTION, VERSION).catch(() => null);
    if (stored !== null) this.#cursor = stored.cursor;
  }
}

export function storedTurns(records: readonly ProjectionRecord[]): readonly Turn[] {
  return records
    .filter(({ key }) => key.startsWith(TURN_PREFIX))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .flatMap(({ value }) => turnSchema.safeParse(parseJsonOrNull(value)).data ?? []);
}

function turnKey(number: number): string {
  return TURN_PREFIX + String(number).padStart(16, '0');
}

/** Compares what decides about turns. The figures change all the time and are stored with the next turn. */
function isSame(before: KnownGroup | null, known: KnownGroup): boolean {
  return (
    before !== null &&
    before.isOpen === known.isOpen &&
    before.restedAt === known.restedAt &&
    before.worst === known.worst &&
    before.owner === known.owner &&
    JSON.stringify(before.escalations) === JSON.stringify(known.escalations)
  );
}
