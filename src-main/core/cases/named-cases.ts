/**
 * Finds the cases whose events name an identifier that the projection does not store, such as the IMSI of a resource.
 * Remembers the last words and reads only newer events, because an open list asks again after each change.
 */
import type { CaseListQuery } from '../../../src-shared/api/cases.ts';
import { type CaseKey, caseKeyOf } from '../../../src-shared/domain/cases/case-keys.ts';
import { parseCaseTerms } from '../../../src-shared/domain/cases/case-search-terms.ts';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { MIN_PATTERN_LENGTH } from '../../../src-shared/domain/filter/identifier-pattern.ts';
import type { EventReader } from '../ports/event-store.ts';
import { walk } from '../timeline/walk.ts';

const MAX_WORDS = 8;
/** A part of an identifier that more cases have is no search for one of them. */
const MAX_CASES = 2_000;

interface Named {
  readonly basis: string;
  upTo: number;
  readonly keys: Set<CaseKey>;
}

export function createNamedCases(reader: Pick<EventReader, 'summaries' | 'extent' | 'basis'>) {
  const known = new Map<string, Named>();

  async function casesNaming(word: string, signal: AbortSignal | undefined): Promise<readonly CaseKey[]> {
    const [basis, { newestSeq }] = await Promise.all([reader.basis(), reader.extent()]);
    const before = known.get(word);
    const named: Named = before?.basis === basis ? before : { basis, upTo: 0, keys: new Set() };
    const filter: Filter = {
      terms: [...OUTCOME_EVENTS.terms, { kind: 'value', field: 'id', values: [word], negated: false }],
    };
    const newer = { filter, direction: 'older', from: newestSeq + 1, to: named.upTo + 1, limit: MAX_CASES } as const;
    for await (const event of walk(reader, newer, signal)) named.keys.add(caseKeyOf(event));
    named.upTo = Math.max(named.upTo, newestSeq);
    known.delete(word);
    known.set(word, named);
    for (const oldest of known.keys()) if (known.size > MAX_WORDS) known.delete(oldest);
    return [...named.keys];
  }

  /** Returns a list for each term of `find`, empty if it can be no identifier. @throws AppError STORE_… */
  return async (
    { find }: Pick<CaseListQuery, 'find'>,
    signal?: AbortSignal,
  ): Promise<readonly (readonly CaseKey[])[]> => {
    const words = parseCaseTerms(find).map((term) =>
      term.kind === 'piece'
        ? (term.texts.findLast((text) => text.length >= MIN_PATTERN_LENGTH && /\d/.test(text)) ?? null)
        : null,
    );
    return Promise.all(words.map(async (word) => (word === null ? [] : casesNaming(word, signal))));
  };
}
