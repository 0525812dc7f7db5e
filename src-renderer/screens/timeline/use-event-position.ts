/** "4 of 612". The backend counts the position, so the event need not be listed. */
import { isOutcome } from '../../../src-shared/domain/event/outcomes.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { useCounts } from '../../stores/queries/use-counts.ts';
import { useTally } from '../../stores/use-stores.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import type { ListPosition } from '../../components/detail/PaneHead.tsx';

export function useEventPosition(seq: number | null, filter: Filter): ListPosition | null {
  const query = printFilter(filter);
  const total = useTally(({ counts: { value } }) =>
    seq !== null && value?.isComplete === true && printFilter(value.filter) === query ? value.count : null,
  );
  // Counts again if the total changes, because the position may have changed, too.
  const [newer] = useCounts(seq === null ? [] : [filter], { after: seq ?? 0, refreshKey: total });
  return newer == null ? null : { at: newer + 1, total, suffix: filteredOutcome(filter) };
}

function filteredOutcome({ terms }: Filter): string | null {
  const outcomeTerms = terms.filter((term) => term.kind === 'value' && term.field === 'outcome');
  const [term] = outcomeTerms;
  if (outcomeTerms.length !== 1 || term?.kind !== 'value' || term.negated || term.values.length !== 1) return null;
  const [outcome] = term.values;
  return isOutcome(outcome) ? outcomeWords[outcome].toLowerCase() : null;
}
