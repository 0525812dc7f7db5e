/** "4 of 612": which of the events that match the open one is, counted by the backend, wherever the list is. */
import { isOutcome } from '../../../src-shared/domain/outcomes.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter-text.ts';
import { useCounts } from '../../stores/use-counts.ts';
import { useTally } from '../../stores/use-stores.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import type { ListPosition } from '../../components/detail/PaneHead.tsx';

/** @param seq `null`: none is open, or the open one is not among those that match */
export function useEventPosition(seq: number | null, filter: Filter): ListPosition | null {
  const query = printFilter(filter);
  const total = useTally(({ counts: { value } }) =>
    seq !== null && value?.isComplete === true && printFilter(value.filter) === query ? value.count : null,
  );
  // Where more match than before, its place may be another.
  const [newer] = useCounts(seq === null ? [] : [filter], { after: seq ?? 0, refreshKey: total });
  return newer == null ? null : { at: newer + 1, total, suffix: outcomeAsked(filter) };
}

/** "4 of 612 failed": what they are, where that is one word. */
function outcomeAsked({ terms }: Filter): string | null {
  const asked = terms.filter((term) => term.kind === 'value' && term.field === 'outcome');
  const [term] = asked;
  if (asked.length !== 1 || term?.kind !== 'value' || term.negated || term.values.length !== 1) return null;
  const [outcome] = term.values;
  return isOutcome(outcome) ? outcomeWords[outcome].toLowerCase() : null;
}
