/** Alarms of one watch, driven by hand: time goes on when it is told, and what is called is heard as a sentence. */
import type { Alarm } from '../../src-shared/api/alarms.ts';
import { type AlarmHow, type AlarmSettings, USUAL_ALARM_SETTINGS } from '../../src-shared/domain/alarm.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { noticeTexts } from '../../src-shared/words/alarm-words.ts';
import { type AlarmBook, alarmBookOf } from '../../src-main/core/alarms/alarm-book.ts';
import {
  type AlarmInput,
  type AlarmStep,
  alarmStep,
  type MatchedEvent,
  type PresentSignal,
} from '../../src-main/core/alarms/alarm-step.ts';
import { failureCause } from '../../src-main/core/cases/failure-cause.ts';
import { localizationEvent, type LocalizationFields, minute, requestEvent, type RequestFields } from './case-events.ts';

export const BANNER: AlarmHow = { banner: true, sound: false, badge: true };
export const BADGE: AlarmHow = { banner: false, sound: false, badge: true };
export const LOUD: AlarmHow = { banner: true, sound: true, badge: true };

type Matching = Partial<Pick<MatchedEvent, 'isMuted' | 'rules' | 'cause'>>;

export function matched(event: EventSummary, matching: Matching = {}): MatchedEvent {
  const rules = [{ id: 'failures', name: '', how: BANNER }];
  return { event, rules, cause: failureCause(event, null).key, isMuted: false, ...matching };
}

export class AlarmRun {
  book: AlarmBook = alarmBookOf([]);
  settings: AlarmSettings = USUAL_ALARM_SETTINGS;
  zone = 'UTC';
  last: AlarmStep<AlarmBook> | null = null;
  /** UTC epoch ms; noon of a Saturday. */
  now = minute(0);
  /** What would be in the store. */
  readonly kept = new Map<string, Alarm>();
  #seq = 0;
  #ids = 0;

  /** So many seconds later. */
  after(seconds: number): this {
    this.now += seconds * 1_000;
    return this;
  }

  take(input: AlarmInput): string[] {
    const { now, settings, zone } = this;
    const newId = () => {
      this.#ids += 1;
      return `alarm-${this.#ids}`;
    };
    this.last = alarmStep(this.book, input, { now, settings, zone, newId });
    const { book, put, remove, calls } = this.last;
    this.book = book;
    for (const alarm of put) this.kept.set(alarm.id, alarm);
    for (const id of remove) this.kept.delete(id);
    return calls.map(({ kind, alarm }) => `${kind}: ${noticeTexts(alarm, NOBODY, zone).title}`);
  }

  fails(fields: LocalizationFields & Matching = {}): string[] {
    return this.take({ kind: 'events', events: [this.failure(fields)] });
  }

  failure({ isMuted = false, rules, ...fields }: LocalizationFields & Matching = {}): MatchedEvent {
    this.#seq += 1;
    const event = { ...localizationEvent(this.#seq, 0, fields), receivedAt: this.now };
    return matched(event, { isMuted, ...(rules !== undefined && { rules }) });
  }

  request({ isMuted = false, rules, ...fields }: RequestFields & Matching = {}): string[] {
    this.#seq += 1;
    const event = { ...requestEvent(this.#seq, 0, fields), receivedAt: this.now };
    return this.take({ kind: 'events', events: [matched(event, { isMuted, ...(rules !== undefined && { rules }) })] });
  }

  signals(...signals: readonly Pick<PresentSignal, 'signal' | 'since'>[]): string[] {
    return this.take({ kind: 'signals', signals: signals.map((signal) => ({ ...signal, cause: null })) });
  }

  time(): string[] {
    return this.take({ kind: 'time' });
  }

  /** Oldest first: "shown", "due", or why not. */
  became(): string[] {
    return Array.from(this.book.alarms.values(), ({ delivery }) =>
      delivery.kind === 'not-shown' ? delivery.why : delivery.kind,
    );
  }

  /** The process ended, and another begins with what was kept. */
  restarted(): this {
    this.book = alarmBookOf([...this.kept.values()]);
    return this;
  }
}

const NOBODY = { profile: 'Acme Europe', practice: false };
