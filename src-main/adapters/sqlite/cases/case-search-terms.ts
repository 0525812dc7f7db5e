/** Parses a search in a list of cases into words, all of which must match. No character has a special meaning. */
export type CaseTerm =
  /** Text in EID, ICCID, request id, a code, operation or country. */
  | { readonly kind: 'piece'; readonly text: string }
  /** The complete value, in any case. */
  | { readonly kind: 'outcome' | 'code' | 'country'; readonly text: string }
  | { readonly kind: 'target' | 'by' | 'owner'; readonly text: string }
  | { readonly kind: 'nobodys' };

const NAMED = ['outcome', 'code', 'country', 'target', 'by', 'owner'] as const;

/** Returns terms in lower case. A word with an unknown name before its colon is searched as it is. */
export function parseCaseTerms(find: string): CaseTerm[] {
  const words = find.toLowerCase().split(/\s+/u);
  return words.filter((word) => word !== '').map((word) => parseTerm(word));
}

function parseTerm(word: string): CaseTerm {
  const kind = NAMED.find((name) => word.startsWith(`${name}:`) && word.length > name.length + 1);
  if (kind === undefined) return { kind: 'piece', text: word };
  const text = word.slice(kind.length + 1);
  return kind === 'owner' && text === 'nobody' ? { kind: 'nobodys' } : { kind, text };
}
