/** What somebody looks for in a list of cases, word by word: all of them hold. It is no pattern: each sign means itself. */
export type CaseTerm =
  /** Occurs in EID, ICCID, request id, a code, operation or country. */
  | { readonly kind: 'piece'; readonly text: string }
  /** Is exactly that, whatever its letters' case. */
  | { readonly kind: 'outcome' | 'code' | 'country'; readonly text: string }
  /** Occurs in it. */
  | { readonly kind: 'target' | 'by' | 'owner'; readonly text: string }
  | { readonly kind: 'nobodys' };

const NAMED = ['outcome', 'code', 'country', 'target', 'by', 'owner'] as const;

/** In small letters. A word with a name before the colon that is none of these is looked for as it is. */
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
