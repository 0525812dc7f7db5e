/**
 * What follows for the alarms of a watch from what happened: pure. Gathering and acting are the follower's; here nothing is
 * read, nothing is shown and no clock is asked.
 */
import type { Alarm } from '../../../src-shared/api/alarms.ts';
import type { AlarmChannels, AlarmSettings, AlarmSignal } from '../../../src-shared/domain/alarm.ts';
import type { CauseKey } from '../../../src-shared/domain/case.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { StreamStatus } from '../../../src-shared/domain/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { AlarmState } from './alarm-state.ts';
import { AlarmDraft } from './alarm-draft.ts';
import { muteGroups, applyEvents, sendDueSummaries } from './failing-groups.ts';
import { markDelivered, openAlarm, markRefused, acknowledgeAlarms, acknowledgeCauses } from './alarm-feedback.ts';
import { updateOverflow } from './overflow.ts';
import { repeatOldestAlarm } from './repeat-alarms.ts';
import { recoverDueAlarms } from './recover-alarms.ts';
import { applySignals, notifyDelayedSignals } from './watching-signals.ts';

/** An event for which at least one rule was made. */
export interface MatchedEvent {
  readonly event: EventSummary;
  /** Those that are on, with how each alarms. */
  readonly rules: readonly { readonly id: string; readonly name: string; readonly how: AlarmChannels }[];
  /** Of its case; `null` for an event that is none. */
  readonly cause: CauseKey | null;
  /** Somebody muted its case or its group, and the mute has not ended with it. */
  readonly isMuted: boolean;
}

/** What is wrong with watching at this moment; those that are not in it are well. */
export interface ActiveSignal {
  readonly signal: AlarmSignal;
  /** UTC epoch ms: one that has another beginning is another one. */
  readonly since: number;
  readonly cause: (StreamStatus & { kind: 'blind' })['cause'];
}

export type AlarmInput =
  /** In order of arrival. */
  | { readonly kind: 'events'; readonly events: readonly MatchedEvent[] }
  | { readonly kind: 'signals'; readonly signals: readonly ActiveSignal[] }
  /** Time passed. */
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
  /** Every open case of these groups has an owner now. */
  | { readonly kind: 'taken'; readonly causes: readonly CauseKey[] }
  /** Somebody muted these groups after they called. */
  | { readonly kind: 'muted'; readonly causes: readonly CauseKey[] }
  | { readonly kind: 'test' };

export interface AlarmContext {
  /** UTC epoch ms. */
  readonly now: number;
  readonly settings: AlarmSettings;
  /** IANA. */
  readonly zone: string;
  readonly newId: () => string;
}

/** What is to be done about an alarm that changed: words are made where it is shown. */
export interface NotificationChange {
  readonly alarm: Alarm;
  /** Else it takes the place of what stands there, or, with neither, is withdrawn. */
  readonly kind: 'call' | 'update' | 'withdraw';
}

export interface AlarmStep<State> {
  readonly state: State;
  /** Alarms to be kept as they are now, and those that are not kept any more. */
  readonly put: readonly Alarm[];
  readonly remove: readonly string[];
  /** In this order, after both were committed. */
  readonly notifications: readonly NotificationChange[];
  /** When time alone changes something next, UTC epoch ms; `null`: it does not. */
  readonly nextAt: number | null;
}

export function reduceAlarms(state: AlarmState, input: AlarmInput, context: AlarmContext): AlarmStep<AlarmState> {
  const draft = new AlarmDraft(state, context);
  recoverDueAlarms(draft);
  applyInput(draft, input);
  draft.prune();
  const dueAt = [sendDueSummaries(draft), notifyDelayedSignals(draft), repeatOldestAlarm(draft), updateOverflow(draft)];
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

/** It shows what alarms are like, whatever quiet hours and limits say; it sounds where any alarm would. */
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
