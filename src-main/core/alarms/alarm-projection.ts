/**
 * Takes what is stored into the alarms of a watch, in order and exactly once: what a piece makes of them is committed with
 * how far it was read, and shown after that. An alarm that cannot be committed now, such as that nothing is stored, is shown
 * all the same and kept as soon as it can be; events alone wait, since they would alarm again after a restart.
 */
import { type Alarm, alarmSchema } from '../../../src-shared/api/alarms.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { createSequencer } from '../lib/sequencer.ts';
import type { Clock } from '../ports/clock.ts';
import {
  CURSOR_AFTER_REPAIR,
  type EventReader,
  type EventWriter,
  type ProjectionRecord,
} from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { AlarmCounts } from './alarm-counts.ts';
import { type AlarmState, restoreAlarmState } from './alarm-state.ts';
import {
  type NotificationChange,
  type AlarmContext,
  type AlarmInput,
  reduceAlarms,
  type MatchedEvent,
} from './alarm-reducer.ts';

interface AlarmProjectionParts {
  readonly scanner: Pick<EventReader, 'extent'>;
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  /** Told after events were stored. */
  readonly committed: ChangeSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** The highest seq that was ever given, kept or not: where it begins. */
  readonly newestSeq: () => number;
  readonly matched: (
    span: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ) => Promise<readonly MatchedEvent[]>;
  readonly context: () => AlarmContext;
  readonly notify: (call: NotificationChange) => void;
}

export const ALARM_PROJECTION = 'alarms';
/** Never raised to make alarms anew: what was taken alarms nobody twice. */
const VERSION = 1;
/** Beside the alarms, whose ids are random: it has begun. */
const STARTED_RECORD: ProjectionRecord = { key: 'begun', value: '' };
/** Of one piece; what of them matches is put together in one commit. */
const BATCH_SEQS = 2_000;
/** What comes after a quiet moment is taken at once, a burst in a few pieces. */
const PAUSE_MS = 250;
/** How far it looked without finding anything is kept so often. */
const CURSOR_SAVE_INTERVAL_MS = 600_000;
/** After a failure: a full disk or a lock lasts a while. */
const RETRY_MS = 5_000;

export class AlarmProjection {
  /** After each step. */
  readonly changes = new ChangeSignal();
  /** Counts the alarms that this process showed or could not show. */
  readonly counts = new AlarmCounts();
  readonly #parts: AlarmProjectionParts;
  readonly #inTurn = createSequencer();
  #state: AlarmState = restoreAlarmState([]);
  #nextAt: number | null = null;
  /** Everything up to there was taken and committed; `null` before it has begun. */
  #cursor: number | null = null;
  #hasBegun = false;
  /** What the store has not taken yet; `null`: not to be kept any more. */
  #waiting: ReadonlyMap<string, Alarm | null> = new Map();
  #isFailing = false;

  constructor(parts: AlarmProjectionParts) {
    this.#parts = parts;
  }

  get state(): AlarmState {
    return this.#state;
  }

  /** When time alone changes something, UTC epoch ms. */
  get nextAt(): number | null {
    return this.#nextAt;
  }

  /** Anything but events: it holds even where it cannot be committed now. */
  apply(input: Exclude<AlarmInput, { readonly kind: 'events' }>): Promise<void> {
    return this.#inTurn(() => this.#take(input, this.#cursor));
  }

  /** Resolves when what was kept is there, or could not be read at first. */
  async start(): Promise<void> {
    await this.#inTurn(() => this.#begin()).catch((error: unknown) => this.#failed(error));
    await this.apply({ kind: 'time' });
  }

