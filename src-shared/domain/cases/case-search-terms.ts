/** Parses a search into words, all of which must match. No character has a special meaning. */
import { unicodeForms } from '../../lib/unicode-forms.ts';
import { searchWords } from '../../service/identifier-text.ts';
import { consequenceKinds } from './case-keys.ts';

/** `step`: of the failure, from the cause. `code`: each of the last attempt. `owner`: an id. */
export const caseFields = ['country', 'step', 'code', 'cause', 'target', 'company', 'user', 'owner'] as const;
export type CaseField = (typeof caseFields)[number];

export type CaseTerm =
  /** Matches if EID, ICCID, request id, a code, operation, country, target, company or user contains one of the texts. */
  | { readonly kind: 'piece'; readonly texts: readonly string[] }
  /** The complete value, in any case. */
  | { readonly kind: 'outcome' | 'country'; readonly text: string }
  /** The complete code, in any case; contained in the others. Each with composed and with decomposed letters. */
  | { readonly kind: 'code' | 'target' | 'company' | 'user' | 'owner'; readonly texts: readonly string[] }
  | { readonly kind: 'nobodys' }
  /** Failed for its present cause in this time, UTC epoch ms, both inclusive. */
  | { readonly kind: 'failed'; readonly from: number; readonly to: number }
  | { readonly kind: 'is'; readonly state: 'open' | 'well' | 'done' }
  /** `ranks`: indexes in `consequenceKinds`. */
  | { readonly kind: 'consequence'; readonly ranks: readonly number[] }
  /** The complete value of a field, after `FIELD:=` or, for all other cases, `FIELD:!=`. Null for cases without a value. */
  | { readonly kind: 'exact'; readonly field: CaseField; readonly value: string | null; readonly isNot: boolean };

const NAMED = ['outcome', 'code', 'country', 'target', 'company', 'user', 'owner'] as const;
const STATES: ReadonlyMap<string, 'open' | 'well' | 'done'> = new Map([
  ['is:open', 'open'],
  ['is:recovered', 'well'],
  ['is:done', 'done'],
]);
/** `FIELD:=VALUE` and `FIELD:!=VALUE`, with the value percent-encoded. */
const EXACT = /(?<!\S)([a-z]+):(!?)=(\S*)/g;

/** Matches the complete value of a field, or all other values; null: cases without one. */
export function exactTerm(field: CaseField, value: string | null, is: '=' | '!=' = '='): string {
  return `${field}:${is}${encodeURIComponent((value ?? '').toWellFormed())}`;
}

/** Returns terms in lower case. A word with an unknown name before its colon is searched as it is. */
export function parseCaseTerms(find: string): CaseTerm[] {
  const exact: CaseTerm[] = [];
  const others = find.replaceAll(EXACT, (word, name: string, not: string, value: string) => {
    const field = caseFields.find((each) => each === name);
    if (field === undefined) return word;
    exact.push({ kind: 'exact', field, value: value === '' ? null : decoded(value), isNot: not !== '' });
    return ' ';
  });
  return [...exact, ...searchWords(others.toLowerCase()).map(parseTerm)];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Prints the term `failed:FROM..TO`. */
export function failedTerm(from: number, to: number): string {
  return `failed:${[from, to].map((at) => new Date(at).toISOString().replace('.000Z', 'Z')).join('..')}`;
}

/** True if one of the terms is `failed:FROM..TO`. */
export function hasFailureTime(find: string): boolean {
  return find.split(/\s+/).some((word) => failedSpan(word.toLowerCase()) !== null);
}

/** Times in UTC, such as `failed:2026-11-21T15:00Z..2026-11-21T15:09:59.999Z`. */
function failedSpan(word: string): { from: number; to: number } | null {
  const [, ...parts] = /^failed:(\d{4}-\d\d-\d\dt[\d:.]+z)\.\.(\d{4}-\d\d-\d\dt[\d:.]+z)$/.exec(word) ?? [];
  const [from = Number.NaN, to = Number.NaN] = parts.map((text) => Date.parse(text.toUpperCase()));
  return Number.isNaN(from) || Number.isNaN(to) ? null : { from, to };
}

function parseTerm(forms: readonly string[]): CaseTerm {
  const [word = ''] = forms;
  const state = STATES.get(word);
  if (state !== undefined) return { kind: 'is', state };
  if (word.startsWith('consequence:')) {
    const names = word.slice('consequence:'.length).split(',');
    return {
      kind: 'consequence',
      ranks: [...consequenceKinds.keys()].filter((rank) => names.includes(consequenceKinds[rank] ?? '')),
    };
  }
  const failed = failedSpan(word);
  if (failed !== null) return { kind: 'failed', ...failed };
  const kind = NAMED.find((name) => word.startsWith(`${name}:`) && word.length > name.length + 1);
  if (kind === undefined) return { kind: 'piece', texts: forms.flatMap(unicodeForms) };
  const text = word.slice(kind.length + 1);
  if (kind === 'outcome' || kind === 'country') return { kind, text };
  return kind === 'owner' && text === 'nobody' ? { kind: 'nobodys' } : { kind, texts: unicodeForms(text) };
}
