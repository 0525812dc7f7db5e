import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { useAppearance, useNow, useWatch } from '../../../stores/use-stores.ts';
import { fieldNamed } from '../../../../src-shared/domain/filter/filter-interpretation.ts';
import { type Completion, completionAt, countedField, isTimeField, type TimeSuggestion } from './completion.ts';
import { caretContextAt } from './caret-context.ts';
import { mistakeHelp } from './mistake-help.ts';
import { mistakeOf, type QueryState } from './query-editing.ts';
import { printFilterTime } from '../../../../src-shared/domain/filter/filter-time.ts';
import { daySuggestions, spanPresets } from './time-span.ts';
import { type FieldCounts, useFieldCounts } from './use-field-counts.ts';

const QUARTER_HOUR_MS = 900_000;

export function useCompletion(state: QueryState, isActive: boolean) {
  const isConnected = useWatch(({ wire }) => wire.kind === 'open');
  const zone = useAppearance((appearance) => appearance.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const { draft, caret, chips, times } = state;
  const caretContext = caretContextAt(draft, caret);
  const mistake = mistakeOf(state);
  const help = mistake === null ? null : mistakeHelp(draft, mistake);
  const field = help === null ? countedField(caretContext) : (help.fix?.counted?.field ?? null);
  const others: Filter = { terms: [...chips, ...times] };
  const counts = useFieldCounts(isActive ? field : null, others);
  const named = fieldNamed(caretContext.field ?? '');
  const choices = named !== null && isTimeField(named) ? timeChoices(now, zone) : [];
  const completion = completionAt(caretContext, counts.kind === 'counted' ? counts.counts : null, choices);
  return { caretContext, completion: explained(completion, counts, isConnected), help, counts };
}

/** Adds a hint that explains an empty list. */
function explained(completion: Completion, counts: FieldCounts, isConnected: boolean): Completion {
  if (!completion.isCounted || completion.groups.length > 0) return completion;
  if (!isConnected) return { ...completion, hint: 'Not connected: the values are unknown now.' };
  if (counts.kind === 'unknown') return { ...completion, hint: 'The values cannot be read now.' };
  return counts.kind === 'none'
    ? completion
    : { ...completion, hint: 'No event under the other filters has this field.' };
}

function timeChoices(now: number, zone: Parameters<typeof spanPresets>[1]): TimeSuggestion[] {
  const presets = spanPresets(now, zone).flatMap(({ name, span: { since } }) =>
    since === null ? [] : [{ text: printFilterTime(since), meaning: name }],
  );
  return [...presets, ...daySuggestions(now, zone)];
}
