/**
 * Takes what is stored into the alarms of a watch, in order and exactly once: what a piece makes of them is committed with
 * how far it was read, and shown after that. An alarm that cannot be committed now, such as that nothing is stored, is shown
 * all the same and kept as soon as it can be; events alone wait, since they would alarm again after a restart.
 */
import { type Alarm, alarmSchema } from '../../../src-shared/api/alarms.ts';
import { parsedJson } from '../../../src-shared/lib/parsed-json.ts';
import { Changes } from '../lib/changes.ts';
import { takingTurns } from '../lib/turns.ts';
import type { Clock } from '../ports/clock.ts';
import { CARRIED_OVER, type EventReader, type EventWriter, type FollowerRecord } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { AlarmCounts } from './alarm-counts.ts';
import { type AlarmBook, alarmBookOf } from './alarm-book.ts';
import { type AlarmCall, type AlarmContext, type AlarmInput, alarmStep, type MatchedEvent } from './alarm-step.ts';

interface AlarmFollowerParts {
  readonly scanner: Pick<EventReader, 'extent'>;
  readonly writer: Pick<EventWriter, 'followerPosition' | 'commitFollower'>;
  /** Told after events were stored. */
  readonly stored: Changes;
  readonly clock: Clock;
  readonly log: Log;
  /** The highest seq that was ever given, kept or not: where it begins. */
  readonly newestSeq: () => number;
  readonly matched: (
    span: { readonly from: number; readonly to: number },
    signal: AbortSignal,
  ) => Promise<readonly MatchedEvent[]>;
  readonly context: () => AlarmContext;
  readonly call: (call: AlarmCall) => void;
}

export const ALARM_FOLLOWER = 'alarms';
/** Never raised to make alarms anew: what was taken alarms nobody twice. */
const VERSION = 1;
/** Beside the alarms, whose ids are random: it has begun. */
const BEGUN: FollowerRecord = { key: 'begun', value: '' };
/** Of one piece; what of them matches is put together in one commit. */
const PIECE_SEQS = 2_000;
/** What comes after a quiet moment is taken at once, a burst in a few pieces. */
const PAUSE_MS = 250;
/** How far it looked without finding anything is kept so often. */
const LOOKED_EVERY_MS = 600_000;
/** After a failure: a full disk or a lock lasts a while. */
const RETRY_MS = 5_000;

export class AlarmFollower {
  /** After each step. */
  readonly changes = new Changes();
  /** Counts the alarms that this process showed or could not show. */
  readonly counts = new AlarmCounts();
  readonly #parts: AlarmFollowerParts;
  readonly #inTurn = takingTurns();
  #book: AlarmBook = alarmBookOf([]);
  #nextAt: number | null = null;
  /** Everything up to there was taken and committed; `null` before it has begun. */
  #cursor: number | null = null;
  #hasBegun = false;
  /** What the store has not taken yet; `null`: not to be kept any more. */
  #waiting: ReadonlyMap<string, Alarm | null> = new Map();
  #isFailing = false;

  constructor(parts: AlarmFollowerParts) {
    this.#parts = parts;
  }

  get book(): AlarmBook {
    return this.#book;
  }

  /** When time alone changes something, UTC epoch ms. */
  get nextAt(): number | null {
    return this.#nextAt;
  }

  /** Anything but events: it holds even where it cannot be committed now. */
  tell(input: Exclude<AlarmInput, { readonly kind: 'events' }>): Promise<void> {
    return this.#inTurn(() => this.#take(input, this.#cursor));
  }

  /** Resolves when what was kept is there, or could not be read at first. */
  async begin(): Promise<void> {
    await this.#inTurn(() => this.#begin()).catch((error: unknown) => this.#failed(error));
    await this.tell({ kind: 'time' });
  }

