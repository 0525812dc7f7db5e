/** Runs the alarms of one watch by hand: the test moves the clock, and notifications are returned as sentences. */
import type { Alarm } from '../../src-shared/domain/alarms/raised-alarm.ts';
import {
  type AlarmChannels,
  type AlarmSettings,
  DEFAULT_ALARM_SETTINGS,
  type RuleHours,
} from '../../src-shared/domain/cases/alarm.ts';
import { alarmStatus } from '../../src-shared/domain/alarms/alarm-status.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { notificationTitle } from '../../src-shared/words/alarms/alarm-words.ts';
import { type AlarmState, restoreAlarmState } from '../../src-main/core/alarms/alarm-state.ts';
import { reduceAlarms } from '../../src-main/core/alarms/alarm-reducer.ts';
import { failureCause } from '../../src-main/core/cases/projection/failure-cause.ts';
import { localizationEvent, type LocalizationFields, minute, requestEvent, type RequestFields } from './case-events.ts';
import type { AlarmInput, AlarmStep, MatchedEvent, ActiveSignal } from '../../src-main/core/alarms/alarm-step.ts';

export const BANNER: AlarmChannels = { banner: true, sound: false, badge: true };
export const BADGE_ONLY: AlarmChannels = { banner: false, sound: false, badge: true };
export const WITH_SOUND: AlarmChannels = { banner: true, sound: true, badge: true };

type Matching = Partial<Pick<MatchedEvent, 'isMuted' | 'rules' | 'cause'>>;

export function matchedEvent(event: EventSummary, matching: Matching = {}): MatchedEvent {
  const rules = [{ id: 'failures', name: '', how: BANNER }];
  return { event, rules, cause: failureCause(event, null).key, isMuted: false, ...matching };
}

export class AlarmRun {
  state: AlarmState = restoreAlarmState([]);
  settings: AlarmSettings = DEFAULT_ALARM_SETTINGS;
  zone = 'UTC';
  readonly ruleHours = new Map<string, RuleHours>();
  lastStep: AlarmStep<AlarmState> | null = null;
  /** UTC epoch ms; noon of a Saturday. */
  now = minute(0);
  readonly storedAlarms = new Map<string, Alarm>();
  #seq = 0;
  #ids = 0;

  advanceSeconds(seconds: number): this {
    this.now += seconds * 1_000;
    return this;
  }

  apply(input: AlarmInput): string[] {
    const { now, settings, zone, ruleHours } = this;
    const newId = () => {
      this.#ids += 1;
      return `alarm-${this.#ids}`;
    };
    this.lastStep = reduceAlarms(this.state, input, { now, settings, zone, ruleHours, newId });
    const { state, put, remove, notifications } = this.lastStep;
    this.state = state;
    for (const alarm of put) this.storedAlarms.set(alarm.id, alarm);
    for (const id of remove) this.storedAlarms.delete(id);
    return notifications.map(({ kind, alarm }) => `${kind}: ${notificationTitle(alarm, zone)}`);
  }

  fail(fields: LocalizationFields & Matching = {}): string[] {
    return this.apply({ kind: 'events', events: [this.matchedFailure(fields)] });
  }

  matchedFailure({ isMuted = false, rules, ...fields }: LocalizationFields & Matching = {}): MatchedEvent {
    this.#seq += 1;
    const event = { ...localizationEvent(this.#seq, 0, fields), receivedAt: this.now };
    return matchedEvent(event, { isMuted, ...(rules !== undefined && { rules }) });
  }

  applyRequest({ isMuted = false, rules, ...fields }: RequestFields & Matching = {}): string[] {
    this.#seq += 1;
    const event = { ...requestEvent(this.#seq, 0, fields), receivedAt: this.now };
    return this.apply({
      kind: 'events',
      events: [matchedEvent(event, { isMuted, ...(rules !== undefined && { rules }) })],
    });
  }

  applySignals(...signals: readonly Pick<ActiveSignal, 'signal' | 'since'>[]): string[] {
    return this.apply({ kind: 'signals', signals: signals.map((signal) => ({ ...signal, cause: null })) });
  }

  tick(): string[] {
    return this.apply({ kind: 'time' });
  }

  /** For each alarm, oldest first: "accepted", "due", "not-shown", or the reason why it does not notify. */
  deliveries(): string[] {
    return Array.from(this.state.alarms.values(), (alarm) => alarm.silence ?? alarmStatus(alarm));
  }

  /** Outcomes, by outlet. */
  deliveriesOf(id: string): string[] {
    return this.state.alarms.get(id)?.deliveries.map(({ outcome }) => outcome) ?? [];
  }

  restart(): this {
    this.state = restoreAlarmState([...this.storedAlarms.values()]);
    return this;
  }
}
