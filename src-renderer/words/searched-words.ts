/** Says which identifiers a search in a list looks for, if they are not written as events have them. */
import { searchForms, searchWords } from '../../src-shared/service/identifier-text.ts';
import { visibleText } from '../text/visible-text.ts';

/** `words`: each word is searched, as in lists of cases. `text`: the complete text is. */
export type FindKind = 'words' | 'text';

/** @returns `Searched for 89044012.`; empty if the text is searched as it is */
export function searchedWords(find: string, kind: FindKind): string {
  const forms = kind === 'words' ? searchWords(find) : [searchForms(find)];
  const read = forms.flatMap((each) => {
    const text = each.at(-1) ?? '';
    return each.length > 1 || !find.includes(text) ? [visibleText(text)] : [];
  });
  return read.length === 0 ? '' : `Searched for ${read.join(' and ')}.`;
}
