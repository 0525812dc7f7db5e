/**
 * Parses a search in a list of cases into words, all of which must match. No character has a special meaning. An
 * identifier is found in every form that `identifier-text.ts` reads.
 */
import { searchWords } from '../../../../src-shared/service/identifier-text.ts';

export type CaseTerm =
  /** Matches if EID, ICCID, request id, a code, operation or country contains one of the texts. */
  | { readonly kind: 'piece'; readonly texts: readonly string[] }
  /** The complete value, in any case. */
  | { readonly kind: 'outcome' | 'code' | 'country'; readonly text: string }
  | { readonly kind: 'target' | 'by' | 'owner'; readonly text: string }
  | { readonly kind: 'nobodys' };

const NAMED = ['outcome', 'code', 'country', 'target', 'by', 'owner'] as const;

/** Returns terms in lower case. A word with an unknown name before its colon is searched as it is. */
export function parseCaseTerms(find: string): CaseTerm[] {
  return searchWords(find.toLowerCase()).map(parseTerm);
}

function parseTerm(forms: readonly string[]): CaseTerm {
  const [word = ''] = forms;
  const kind = NAMED.find((name) => word.startsWith(`${name}:`) && word.length > name.length + 1);
  if (kind === undefined) return { kind: 'piece', texts: forms };
  const text = word.slice(kind.length + 1);
  return kind === 'owner' && text === 'nobody' ? { kind: 'nobodys' } : { kind, text };
}
