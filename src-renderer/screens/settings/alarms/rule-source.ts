/** Turns a typed filter into a rule, or explains what is missing. Pure. */
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { parseFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { findByName } from '../../../components/saved/saved-items.ts';
import { errorWords } from '../../../words/error-words.ts';
import { capitalized } from '../../../../src-shared/lib/capitalized.ts';
import { filterSentence } from '../../../words/filter-sentence.ts';
import { VIEW_LABELS } from '../../timeline/views/view-edits.ts';

interface RuleFromFilter {
  /** Null if the input is incomplete or invalid. */
  readonly rule: { readonly name: string; readonly filter: Filter } | null;
  /** The filter in words, its mistake, or an example of a filter. */
  readonly filterText: string;
  readonly nameNote: string;
}

export function ruleFromFilter(query: string, typedName: string, listed: readonly SavedView[]): RuleFromFilter {
  if (query.trim() === '') return { rule: null, filterText: 'such as outcome:failed country:NO', nameNote: '' };
  const parsed = parseFilter(query);
  if (parsed.kind !== 'filter') {
    const { at, length, problem } = parsed;
    const filterText = errorWords({ code: 'BAD_FILTER', facts: { text: query, at, length, problem } });
    return { rule: null, filterText, nameNote: '' };
  }
  const filterText = capitalized(filterSentence(parsed.filter));
  const name = typedName.trim() === '' ? filterText.slice(0, VIEW_LABELS.maxNameLength) : typedName.trim();
  if (findByName(listed, name) !== null)
    return { rule: null, filterText, nameNote: 'A view already has this name: choose another.' };
  if (listed.length >= VIEW_LABELS.maxCount)
    return {
      rule: null,
      filterText,
      nameNote: `A profile has at most ${VIEW_LABELS.maxCount} saved views. Delete one first.`,
    };
  return {
    rule: { name, filter: parsed.filter },
    filterText,
    nameNote: typedName.trim() === '' ? 'default: the text of the filter' : '',
  };
}
