import type { AlarmEffect, AlarmProposal, BackTest } from '../../api/quality/back-test.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { counted, numberText } from '../store-words.ts';
import { ruleName } from './alarm-words.ts';

/** "In the last 90 days: 14 calls, 3 at night; missed 2 of 11 that were taken." */
export function backTestWords({ from, to, effect, taken }: Pick<BackTest, 'from' | 'to' | 'effect' | 'taken'>): string {
  const days = Math.max(1, Math.round((to - from) / DAY_MS));
  const span = days === 1 ? 'In the last day' : `In the last ${numberText(days)} days`;
  return `${span}: ${callsWords(effect)}; ${missedWords(effect.missed, taken)}.`;
}

function callsWords({ calls, atNight }: Pick<AlarmEffect, 'calls' | 'atNight'>): string {
  return `${counted(calls, 'call')}, ${numberText(atNight)} at night`;
}

function missedWords(missed: number, taken: number): string {
  if (taken === 0) return 'no group was taken';
  const of = missed === taken ? numberText(missed) : `${numberText(missed)} of ${numberText(taken)}`;
  return missed === 0 ? `missed none of ${numberText(taken)} that were taken` : `missed ${of} that were taken`;
}

/** "21 → 14 calls, 9 → 3 at night, missed 0 → 2" */
export function changedEffectWords(before: AlarmEffect, after: AlarmEffect): string {
  const change = (name: keyof AlarmEffect) => `${numberText(before[name])} → ${numberText(after[name])}`;
  return `${change('calls')} calls, ${change('atNight')} at night, missed ${change('missed')}`;
}

export function proposalWords(change: AlarmProposal): string {
  switch (change.kind) {
    case 'quiet':
      return `quiet from ${hourText(change.hour)} to ${hourText(change.hour + 1)}`;
    case 'badge-only':
      return `${ruleName(change.rule)}: badge only`;
    case 'longer':
      return `twice the time to ${change.deadline}`;
    default:
      return assertNever(change);
  }
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const peopleWords = (people: NonNullable<BackTest['load']>[number]['people']): string =>
  people.map(({ name, calls }) => `${name ?? 'nobody'} ${numberText(calls)}`).join(', ');

/** Sentences for what the answer does not include. */
export function backTestLimits(
  { from, completeFrom, estimatedSignals, isShortened, isBehind }: BackTest,
  timeText: (at: number) => string,
): readonly string[] {
  return [
    ...(isShortened ? ['More failures are stored than a back-test reads, so the span is shorter than asked for.'] : []),
    ...(completeFrom > from ? [`Nothing is stored from before ${timeText(completeFrom)}.`] : []),
    ...(estimatedSignals > 0
      ? [`${counted(estimatedSignals, 'interruption')} of the watch: only the gap is stored, so the time is estimated.`]
      : []),
    ...(isBehind ? ['The newest events are not counted yet.'] : []),
    'What the desktop held back, and alarms of a page that was not open, are not known.',
  ];
}
