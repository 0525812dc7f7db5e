/** A mutable copy of the alarm state during a step. A notification carries the alarm as it is at its end. */
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { type AlarmChannels, MAX_STORED_ALARMS } from '../../../src-shared/domain/cases/alarm.ts';
import { alarmStatus } from '../../../src-shared/domain/alarms/alarm-status.ts';
import { type AlarmState, alarmStateAt, type FailingGroup, type Overflow } from './alarm-state.ts';
import { retainedIdCount } from './group-tally.ts';
import { outsideUntil, quietUntil } from './quiet-hours.ts';
import type { SuppressionContext, Suppression } from './suppression.ts';
import type { NotificationChange, AlarmContext, AlarmStep } from './alarm-step.ts';

type NotificationKind = NotificationChange['kind'];

export class AlarmDraft {
  readonly context: AlarmContext;
  readonly groups: Map<string, FailingGroup>;
  readonly notified: Set<string>;
  readonly recentNotifications: number[];
  overflow: Overflow | null;
  retainedIds = 0;
  readonly #before: AlarmState;
  readonly #alarms: Map<string, Alarm>;
  readonly #put = new Set<string>();
  readonly #calls: { readonly id: string; readonly kind: NotificationKind }[] = [];
  readonly #removed: string[] = [];
  #quietUntil: number | null | undefined;
  readonly #silentUntil = new Map<string, number | null>();

  constructor(before: AlarmState, context: AlarmContext) {
    const state = alarmStateAt(before, context.now);
    this.context = context;
    this.#before = before;
    this.#alarms = new Map(state.alarms);
    this.groups = new Map(state.groups);
    this.notified = new Set(state.notified);
    this.recentNotifications = [...state.recentNotifications];
    this.overflow = state.overflow;
    for (const { tally } of this.groups.values()) this.retainedIds += retainedIdCount(tally);
  }

  get now(): number {
    return this.context.now;
  }

  get quietUntil(): number | null {
    const { settings, zone } = this.context;
    if (this.#quietUntil === undefined) this.#quietUntil = quietUntil(settings, zone, this.now);
    return this.#quietUntil;
  }

  /** Until when the hours of the rule forbid banner and sound, UTC epoch ms; null if they do not. */
  silentUntil(rule: string): number | null {
    const hours = this.context.ruleHours.get(rule);
    if (hours === undefined) return this.quietUntil;
    if (hours.kind === 'always') return null;
    const known = this.#silentUntil.get(rule);
    if (known !== undefined) return known;
    const until = outsideUntil(hours.hours, this.context.zone, this.now);
    this.#silentUntil.set(rule, until);
    return until;
  }

  get suppressionContext(): SuppressionContext {
    const { now, settings } = this.context;
    return { now, settings, quietUntil: this.quietUntil, recentNotificationCount: this.recentNotifications.length };
  }

  alarm(id: string): Alarm | null {
    return this.#alarms.get(id) ?? null;
  }

  alarms(): readonly Alarm[] {
    return [...this.#alarms.values()];
  }

  put(alarm: Alarm): void {
    this.#alarms.set(alarm.id, alarm);
    this.#put.add(alarm.id);
  }

  putNewest(alarm: Alarm): void {
    this.#alarms.delete(alarm.id);
    this.put(alarm);
  }

  add(alarm: Omit<Alarm, 'id' | 'silence' | 'deliveries' | 'openedAt' | 'seenAt'>, silence: Suppression | null): Alarm {
    const made = { ...alarm, id: this.context.newId(), silence, deliveries: [], openedAt: null, seenAt: null };
    this.put(made);
    return made;
  }

  /** @param counts true if the notification counts towards the limit per minute */
  notify(id: string, counts: boolean): void {
    this.#calls.push({ id, kind: 'call' });
    this.notified.add(id);
    if (counts) this.recentNotifications.push(this.now);
  }

  update(id: string): void {
    if (!this.isQueued(id)) this.#calls.push({ id, kind: 'update' });
  }

  showSilently(id: string): void {
    this.update(id);
    this.notified.add(id);
  }

  withdraw(id: string): void {
    this.#calls.push({ id, kind: 'withdraw' });
  }

  /** Shows on a desktop that restarted what its user was already alerted to. */
  showAgain(id: string): void {
    if (!this.isQueued(id)) this.#calls.push({ id, kind: 'again' });
  }

  isQueued(id: string): boolean {
    const last = this.#calls.findLast((call) => call.id === id);
    return last !== undefined && last.kind !== 'withdraw';
  }

  /** True if the alarm notified, also before a restart, and no outlet reported a failure. */
  isDisplayed(alarm: Alarm): boolean {
    const status = alarmStatus(alarm);
    return status === 'accepted' || status === 'held-back' || (status === 'due' && this.notified.has(alarm.id));
  }

  /** True if the alarm should notify and never did, for example because the process was killed before. */
  isUnshown(alarm: Alarm): boolean {
    return alarmStatus(alarm) === 'due' && !this.notified.has(alarm.id);
  }

  /** Keeps active signals and overdue groups, which would start again, and alarms that this step shows. */
  prune(): void {
    for (const [id, { about }] of this.#alarms) {
      if (this.#alarms.size <= MAX_STORED_ALARMS) return;
      const isActive = (about.kind === 'signal' || about.kind === 'overdue') && about.endedAt === null;
      if (isActive || this.isQueued(id)) continue;
      this.#alarms.delete(id);
      this.notified.delete(id);
      if (this.#before.alarms.has(id)) this.#removed.push(id);
    }
  }

  step(nextAt: number | null): AlarmStep<AlarmState> {
    const { groups, notified, recentNotifications, overflow } = this;
    const found = (id: string) => this.#alarms.get(id) ?? [];
    return {
      state: { alarms: this.#alarms, groups, notified, recentNotifications, overflow, at: this.now },
      put: Array.from(this.#put).flatMap(found),
      remove: this.#removed,
      notifications: this.#calls.flatMap(({ id, kind }) => {
        const alarm = this.#alarms.get(id);
        return alarm === undefined ? [] : [{ kind, alarm }];
      }),
      nextAt,
    };
  }
}

export function mergeChannels(one: AlarmChannels, other: AlarmChannels): AlarmChannels {
  return {
    banner: one.banner || other.banner,
    sound: one.sound || other.sound,
    badge: one.badge || other.badge,
  };
}
