/** Parses and changes the search words of the request list, which the user types or sets with chips. Pure. */
import { isOutcome, type Outcome } from '../../../src-shared/domain/event/outcomes.ts';

const OUTCOME = /^outcome:(.*)$/i;

function wordsOf(find: string): string[] {
  return find.split(/\s+/).filter((word) => word !== '');
}

/** Returns the requested outcome, the first if there are several; null for any. */
export function outcomeInFind(find: string): Outcome | null {
  for (const word of wordsOf(find)) {
    const outcome = OUTCOME.exec(word)?.[1]?.toLowerCase();
    if (isOutcome(outcome)) return outcome;
  }
  return null;
}

export function withOutcome(find: string, outcome: Outcome | null): string {
  const others = wordsOf(find).filter((word) => !OUTCOME.test(word));
  return [...(outcome === null ? [] : [`outcome:${outcome}`]), ...others].join(' ');
}

const OPEN = 'is:open';

/** `hasOthers`: the search has words besides those for open requests. */
export function openInFind(find: string): { readonly isOpen: boolean; readonly hasOthers: boolean } {
  const words = wordsOf(find.toLowerCase());
  return { isOpen: words.includes(OPEN), hasOthers: words.some((word) => word !== OPEN) };
}

export function withOpen(find: string, isOpen: boolean): string {
  const others = wordsOf(find).filter((word) => word.toLowerCase() !== OPEN);
  return [...(isOpen ? [OPEN] : []), ...others].join(' ');
}

/** `DCP_ERROR/73` in the address; null for an empty part, which the provider did not send. */
export interface CauseFilter {
  readonly type: string | null;
  readonly code: string | null;
}
export type ResourceFilter =
  | { readonly kind: 'failed' }
  | { readonly kind: 'all' }
  | { readonly kind: 'cause'; readonly cause: CauseFilter };

export function parseResourceFilter(text: string): ResourceFilter {
  if (text === '') return { kind: 'failed' };
  if (text === 'all') return { kind: 'all' };
  const [type = '', code = ''] = text.split('/').map(decoded);
  return { kind: 'cause', cause: { type: type || null, code: code || null } };
}

export function causeFilterText({ type, code }: CauseFilter): string {
  return [type ?? '', code ?? ''].map(encodeURIComponent).join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
