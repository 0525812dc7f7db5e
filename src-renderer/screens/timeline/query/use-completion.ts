/** What can be written where the caret is, with counts under the other filters, while the list is open. */
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import { type Completion, completionAt, countedField, type TimeChoice } from './completion.ts';
import { type DraftPlace, placeIn } from './draft-place.ts';
import { mistakeHelp, type MistakeHelp } from './mistake-help.ts';
import { mistakeOf, type QueryState } from './query-editing.ts';
import { printFilterTime } from '../../../../src-shared/domain/filter-time.ts';
import { spanPresets } from './time-span.ts';
import { type FieldCounts, useFieldCounts } from './use-field-counts.ts';

export interface Offered {
  readonly place: DraftPlace;
  readonly completion: Completion;
  readonly help: MistakeHelp | null;
  readonly counts: FieldCounts;
}

const QUARTER_HOUR_MS = 900_000;

export function useCompletion(state: QueryState, isActive: boolean): Offered {
  const zone = useAppearance((appearance) => appearance.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const { draft, caret, chips, times } = state;
  const place = placeIn(draft, caret);
  const mistake = mistakeOf(state);
  const help = mistake === null ? null : mistakeHelp(draft, mistake);
  const field = help === null ? countedField(place) : (help.fix?.counted?.field ?? null);
  const others: Filter = { terms: [...chips, ...times] };
  const counts = useFieldCounts(isActive ? field : null, others);
  const choices = place.field === 'since' || place.field === 'until' ? timeChoices(now, zone) : [];
  const completion = completionAt(place, counts.kind === 'counted' ? counts.counts : null, choices);
  return { place, completion, help, counts };
}

function timeChoices(now: number, zone: Parameters<typeof spanPresets>[1]): TimeChoice[] {
  return spanPresets(now, zone).flatMap(({ name, span: { since } }) =>
    since === null ? [] : [{ text: printFilterTime(since), meaning: name }],
  );
}
