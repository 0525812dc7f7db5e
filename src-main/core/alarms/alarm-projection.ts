/**
 * A batch of events commits its alarms with the cursor and shows them afterwards, because events would alarm again
 * after a restart. Other alarms, such as a storage failure, are shown even if they cannot be committed now.
 */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmStatus } from '../../../src-shared/domain/alarms/alarm-status.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { EventWriter, ProjectionRecord } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { needsCommit, type Projection } from '../projections/projection-loop.ts';
import { type AlarmState, restoreAlarmState } from './alarm-state.ts';
import { reduceAlarms } from './alarm-reducer.ts';
import type { NotificationChange, AlarmContext, AlarmInput, MatchedEvent } from './alarm-step.ts';
import { parseStoredAlarm } from './stored-alarm.ts';

export interface AlarmCount {
  readonly severity: Alarm['severity'];
  /** An alarm that the desktop held back counts as not shown. */
  readonly delivery: 'accepted' | 'not-shown';
  readonly count: number;
}

class AlarmCounts {
  readonly #counts = new Map<string, AlarmCount>();

  get all(): readonly AlarmCount[] {
    return [...this.#counts.values()];
  }

  add(before: Alarm | undefined, alarm: Alarm): void {
    const status = alarmStatus(alarm);
    const wasCounted = before !== undefined && alarmStatus(before) !== 'due';
    if (status === 'due' || wasCounted) return;
    const { severity } = alarm;
    const delivery = status === 'accepted' ? status : 'not-shown';
    const key = `${severity} ${delivery}`;
    this.#counts.set(key, { severity, delivery, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }
}

interface AlarmProjectionParts {
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly log: Log;
  /** Highest seq ever assigned, even if the event was deleted. A new projection starts here. */
  readonly newestSeq: () => number;
  readonly matched: (
    span: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ) => Promise<readonly MatchedEvent[]>;
  readonly context: () => AlarmContext;
  readonly notify: (call: NotificationChange) => void;
}

export const ALARM_PROJECTION = 'alarms';
/** Never raised to rebuild the alarms: an event that alarmed must not alarm again. */
const VERSION = 1;
/** Marks that the projection was started. Alarm ids are random, so the key does not collide with them. */
const STARTED_RECORD: ProjectionRecord = { key: 'begun', value: '' };
/** Seqs per batch. The matching events of a batch share one commit. */
const BATCH_SEQS = 2_000;
/** Limits how far back a restart matches events again, because the rules may have changed meanwhile. */
const MAX_UNCOMMITTED_MS = 10 * 60_000;

export class AlarmProjection implements Projection {
  readonly name = ALARM_PROJECTION;
  readonly pace = 'prompt';
  readonly changes = new ChangeSignal();
  readonly counts = new AlarmCounts();
  readonly #parts: AlarmProjectionParts;
  readonly #inTurn = createSequencer();
  #state: AlarmState = restoreAlarmState([]);
  #nextAt: number | null = null;
  /** Seq up to which everything is applied and committed; null before the projection started. */
  #cursor: number | null = null;
  /** Seq up to which events were read. Greater than the cursor if the last ones match no rule. */
  #readThrough = 0;
  #committedAt = 0;
  #hasStarted = false;
  /** Changes that the store has not accepted yet; null removes the alarm. */
  #waiting: ReadonlyMap<string, Alarm | null> = new Map();
  #isFailing = false;

  constructor(parts: AlarmProjectionParts) {
    this.#parts = parts;
  }

  get state(): AlarmState {
    return this.#state;
  }

  get isLoaded(): boolean {
    return this.#hasStarted;
  }

  get nextAt(): number | null {
    return this.#nextAt;
  }

  apply(input: Exclude<AlarmInput, { readonly kind: 'events' }>): Promise<void> {
    return this.#inTurn(() => this.#applyInput(input, this.#cursor));
  }

  async load(): Promise<void> {
    if (this.#hasStarted) return;
    await this.#inTurn(() => this.#start());
    await this.apply({ kind: 'time' });
  }

  async applyNext(signal: AbortSignal): Promise<'more' | 'caught-up' | 'reload'> {
    if (!this.#hasStarted) return 'reload';
    const newestSeq = this.#parts.newestSeq();
    const from = this.#readThrough;
    const to = Math.max(from, Math.min(newestSeq, from + BATCH_SEQS));
    const events = to > from ? await this.#parts.matched({ from, to }, signal) : [];
    const isOverdue = to > (this.#cursor ?? 0) && this.#parts.context().now - this.#committedAt >= MAX_UNCOMMITTED_MS;
    if (isOverdue || needsCommit(events.length > 0, this.#cursor ?? 0, to))
      await this.#inTurn(() => this.#applyInput({ kind: 'events', events }, to));
    this.#readThrough = to;
    if (to < newestSeq) return 'more';
    if (this.#waiting.size > 0) await this.#inTurn(() => this.#keep());
    return 'caught-up';
  }

  async #start(): Promise<void> {
    const { writer, newestSeq } = this.#parts;
    const { cursor, records } = await writer.loadProjection(ALARM_PROJECTION, VERSION);
    if (cursor !== null && records.some(({ key }) => key === STARTED_RECORD.key)) {
      const known = [...storedAlarms(records), ...this.#unkept()];
      this.#state = restoreAlarmState(known, this.#state);
      this.#cursor = cursor;
    } else {
      // New, or the store was repaired: earlier events raise no alarms, and the alarms in memory are newer than the
      // stored ones.
      const to = this.#cursor ?? newestSeq();
      const running = [...this.#state.alarms.values()];
      const put = [STARTED_RECORD, ...running.map(recordOf)];
      const commit = { name: ALARM_PROJECTION, version: VERSION, from: cursor, to, put, remove: [] };
      if (!(await writer.commitProjection(commit))) throw new Error('another process runs the alarm projection');
      this.#state = restoreAlarmState([...storedAlarms(records), ...running], this.#state);
      this.#cursor = to;
      this.#waiting = new Map();
    }
    this.#readThrough = this.#cursor;
    this.#committedAt = this.#parts.context().now;
    this.#hasStarted = true;
    this.changes.notify();
  }

  /** @throws if events could not be committed; nothing is applied then */
  async #applyInput(input: AlarmInput, to: number | null): Promise<void> {
    const { context, notify } = this.#parts;
    const step = reduceAlarms(this.#state, input, context());
    const waiting = new Map(this.#waiting);
    for (const alarm of step.put) waiting.set(alarm.id, alarm);
    for (const id of step.remove) waiting.set(id, null);
    if (input.kind === 'events') await this.#commit(waiting, to);
    for (const alarm of step.put) this.counts.add(this.#state.alarms.get(alarm.id), alarm);
    this.#state = step.state;
    this.#nextAt = step.nextAt;
    if (input.kind !== 'events') {
      this.#waiting = waiting;
      await this.#keep().catch((error: unknown) => this.#failed(error));
    }
    for (const one of step.notifications) notify(one);
    this.changes.notify();
  }

  async #keep(): Promise<void> {
    if (this.#waiting.size > 0 && this.#hasStarted) await this.#commit(this.#waiting, this.#cursor);
  }

  async #commit(waiting: ReadonlyMap<string, Alarm | null>, to: number | null): Promise<void> {
    const from = this.#cursor;
    if (from === null || to === null) throw new Error('the alarm projection is not started');
    const put = [...waiting.values()].filter((alarm) => alarm !== null).map(recordOf);
    const remove = [...waiting].filter(([, alarm]) => alarm === null).map(([id]) => id);
    const commit = { name: ALARM_PROJECTION, version: VERSION, from, to, put, remove };
    if (!(await this.#parts.writer.commitProjection(commit))) {
      // The store was repaired meanwhile, or the answer to an earlier commit was lost: the stored state is loaded
      // again.
      this.#hasStarted = false;
      throw new Error('the alarm cursor is at another event');
    }
    this.#cursor = to;
    this.#committedAt = this.#parts.context().now;
    this.#waiting = new Map();
    this.#isFailing = false;
  }

  #unkept(): Alarm[] {
    return [...this.#waiting.values()].filter((alarm) => alarm !== null);
  }

  #failed(error: unknown): void {
    if (!this.#isFailing)
      this.#parts.log.error('alarms could not be stored; retrying from the last stored event', { error });
    this.#isFailing = true;
  }
}

export function storedAlarms(records: readonly ProjectionRecord[]): Alarm[] {
  return records.flatMap(({ key, value }) => (key === STARTED_RECORD.key ? [] : (parseStoredAlarm(value) ?? [])));
}

function recordOf(alarm: Alarm): ProjectionRecord {
  return { key: alarm.id, value: JSON.stringify(alarm) };
}
