/** Computes the next alarm state of a watch from one input. Pure: reads nothing, shows nothing and asks no clock. */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import type { AlarmChannels, AlarmSettings, AlarmSignal } from '../../../src-shared/domain/cases/alarm.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { StreamStatus } from '../../../src-shared/domain/coverage/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { AlarmState } from './alarm-state.ts';
import { AlarmDraft } from './alarm-draft.ts';
import { muteGroups, applyEvents, sendDueSummaries } from './failing-groups.ts';
import { markDelivered, openAlarm, markRefused, acknowledgeAlarms, acknowledgeCauses } from './alarm-feedback.ts';
import { updateOverflow } from './overflow.ts';
import { recoverDueAlarms } from './recover-alarms.ts';
import { applySignals, notifyDelayedSignals } from './watching-signals.ts';

export interface MatchedEvent {
  readonly event: EventSummary;
  readonly rules: readonly { readonly id: string; readonly name: string; readonly how: AlarmChannels }[];
  readonly cause: CauseKey | null;
  /** True if an operator muted the case or its group and this event does not end the mute. */
  readonly isMuted: boolean;
}

/** A problem with watching that is active now. A signal that is missing from the input has ended. */
export interface ActiveSignal {
  readonly signal: AlarmSignal;
  /** UTC epoch ms. A different start is a different signal. */
  readonly since: number;
  readonly cause: (StreamStatus & { kind: 'blind' })['cause'];
}

export type AlarmInput =
  /** In order of arrival. */
  | { readonly kind: 'events'; readonly events: readonly MatchedEvent[] }
  | { readonly kind: 'signals'; readonly signals: readonly ActiveSignal[] }
  | { readonly kind: 'time' }
  | { readonly kind: 'delivered'; readonly alarm: string; readonly by: 'desktop' | 'page' }
  | {
      readonly kind: 'refused';
      readonly alarm: string;
      readonly why: 'nobody' | 'refused';
      readonly detail: string | null;
    }
  | { readonly kind: 'opened'; readonly alarm: string }
  | { readonly kind: 'seen'; readonly alarms: readonly string[] }
  /** Every open case of these groups now has an owner or is muted. */
  | { readonly kind: 'taken'; readonly causes: readonly CauseKey[] }
  /** An operator muted these groups after they notified. */
  | { readonly kind: 'muted'; readonly causes: readonly CauseKey[] }
  | { readonly kind: 'test' };

export interface AlarmContext {
  /** UTC epoch ms. */
  readonly now: number;
  readonly settings: AlarmSettings;
  /** IANA name. */
  readonly zone: string;
  readonly newId: () => string;
}

/** A notification to send, update or withdraw. `notice.ts` adds the texts. */
export interface NotificationChange {
  readonly alarm: Alarm;
  readonly kind: 'call' | 'update' | 'withdraw';
}

export interface AlarmStep<State> {
  readonly state: State;
  readonly put: readonly Alarm[];
  readonly remove: readonly string[];
  readonly notifications: readonly NotificationChange[];
  readonly nextAt: number | null;
}

export function reduceAlarms(state: AlarmState, input: AlarmInput, context: AlarmContext): AlarmStep<AlarmState> {
  const draft = new AlarmDraft(state, context);
  recoverDueAlarms(draft);
  applyInput(draft, input);
  draft.prune();
  const dueAt = [sendDueSummaries(draft), notifyDelayedSignals(draft), updateOverflow(draft)];
  return draft.step(soonest(dueAt));
}

function applyInput(draft: AlarmDraft, input: AlarmInput): void {
  switch (input.kind) {
    case 'events':
      return applyEvents(draft, input.events);
    case 'signals':
      return applySignals(draft, input.signals);
    case 'time':
      return;
    case 'delivered':
      return markDelivered(draft, input.alarm, input.by);
    case 'refused':
      return markRefused(draft, input.alarm, input.why, input.detail);
    case 'opened':
      return openAlarm(draft, input.alarm);
    case 'seen':
      return acknowledgeAlarms(draft, input.alarms);
    case 'taken':
      return acknowledgeCauses(draft, input.causes);
    case 'muted':
      return muteGroups(draft, input.causes);
    case 'test':
      return sendTestAlarm(draft);
    default:
      return assertNever(input);
  }
}

/** Shows an example alarm, regardless of quiet hours and limits. It sounds if any enabled rule sounds. */
function sendTestAlarm(draft: AlarmDraft): void {
  const { now, context } = draft;
  const { standard, watching } = context.settings;
  const sound = watching.sound || Object.values(standard).some((rule) => rule.on && rule.sound);
  const times = { since: now, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  const how = { banner: true, sound, badge: false };
  const { id } = draft.add({ about: { kind: 'test' }, severity: 'event', rules: [], how, ...times }, null);
  draft.notify(id, false);
}

function soonest(moments: readonly (number | null)[]): number | null {
  return moments.reduce((first, at) => (first === null || at === null ? (first ?? at) : Math.min(first, at)), null);
}
