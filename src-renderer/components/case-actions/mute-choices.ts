import type { MuteEnd } from '../../../src-shared/domain/cases/action.ts';
import { shortTimeText, type Zone, ZONED_MINUTE } from '../../time/time-text.ts';

const muteChoiceKinds = ['hour', 'hours', 'morning', 'next-failure', 'worse'] as const;
export type MuteChoiceKind = (typeof muteChoiceKinds)[number];

export interface MuteChoice {
  readonly value: MuteChoiceKind;
  readonly name: string;
  readonly note: string;
  readonly ends: MuteEnd;
}

const HOUR_MS = 3_600_000;
/** Start of the working day, in this computer's time. */
const MORNING_HOUR = 6;

export function muteChoices(now: number, zone: Zone): readonly MuteChoice[] {
  const until = (value: MuteChoiceKind, name: string, at: number): MuteChoice => ({
    value,
    name,
    note: `Ends ${shortTimeText(at, now, zone, ZONED_MINUTE)}.`,
    ends: { kind: 'time', at },
  });
  return [
    until('hour', 'For 1 hour', now + HOUR_MS),
    until('hours', 'For 4 hours', now + 4 * HOUR_MS),
    until('morning', 'Until tomorrow, 06:00 local', tomorrowMorning(now)),
    {
      value: 'next-failure',
      name: 'Until it fails again',
      note: 'Ends with the next failure.',
      ends: { kind: 'next-failure' },
    },
    {
      value: 'worse',
      name: 'Until it gets worse',
      note: 'Ends when its consequence gets worse, or twice as many are affected.',
      ends: { kind: 'worse' },
    },
  ];
}

function tomorrowMorning(now: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, MORNING_HOUR).getTime();
}
