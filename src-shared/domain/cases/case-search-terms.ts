/** Parses a search into words, all of which must match. No character has a special meaning. */
import { unicodeForms } from '../../lib/unicode-forms.ts';
import { searchWords } from '../../service/identifier-text.ts';

export type CaseTerm =
  /** Matches if EID, ICCID, request id, a code, operation, country, target or user contains one of the texts. */
  | { readonly kind: 'piece'; readonly texts: readonly string[] }
  /** The complete value, in any case. */
  | { readonly kind: 'outcome' | 'country'; readonly text: string }
  /** The complete code, in any case; contained in the others. Each with composed and with decomposed letters. */
  | { readonly kind: 'code' | 'target' | 'by' | 'owner'; readonly texts: readonly string[] }
  | { readonly kind: 'nobodys' };

const NAMED = ['outcome', 'code', 'country', 'target', 'by', 'owner'] as const;

/** Returns terms in lower case. A word with an unknown name before its colon is searched as it is. */
export function parseCaseTerms(find: string): CaseTerm[] {
  return searchWords(find.toLowerCase()).map(parseTerm);
}

function parseTerm(forms: readonly string[]): CaseTerm {
  const [word = ''] = forms;
  const kind = NAMED.find((name) => word.startsWith(`${name}:`) && word.length > name.length + 1);
  if (kind === undefined) return { kind: 'piece', texts: forms.flatMap(unicodeForms) };
  const text = word.slice(kind.length + 1);
  if (kind === 'outcome' || kind === 'country') return { kind, text };
  return kind === 'owner' && text === 'nobody' ? { kind: 'nobodys' } : { kind, texts: unicodeForms(text) };
}
