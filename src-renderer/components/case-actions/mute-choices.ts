import type { MuteEnd } from '../../../src-shared/domain/cases/action.ts';
import { shortTimeText, type Zone, ZONED_MINUTE } from '../../time/time-text.ts';
import { futureWallTime } from '../../time/wall-time.ts';
import { HOUR_MS } from '../../../src-shared/lib/durations.ts';

const muteChoiceKinds = ['hour', 'hours', 'morning', 'shift', 'typed', 'next-failure', 'worse'] as const;
export type MuteChoiceKind = (typeof muteChoiceKinds)[number];

export interface MuteChoice {
  readonly value: MuteChoiceKind;
  readonly name: string;
  readonly note: string;
  /** Null until a time in the future is typed. */
  readonly ends: MuteEnd | null;
}

interface MuteTimes {
  /** When the mute ends, as `futureWallTime` reads it. */
  readonly typed: string;
  readonly shiftUntil: number | null;
  readonly now: number;
  readonly zone: Zone;
}

const NO_SHIFT = 'Not known: no hours of deadlines contain this time (Settings, Alarms). Enter the time below.';

export function muteChoices({ typed, shiftUntil, now, zone }: MuteTimes): readonly MuteChoice[] {
  const until = (value: MuteChoiceKind, name: string, at: number | null, note = ''): MuteChoice => ({
    value,
    name,
    note: at === null ? note : [`Ends ${shortTimeText(at, now, zone, ZONED_MINUTE)}.`, note].join(' ').trim(),
    ends: at === null ? null : { kind: 'time', at },
  });
  const morning = futureWallTime('tomorrow 6:00', now, zone);
  const chosen = futureWallTime(typed, now, zone);
  return [
    until('hour', 'For 1 hour', now + HOUR_MS),
    until('hours', 'For 4 hours', now + 4 * HOUR_MS),
    until('morning', 'Until tomorrow, 06:00', morning.at),
    until('shift', 'Until the end of the shift', shiftUntil, shiftUntil === null ? NO_SHIFT : ''),
    until('typed', 'Until', chosen.at, chosen.note),
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
