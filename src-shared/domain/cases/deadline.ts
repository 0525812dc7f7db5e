/** A failure group must be taken, or ended, until its deadline. `alarm-settings-schema.ts` has the schemas. */
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
  readonly byConsequence: Readonly<Record<ConsequenceKind, DeadlineTimes>>;
  readonly hours: WeekHours;
  /** IANA name; null for the zone of the computer that watches. */
  readonly zone: string | null;
  /** A group that is overdue for this long is sent to the outlets with the topic `overdue`. */
  readonly escalateAfterMinutes: number;
}

export interface Deadline {
  readonly kind: DeadlineKind;
  readonly at: number;
}

export const DEADLINE_LIMITS = { minutes: { min: 1, max: 10_080 } };

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
