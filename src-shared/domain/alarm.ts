/**
 * What alarms somebody, and how: names and figures without schemas, so that the page can use all of it; what is stored and
 * sent is in `api/alarms.ts`. A rule is a saved view with `notify`, or one of the standard rules that every profile has.
 * Source: `product.md`, Alarms.
 */

/** What a profile alarms for before anybody has saved a view. */
export const standardRules = ['failures', 'partial', 'unknown'] as const;
export type StandardRule = (typeof standardRules)[number];

/** The filter of each, as people write it. */
export const STANDARD_QUERIES: Readonly<Record<StandardRule, string>> = {
  failures: 'outcome:failed',
  partial: 'outcome:partial',
  unknown: 'outcome:unknown',
};

/** What is wrong with watching itself. It always alarms: while nobody listens, no rule can. */
export const alarmSignals = ['blind', 'seat-taken', 'sign-in-needed', 'not-storing'] as const;
export type AlarmSignal = (typeof alarmSignals)[number];

/** `watching`: nobody listens, or nothing is stored. `event`: no failure, but a view that somebody wants to hear of. */
export const alarmSeverities = ['failed', 'partial', 'unknown', 'watching', 'event'] as const;
export type AlarmSeverity = (typeof alarmSeverities)[number];

export interface AlarmChannels {
  /** A notification of the operating system, or of the browser. */
  readonly banner: boolean;
  readonly sound: boolean;
  /** Counted in tray, badge and tab. */
  readonly badge: boolean;
}

export interface NotifySettings extends AlarmChannels {
  readonly on: boolean;
}

/** Of one weekday; minutes since its local midnight, `from` < `to`, both multiples of `QUIET_STEP_MINUTES`. */
export interface QuietSpan {
  readonly from: number;
  readonly to: number;
}

export interface AlarmSettings {
  readonly standard: Readonly<Record<StandardRule, NotifySettings>>;
  /** Of `alarmSignals`: its banner and badge are always on. */
  readonly watching: { readonly sound: boolean };
  /** IANA time zone of the quiet hours; `null`: this computer's. */
  readonly zone: string | null;
  /** Monday first, seven of them; banner and sound rest in these hours, the badge counts on. */
  readonly quiet: readonly (readonly QuietSpan[])[];
  /** After so many minutes a signal alarms in quiet hours, too; `null`: it waits for their end. */
  readonly signalBreaksQuietMinutes: number | null;
  /** Banners; what is more in a minute is counted ("+312 not shown"). Signals are not counted. */
  readonly perMinute: number;
  /** Sound and banner come again until somebody opens it, says that it was seen, or takes what it is about. */
  readonly repeat: boolean;
}

export const QUIET_STEP_MINUTES = 30;
export const DAY_MINUTES = 1_440;
export const ALARM_LIMITS = { perMinute: { min: 1, max: 60 }, signalBreaksQuietMinutes: { min: 1, max: 720 } };

/** The first failure of a group alarms at once; the rest of this time become one summary in its place. */
export const SUMMARY_WINDOW_MS = 120_000;
/** A group that goes on failing alarms again after twice the time each, at most this. */
export const MAX_SUMMARY_WINDOW_MS = 1_800_000;
/** A group of which nothing failed for so long begins anew. */
export const GROUP_IDLE_MS = 600_000;
/** A summary on the screen changes at most so often. */
export const SUMMARY_INTERVAL_MS = 5_000;
export const REPEAT_INTERVAL_MS = 120_000;
/** What is older than this when it is first looked at alarms nobody; it stands in the history. */
export const MAX_ALARM_AGE_MS = 900_000;
/** Distinct eUICCs of a bundle are counted up to here. */
export const MAX_COUNTED_IDS = 50_000;
/** Alarms that are kept of a profile; older ones go. */
export const MAX_STORED_ALARMS = 1_000;
/** Of them, those that are told to pages. */
export const MAX_LISTED_ALARMS = 200;

export const DEFAULT_ALARM_SETTINGS: AlarmSettings = {
  standard: {
    failures: { on: true, banner: true, sound: false, badge: true },
    partial: { on: true, banner: true, sound: false, badge: true },
    unknown: { on: true, banner: false, sound: false, badge: true },
  },
  watching: { sound: false },
  zone: null,
  quiet: [[], [], [], [], [], [], []],
  signalBreaksQuietMinutes: 5,
  perMinute: 6,
  repeat: false,
};

/** What a view that begins to alarm alarms with. */
export const DEFAULT_NOTIFY_SETTINGS: NotifySettings = { on: true, banner: true, sound: false, badge: true };