  /** Resolves when the signal is aborted, and only then. */
  async run(signal: AbortSignal): Promise<void> {
    /* oxlint-disable no-await-in-loop -- one try after the other */
    while (!signal.aborted) {
      try {
        if (!this.#hasBegun) {
          await this.#inTurn(() => this.#begin());
          await this.tell({ kind: 'time' });
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
    const { cursor, records } = await writer.followerPosition(ALARM_FOLLOWER, VERSION);
    if (cursor !== CARRIED_OVER && records.some(({ key }) => key === BEGUN.key)) {
      const known = [...keptAlarms(records), ...this.#unkept()];
      this.#book = alarmBookOf(known, this.#book);
      this.#cursor = cursor;
    } else {
      // New, or of a store that was mended: what was stored before alarms nobody, and what is known here is newer.
      const to = this.#cursor ?? newestSeq();
      const running = [...this.#book.alarms.values()];
      const put = [BEGUN, ...running.map(recordOf)];
      const commit = { name: ALARM_FOLLOWER, version: VERSION, from: cursor, to, put, remove: [] };
      if (!(await writer.commitFollower(commit))) throw new Error('somebody else follows for alarms');
      this.#book = alarmBookOf([...keptAlarms(records), ...running], this.#book);
      this.#cursor = to;
      this.#waiting = new Map();
    }
    this.#hasBegun = true;
    this.changes.notify();
  }

  /** Returns where it has to begin again. */
  async #followOn(signal: AbortSignal): Promise<void> {
    const { scanner, stored, clock, matched } = this.#parts;
    let looked = this.#cursor ?? 0;
    let keptAt = clock.monotonic();
    /* oxlint-disable no-await-in-loop -- one piece after the other */
    while (!signal.aborted && this.#hasBegun) {
      const { revision } = stored;
      const { newestSeq } = await scanner.extent();
      const to = Math.min(newestSeq, looked + PIECE_SEQS);
      const events = to > looked ? await matched({ from: looked, to }, signal) : [];
      const isDue = to > (this.#cursor ?? 0) && clock.monotonic() - keptAt >= LOOKED_EVERY_MS;
      if (events.length > 0 || isDue) {
        await this.#inTurn(() => this.#take({ kind: 'events', events }, to));
        keptAt = clock.monotonic();
      }
      looked = Math.max(looked, to);
      if (looked < newestSeq) continue;
      if (this.#waiting.size > 0) await this.#inTurn(() => this.#keep());
      await clock.sleep(PAUSE_MS, signal);
      await stored.beyond(revision, signal);
    }
    /* oxlint-enable no-await-in-loop */
  }

  /** @throws where events could not be committed: nothing was taken then */
  async #take(input: AlarmInput, to: number | null): Promise<void> {
    const { context, call } = this.#parts;
    const step = alarmStep(this.#book, input, context());
    const waiting = new Map(this.#waiting);
    for (const alarm of step.put) waiting.set(alarm.id, alarm);
    for (const id of step.remove) waiting.set(id, null);
    if (input.kind === 'events') await this.#commit(waiting, to);
    for (const alarm of step.put) this.counts.add(this.#book.alarms.get(alarm.id), alarm);
    this.#book = step.book;
    this.#nextAt = step.nextAt;
    if (input.kind !== 'events') {
      this.#waiting = waiting;
      await this.#keep().catch((error: unknown) => this.#failed(error));
    }
    for (const one of step.calls) call(one);
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
    const commit = { name: ALARM_FOLLOWER, version: VERSION, from, to, put, remove };
    if (!(await this.#parts.writer.commitFollower(commit))) {
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
export function keptAlarms(records: readonly FollowerRecord[]): Alarm[] {
  return records.flatMap(({ key, value }) => {
    if (key === BEGUN.key) return [];
    const read = alarmSchema.safeParse(parsedJson(value));
    return read.success ? [read.data] : [];
  });
}

function recordOf(alarm: Alarm): FollowerRecord {
  return { key: alarm.id, value: JSON.stringify(alarm) };
}
