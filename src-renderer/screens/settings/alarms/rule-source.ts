/** What a typed filter comes to as a rule, and what is missing for one. Pure. */
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import { parseFilter } from '../../../../src-shared/domain/filter-text.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { named } from '../../../components/saved/saved-things.ts';
import { errorWords } from '../../../words/error-words.ts';
import { capitalized, filterSentence } from '../../../words/filter-sentence.ts';
import { VIEWS } from '../../timeline/views/view-edits.ts';

interface MadeRule {
  /** `null`: it is none yet. */
  readonly rule: { readonly name: string; readonly filter: Filter } | null;
  /** The filter in words, what is wrong with it, or what may stand there. */
  readonly said: string;
  /** What is wrong with its name, else what it is called without one. */
  readonly nameNote: string;
}

export function ruleOfFilter(query: string, typedName: string, listed: readonly SavedView[]): MadeRule {
  if (query.trim() === '') return { rule: null, said: 'such as outcome:failed country:NO', nameNote: '' };
  const parsed = parseFilter(query);
  if (parsed.kind !== 'filter') {
    const { at, length, problem } = parsed;
    const said = errorWords({ code: 'BAD_FILTER', facts: { text: query, at, length, problem } });
    return { rule: null, said, nameNote: '' };
  }
  const said = capitalized(filterSentence(parsed.filter));
  const name = typedName.trim() === '' ? said.slice(0, VIEWS.longest) : typedName.trim();
  if (named(listed, name) !== null)
    return { rule: null, said, nameNote: 'A view is called so already: give another name.' };
  if (listed.length >= VIEWS.most)
    return { rule: null, said, nameNote: `There are ${VIEWS.most} saved views already. Delete one first.` };
  return {
    rule: { name, filter: parsed.filter },
    said,
    nameNote: typedName.trim() === '' ? 'else it is called what it says' : '',
  };
}
