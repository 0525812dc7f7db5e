import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { chipText } from '../../../words/chip-words.ts';
import type { FieldCounts } from './use-field-counts.ts';
import type { QueryFieldModel } from './use-query-field.ts';

type FieldStatus = Pick<QueryFieldModel, 'state' | 'list' | 'choices' | 'active' | 'help'>;

export function fieldAnnouncement({ state, list, choices, active, help }: FieldStatus): string {
  const { current, chips, isAll } = state.query;
  if (!state.isFocused) return '';
  const chip = current === null ? undefined : chips[current];
  if (current !== null && chip !== undefined)
    return `${chipText(chip)}, filter ${current + 1} of ${chips.length}. Enter changes it, minus negates it, Delete removes it.`;
  if (isAll) return 'The whole query is selected.';
  if (help !== null)
    return [help.explanation, help.alternatives, help.fix === null ? '' : `Enter uses ${help.fix.name}.`]
      .join(' ')
      .trim();
  if (list === null) return '';
  const count = active?.count == null ? '' : `, ${active.count} events`;
  const shown =
    active === null ? '' : ` ${[active.name, active.meaning].filter((word) => word !== '').join(', ')}${count}`;
  return `${choices.length === 0 ? 'Nothing to choose from' : `${choices.length} to choose from`}.${shown}`;
}

/** @param isConnected false if the backend cannot be reached to count */
export function countsNote(counts: FieldCounts, isConnected: boolean): string {
  if (!isConnected) return 'not connected: no counts';
  switch (counts.kind) {
    case 'none':
      return 'counting …';
    case 'unknown':
      return 'cannot be counted now';
    case 'counted':
      return counts.isComplete ? 'counts: under the other filters' : 'counts: newest events only';
    default:
      return assertNever(counts);
  }
}
