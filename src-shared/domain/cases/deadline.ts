/**
 * Names, limits and defaults of deadlines, without schemas, so that the page can use all of it; `alarm-settings-schema.ts`
 * has the schemas. A deadline is the time until which a failure group must be taken, or ended.
 */
import type { ConsequenceKind } from './case-keys.ts';
import { ALL_WEEK, type WeekHours } from './week-hours.ts';

export const deadlineKinds = ['take', 'end'] as const;
export type DeadlineKind = (typeof deadlineKinds)[number];

/** Minutes after the group opened; null if there is no deadline. */
interface DeadlineTimes {
  readonly takeMinutes: number | null;
  readonly endMinutes: number | null;
}

export interface DeadlineSettings {
  /** The worst consequence of the open cases of a group decides. */
  readonly byConsequence: Readonly<Record<ConsequenceKind, DeadlineTimes>>;
  /** Time counts only in these hours. */
  readonly hours: WeekHours;
  /** IANA name; null for the zone of the computer that watches. */
  readonly zone: string | null;
  /** A group that is overdue for this long is sent to the outlets with the topic `overdue`. */
  readonly escalateAfterMinutes: number;
}

/** A deadline of a group, as the board shows it. */
export interface Deadline {
  readonly kind: DeadlineKind;
  /** UTC epoch ms. When the counted time runs out. */
  readonly at: number;
}

/** Up to seven days. */
export const DEADLINE_LIMITS = { minutes: { min: 1, max: 10_080 } };

/** For an operations centre that works all day and night. */
export const DEFAULT_DEADLINES: DeadlineSettings = {
  byConsequence: {
    unusable: { takeMinutes: 15, endMinutes: 240 },
    reachable: { takeMinutes: 15, endMinutes: 240 },
    'not-known': { takeMinutes: 30, endMinutes: 480 },
    'may-swap-back': { takeMinutes: 60, endMinutes: 1_440 },
    partial: { takeMinutes: 60, endMinutes: 1_440 },
    refused: { takeMinutes: 60, endMinutes: 1_440 },
    unchanged: { takeMinutes: 60, endMinutes: 1_440 },
  },
  hours: ALL_WEEK,
  zone: null,
  escalateAfterMinutes: 15,
};
