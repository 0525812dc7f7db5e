/** Proposes one change of the rules for an hour of the day, by its calls whose groups were not taken. Pure. */
import type { AlarmProposal } from '../../../../src-shared/api/quality/back-test.ts';
import { type NotifySettings, standardRules } from '../../../../src-shared/domain/cases/alarm.ts';
import { consequenceKinds } from '../../../../src-shared/domain/cases/case-keys.ts';
import { DEADLINE_LIMITS, type DeadlineSettings } from '../../../../src-shared/domain/cases/deadline.ts';
import { withHour } from '../../../../src-shared/domain/cases/week-hours.ts';
import { recordOf } from '../../../../src-shared/lib/record-of.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { AlarmConfiguration, Call } from './alarm-replay.ts';

export interface AttributedCall extends Call {
  readonly hour: number;
  readonly isAtNight: boolean;
  /** Name of the operator who took its group; null if none did. */
  readonly by: string | null;
}

/** @param calls those of the hour; `all`: those of the span. Null if all their groups were taken. */
export function proposalFor(calls: readonly AttributedCall[], all: readonly AttributedCall[]): AlarmProposal | null {
  const idle = calls.filter(({ by, alarm }) => by === null && alarm.about.kind !== 'signal');
  const [first] = idle;
  if (first === undefined) return null;
  const overdue = idle.flatMap(({ alarm: { about } }) => (about.kind === 'overdue' ? [about.deadline] : []));
  const [deadline] = overdue;
  if (deadline !== undefined && 2 * overdue.length > idle.length) return { kind: 'longer', deadline };
  const rules = idle.flatMap(({ alarm }) => alarm.rules);
  const never = rules.find(({ id }) => all.every((call) => call.by === null || !isOf(call, id)));
  return never === undefined ? { kind: 'quiet', hour: first.hour } : { kind: 'badge-only', rule: never };
}

function isOf({ alarm: { rules } }: Call, id: string): boolean {
  return rules.some((rule) => rule.id === id);
}

export function withProposal({ settings, views }: AlarmConfiguration, change: AlarmProposal): AlarmConfiguration {
  switch (change.kind) {
    case 'quiet':
      return { views, settings: { ...settings, quiet: settings.quiet.map((day) => withHour(day, change.hour)) } };
    case 'longer':
      return { views, settings: { ...settings, deadlines: longer(settings.deadlines, change.deadline) } };
    case 'badge-only':
      return {
        settings: {
          ...settings,
          standard: recordOf(standardRules, (id) =>
            id === change.rule.id ? badgeOnly(settings.standard[id]) : settings.standard[id],
          ),
        },
        views: views.map((view) =>
          view.id === change.rule.id && view.notify !== null ? { ...view, notify: badgeOnly(view.notify) } : view,
        ),
      };
    default:
      return assertNever(change);
  }
}

function badgeOnly(notify: NotifySettings): NotifySettings {
  return { ...notify, banner: false, sound: false };
}

function longer(deadlines: DeadlineSettings, deadline: 'take' | 'end'): DeadlineSettings {
  const name = deadline === 'take' ? 'takeMinutes' : 'endMinutes';
  const twice = (minutes: number | null) => minutes && Math.min(2 * minutes, DEADLINE_LIMITS.minutes.max);
  const byConsequence = recordOf(consequenceKinds, (kind) => ({
    ...deadlines.byConsequence[kind],
    [name]: twice(deadlines.byConsequence[kind][name]),
  }));
  return { ...deadlines, byConsequence };
}
