import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import type { AlarmChannels, AlarmSettings, AlarmSignal, RuleHours } from '../../../src-shared/domain/cases/alarm.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
import type { OpenedCause } from '../team/presence/team-presence.ts';
import type { LocalDelivery } from '../outlets/local/local-outlet.ts';

export type Failures = Alarm['about'] & { readonly kind: 'failures' };

export interface MatchedEvent {
  readonly event: EventSummary;
  readonly rules: readonly { readonly id: string; readonly name: string; readonly how: AlarmChannels }[];
  readonly cause: CauseKey | null;
  readonly isMuted: boolean;
}

export interface ActiveSignal {
  readonly signal: AlarmSignal;
  /** UTC epoch ms. A different start is a different signal. */
  readonly since: number;
  readonly cause: (StreamStatus & { kind: 'blind' })['cause'];
}

/** A failure group whose time to take or to end is over. A group that is missing from the input is not overdue any more. */
export interface OverdueGroup extends Pick<
  Alarm['about'] & { readonly kind: 'overdue' },
  'cause' | 'deadline' | 'since' | 'dueAt'
> {
  readonly severity: Alarm['severity'];
}

export type AlarmInput =
  | { readonly kind: 'events'; readonly events: readonly MatchedEvent[] }
  | { readonly kind: 'signals'; readonly signals: readonly ActiveSignal[] }
  | { readonly kind: 'overdue'; readonly groups: readonly OverdueGroup[] }
  | { readonly kind: 'time' }
  | { readonly kind: 'delivery'; readonly alarm: string; readonly delivery: LocalDelivery }
  | { readonly kind: 'opened'; readonly alarm: string; readonly wasClicked: boolean }
  /** Operators of other members opened the alarms of these causes that began by then. */
  | { readonly kind: 'opened-elsewhere'; readonly opened: readonly OpenedCause[] }
  | { readonly kind: 'seen'; readonly alarms: readonly string[] }
  /** Every open case of these groups now has an owner or is muted. */
  | { readonly kind: 'taken'; readonly causes: readonly CauseKey[] }
  | { readonly kind: 'muted'; readonly causes: readonly CauseKey[] }
  /** A notification service appeared on the desktop. It has none of the earlier notifications. */
  | { readonly kind: 'desktop-returned' }
  | { readonly kind: 'test' };

export interface AlarmContext {
  readonly now: number;
  readonly settings: AlarmSettings;
  readonly zone: string;
  /** By id of the rule; the others may notify outside quiet hours. */
  readonly ruleHours: ReadonlyMap<string, RuleHours>;
  readonly newId: () => string;
}

/** A notification to send, update or withdraw. `again`: sends it like a call, without sound. `notice.ts` adds the texts. */
export interface NotificationChange {
  readonly alarm: Alarm;
  readonly kind: 'call' | 'again' | 'update' | 'withdraw';
}

export interface AlarmStep<State> {
  readonly state: State;
  readonly put: readonly Alarm[];
  readonly remove: readonly string[];
  readonly notifications: readonly NotificationChange[];
  readonly nextAt: number | null;
}
