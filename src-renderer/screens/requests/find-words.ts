/** The words by which requests are found, as they are written in the field and pressed as chips. Pure. */
import { isOutcome, type Outcome } from '../../../src-shared/domain/outcomes.ts';

const OUTCOME = /^outcome:(.*)$/i;

function wordsOf(find: string): string[] {
  return find.split(/\s+/).filter((word) => word !== '');
}

/** The outcome that is asked for; of several the first, `null`: any. */
export function outcomeInFind(find: string): Outcome | null {
  for (const word of wordsOf(find)) {
    const outcome = OUTCOME.exec(word)?.[1]?.toLowerCase();
    if (isOutcome(outcome)) return outcome;
  }
  return null;
}

/** Asks for this outcome and no other; `null`: for any. The other words stay. */
export function withOutcome(find: string, outcome: Outcome | null): string {
  const others = wordsOf(find).filter((word) => !OUTCOME.test(word));
  return [...(outcome === null ? [] : [`outcome:${outcome}`]), ...others].join(' ');
}

/** `DCP_ERROR/73` of an address; a part that is empty was not told. */
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