  /** Resolves when the signal is aborted, and only then. */
  async run(signal: AbortSignal): Promise<void> {
    /* oxlint-disable no-await-in-loop -- one try after the other */
    while (!signal.aborted) {
      try {
        if (!this.#hasBegun) {
          await this.#inTurn(() => this.#begin());
          await this.apply({ kind: 'time' });
        }
        await this.#followOn(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#failed(error);
        await this.#parts.clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
    /* oxlint-enable no-await-in-loop */
  }

  async #begin(): Promise<void> {
    const { writer, newestSeq } = this.#parts;
    const { cursor, records } = await writer.loadProjection(ALARM_PROJECTION, VERSION);
    if (cursor !== CURSOR_AFTER_REPAIR && records.some(({ key }) => key === STARTED_RECORD.key)) {
      const known = [...storedAlarms(records), ...this.#unkept()];
      this.#state = restoreAlarmState(known, this.#state);
      this.#cursor = cursor;
    } else {
      // New, or of a store that was mended: what was stored before alarms nobody, and what is known here is newer.
      const to = this.#cursor ?? newestSeq();
      const running = [...this.#state.alarms.values()];
      const put = [STARTED_RECORD, ...running.map(recordOf)];
      const commit = { name: ALARM_PROJECTION, version: VERSION, from: cursor, to, put, remove: [] };
      if (!(await writer.commitProjection(commit))) throw new Error('somebody else follows for alarms');
      this.#state = restoreAlarmState([...storedAlarms(records), ...running], this.#state);
      this.#cursor = to;
      this.#waiting = new Map();
    }
    this.#hasBegun = true;
    this.changes.notify();
  }

  /** Returns where it has to begin again. */
  async #followOn(signal: AbortSignal): Promise<void> {
    const { scanner, committed, clock, matched } = this.#parts;
    let looked = this.#cursor ?? 0;
    let keptAt = clock.monotonic();
    /* oxlint-disable no-await-in-loop -- one piece after the other */
    while (!signal.aborted && this.#hasBegun) {
      const { revision } = committed;
      const { newestSeq } = await scanner.extent();
      const to = Math.min(newestSeq, looked + BATCH_SEQS);
      const events = to > looked ? await matched({ from: looked, to }, signal) : [];
      const isDue = to > (this.#cursor ?? 0) && clock.monotonic() - keptAt >= CURSOR_SAVE_INTERVAL_MS;
      if (events.length > 0 || isDue) {
        await this.#inTurn(() => this.#take({ kind: 'events', events }, to));
        keptAt = clock.monotonic();
      }
      looked = Math.max(looked, to);
      if (looked < newestSeq) continue;
      if (this.#waiting.size > 0) await this.#inTurn(() => this.#keep());
      await clock.sleep(PAUSE_MS, signal);
      await committed.changedSince(revision, signal);
    }
    /* oxlint-enable no-await-in-loop */
  }

  /** @throws where events could not be committed: nothing was taken then */
  async #take(input: AlarmInput, to: number | null): Promise<void> {
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
    if (this.#waiting.size > 0 && this.#hasBegun) await this.#commit(this.#waiting, this.#cursor);
  }

  async #commit(waiting: ReadonlyMap<string, Alarm | null>, to: number | null): Promise<void> {
    const from = this.#cursor;
    if (from === null || to === null) throw new Error('alarms were not begun');
    const put = [...waiting.values()].filter((alarm) => alarm !== null).map(recordOf);
    const remove = [...waiting].filter(([, alarm]) => alarm === null).map(([id]) => id);
    const commit = { name: ALARM_PROJECTION, version: VERSION, from, to, put, remove };
    if (!(await this.#parts.writer.commitProjection(commit))) {
      // The store was mended meanwhile, or an answer was lost: where it stands is read anew.
      this.#hasBegun = false;
      throw new Error('alarms stand elsewhere');
    }
    this.#cursor = to;
    this.#waiting = new Map();
    this.#isFailing = false;
  }

  #unkept(): Alarm[] {
    return [...this.#waiting.values()].filter((alarm) => alarm !== null);
  }

  #failed(error: unknown): void {
    if (!this.#isFailing) this.#parts.log.error('alarms could not be kept; it goes on where it was', { error });
    this.#isFailing = true;
  }
}

/** Of a follower's records: what cannot be read is passed over. */
export function storedAlarms(records: readonly ProjectionRecord[]): Alarm[] {
  return records.flatMap(({ key, value }) => {
    if (key === STARTED_RECORD.key) return [];
    const read = alarmSchema.safeParse(parseJsonOrNull(value));
    return read.success ? [read.data] : [];
  });
}

function recordOf(alarm: Alarm): ProjectionRecord {
  return { key: alarm.id, value: JSON.stringify(alarm) };
}
