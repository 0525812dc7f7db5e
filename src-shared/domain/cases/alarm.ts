/** A rule is a saved view with `notify`, or a standard rule. For users: `docs/alarms.md` "What alarms". */
import { DEFAULT_DEADLINES, type DeadlineSettings } from './deadline.ts';
import type { WeekHours } from './week-hours.ts';

interface StandardRuleEntry {
  readonly query: string;
  readonly notify: NotifySettings;
}

export const standardRuleTable = {
  failures: { query: 'outcome:failed', notify: { on: true, banner: true, sound: false, badge: true } },
  partial: { query: 'outcome:partial', notify: { on: true, banner: true, sound: false, badge: true } },
  unknown: { query: 'outcome:unknown', notify: { on: true, banner: false, sound: false, badge: true } },
} as const satisfies Readonly<Record<string, StandardRuleEntry>>;
export type StandardRule = keyof typeof standardRuleTable;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
export const standardRules = Object.keys(standardRuleTable) as readonly StandardRule[];

/** Faults of watching itself. These always alarm, because rules need events. */
export const alarmSignals = ['blind', 'seat-taken', 'sign-in-needed', 'not-storing'] as const;
export type AlarmSignal = (typeof alarmSignals)[number];

/** `watching`: interrupted, or nothing is stored. `event`: no failure, but it matches a view with `notify`. */
export const alarmSeverities = ['failed', 'partial', 'unknown', 'watching', 'event'] as const;
export type AlarmSeverity = (typeof alarmSeverities)[number];

export interface AlarmChannels {
  readonly banner: boolean;
  readonly sound: boolean;
  readonly badge: boolean;
}

export interface NotifySettings extends AlarmChannels {
  readonly on: boolean;
  /** When the rule may show banners and play sounds; absent: outside quiet hours. */
  readonly when?: RuleHours | undefined;
}

export type RuleHours = { readonly kind: 'always' } | { readonly kind: 'own'; readonly hours: WeekHours };

type StandardSettings = Readonly<Record<StandardRule, NotifySettings>>;

export interface AlarmSettings {
  readonly standard: StandardSettings;
  /** Settings of `alarmSignals`; their banner and badge are always on. */
  readonly watching: { readonly sound: boolean };
  /** Banner and sound are off in these hours; the badge still counts. */
  readonly quiet: WeekHours;
  /** Max banners in a minute; further ones are only counted ("+312 not shown"). Signals are not counted. */
  readonly perMinute: number;
  readonly deadlines: DeadlineSettings;
  /** In a team: an alarm that is opened on one desk is acknowledged on all desks that have this setting. */
  readonly acknowledgesForTeam: boolean;
}

export const ALARM_LIMITS = { perMinute: { min: 1, max: 60 } };

/** The first failure of a group alarms immediately; further failures in this time update it as one summary. */
export const SUMMARY_WINDOW_MS = 120_000;
/** Each window of a group that keeps failing is twice as long as the one before, up to this. */
export const MAX_SUMMARY_WINDOW_MS = 1_800_000;
/** A group without a failure for this long ends; the next failure starts a new one. */
export const GROUP_IDLE_MS = 600_000;
export const SUMMARY_INTERVAL_MS = 5_000;
/** A signal that lasts this long alarms in quiet hours, too. */
export const MAX_SIGNAL_DELAY_MS = 300_000;
/** Events older than this when they are first processed raise no alarm; they are only in the history. */
export const MAX_ALARM_AGE_MS = 900_000;
export const MAX_COUNTED_IDS = 50_000;
export const MAX_STORED_ALARMS = 1_000;
export const MAX_LISTED_ALARMS = 200;

export const DEFAULT_ALARM_SETTINGS: AlarmSettings = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the type
  standard: Object.fromEntries(standardRules.map((rule) => [rule, standardRuleTable[rule].notify])) as StandardSettings,
  watching: { sound: false },
  quiet: [[], [], [], [], [], [], []],
  perMinute: 6,
  deadlines: DEFAULT_DEADLINES,
  acknowledgesForTeam: true,
};

export const DEFAULT_NOTIFY_SETTINGS: NotifySettings = { on: true, banner: true, sound: false, badge: true };
