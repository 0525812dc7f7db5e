/** Words about what was handed over to the next shift. Names in the data are untrusted and not part of them. */
import type { HandedOverItem, ShiftHandOver } from '../../../src-shared/api/shift.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';

export const waitingItems = ({ items }: Pick<ShiftHandOver, 'items'>): readonly HandedOverItem[] =>
  items.filter(({ state }) => state.kind === 'waiting');

export function progressWords({ items }: Pick<ShiftHandOver, 'items'>): string {
  const count = (kind: HandedOverItem['state']['kind']) => items.filter(({ state }) => state.kind === kind).length;
  const [accepted, declined, ended] = [count('accepted'), count('declined'), count('ended')];
  return [
    `${numberText(accepted)} of ${numberText(items.length - ended)} accepted`,
    ...(declined === 0 ? [] : [`${numberText(declined)} declined`]),
    ...(ended === 0 ? [] : [`${numberText(ended)} ended meanwhile`]),
  ].join(', ');
}
