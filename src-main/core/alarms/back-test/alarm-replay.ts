/**
 * The alarms that some rules would have raised, under the clock of the history. The decisions are those of the live
 * alarms: `reduceAlarms`, `Deadlines` and `overdueOf`. A notification counts as accepted.
 */
import { alarmCause } from '../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import type { AlarmSettings } from '../../../../src-shared/domain/cases/alarm.ts';
import { caseKeyOf, type CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { Deadlines } from '../../cases/deadlines.ts';
import { reduceAlarms } from '../alarm-reducer.ts';
import { alarmRules, type CompiledRule, ruleHours } from '../alarm-rules.ts';
import { type AlarmState, restoreAlarmState } from '../alarm-state.ts';
import type { ActiveSignal, AlarmContext, AlarmInput, OverdueGroup } from '../alarm-step.ts';
import { matchedEvent, type NamedEvent } from '../matched-events.ts';
import { overdueKey } from '../overdue-alarms.ts';
import { overdueOf } from '../watch-overdue-groups.ts';
import type { ReplayedCases } from './replayed-cases.ts';

export interface AlarmConfiguration {
  readonly settings: AlarmSettings;
  readonly views: readonly SavedView[];
}

/** A notification with a banner or a sound. */
export interface Call {
  /** UTC epoch ms. */
  readonly at: number;
  readonly alarm: Alarm;
  /** Since when the group was open, UTC epoch ms; null if it was not, or if there is none. */
  readonly openSince: number | null;
}

const RECENT_MS = 60_000;
/** Alarms that are kept although no later step refers to them. Each step copies all. */
const MAX_ALARMS = 30;

export class AlarmReplay {
  readonly rules: readonly CompiledRule[];
  readonly calls: Call[] = [];
  readonly #cases: ReplayedCases;
  readonly #context: Omit<AlarmContext, 'now'>;
  readonly #deadlines = new Deadlines();
  readonly #rulesById: ReadonlyMap<string, CompiledRule>;
  #state: AlarmState = restoreAlarmState([]);
  #nextAt: number | null = null;
  readonly #overdue = new Map<CauseKey, readonly OverdueGroup[]>();
  readonly #checkAt = new Map<CauseKey, number>();
  #nextCheckAt = Infinity;
  /** Last failure in an alarm that notified, by cause; UTC epoch ms. */
  readonly #calledAt = new Map<string, number>();
  #ids = 0;
  #needed = 0;

  constructor({ settings, views }: AlarmConfiguration, zone: string, cases: ReplayedCases) {
    this.rules = alarmRules(settings, views);
    this.#cases = cases;
    this.#rulesById = new Map(this.rules.flatMap((rule) => (rule.notify.on ? [[rule.id, rule]] : [])));
    this.#deadlines.set(settings.deadlines);
    const newId = () => String((this.#ids += 1));
    this.#context = { settings, zone, ruleHours: ruleHours(this.rules), newId };
  }

  /** When time alone changes something, UTC epoch ms; `Infinity` if never. */
  get nextAt(): number {
    return Math.min(this.#nextAt ?? Infinity, this.#nextCheckAt);
  }

  /** True if an alarm for this opening of the group notified. */
  hasCalled(cause: CauseKey, openSince: number): boolean {
    return (this.#calledAt.get(cause) ?? -Infinity) >= openSince;
  }

  failed({ event, rules }: NamedEvent, now: number): void {
    const own = rules.flatMap(({ id }) => this.#rulesById.get(id) ?? []);
    if (own.length === 0) return;
    const state = this.#cases.case(caseKeyOf(event));
    this.#apply({ kind: 'events', events: [matchedEvent({ event, rules: own }, state, this.#cases.groups, now)] }, now);
  }

  signals(signals: readonly ActiveSignal[], now: number): void {
    this.#apply({ kind: 'signals', signals }, now);
  }

  muted(cause: CauseKey, now: number): void {
    if (this.#state.groups.get(cause)?.isMuted === false) this.#apply({ kind: 'muted', causes: [cause] }, now);
  }

  /** The process was stopped and started. */
  restarted(): void {
    this.#state = { ...restoreAlarmState([...this.#state.alarms.values()]), notified: this.#state.notified };
    this.#nextAt = null;
  }

  advanceTo(now: number): void {
    if (this.#nextAt !== null && this.#nextAt <= now) this.#apply({ kind: 'time' }, now);
    if (this.#nextCheckAt > now) return;
    this.groupsChanged(
      [...this.#checkAt].flatMap(([cause, at]) => (at <= now ? [cause] : [])),
      now,
    );
  }

  groupsChanged(causes: Iterable<CauseKey>, now: number): void {
    let isChanged = false;
    for (const cause of causes) {
      const group = this.#cases.timed(cause, now);
      const before = this.#overdue.get(cause) ?? [];
      const deadlines = group === null ? [] : this.#deadlines.of(group, now);
      const active = new Map(before.map((one) => [overdueKey(one), one.dueAt]));
      const present = group === null ? [] : overdueOf(group, deadlines, now, active);
      const next = Math.min(group?.muteEndsAt ?? Infinity, ...deadlines.map(({ at }) => (at > now ? at : Infinity)));
      if (next === Infinity) this.#checkAt.delete(cause);
      else this.#checkAt.set(cause, next);
      isChanged ||=
        present.length !== before.length || present.some((one) => active.get(overdueKey(one)) !== one.dueAt);
      if (present.length === 0) this.#overdue.delete(cause);
      else this.#overdue.set(cause, present);
    }
    this.#nextCheckAt = Math.min(Infinity, ...this.#checkAt.values());
    if (isChanged) this.#apply({ kind: 'overdue', groups: [...this.#overdue.values()].flat() }, now);
  }

  #apply(input: AlarmInput, now: number): void {
    const { state, put, notifications, nextAt } = reduceAlarms(this.#state, input, { ...this.#context, now });
    this.#nextAt = nextAt;
    for (const { kind, alarm } of notifications)
      if (kind === 'call')
        this.calls.push({
          at: now,
          alarm,
          openSince: this.#cases.groups.get(alarmCause(alarm) ?? '')?.openSince ?? null,
        });
    for (const alarm of put) {
      const cause = alarmCause(alarm);
      if (cause !== null && alarm.silence === null) this.#calledAt.set(cause, alarm.lastAt);
    }
    this.#state = state.alarms.size > MAX_ALARMS + this.#needed ? this.#withoutSettled(state, now) : state;
  }

  /** Keeps what a later step can refer to. */
  #withoutSettled(state: AlarmState, now: number): AlarmState {
    const needed = new Set<string | null>([state.overflow?.alarm ?? null]);
    for (const { alarm, displayedAlarm } of state.groups.values()) needed.add(alarm).add(displayedAlarm);
    const isNeeded = ({ id, about, firstAt }: Alarm) =>
      needed.has(id) ||
      (about.kind === 'signal' && about.endedAt === null) ||
      (about.kind === 'overdue' && (now - firstAt < RECENT_MS || this.#isOpen(about)));
    const alarms = new Map([...state.alarms].filter(([, alarm]) => isNeeded(alarm)));
    this.#needed = alarms.size;
    return { ...state, alarms, notified: new Set([...state.notified].filter((id) => alarms.has(id))) };
  }

  #isOpen({ cause, since }: { readonly cause: CauseKey; readonly since: number }): boolean {
    return this.#cases.groups.get(cause)?.openSince === since;
  }
}
