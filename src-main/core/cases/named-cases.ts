/**
 * Finds the cases whose events name what the projection does not store: an identifier of a resource. Remembers the last
 * terms and reads only newer events, because an open list asks again after each change.
 */
import type { CaseListQuery } from '../../../src-shared/api/cases.ts';
import { type CaseKey, caseKeyOf } from '../../../src-shared/domain/cases/case-keys.ts';
import { parseCaseTerms } from '../../../src-shared/domain/cases/case-search-terms.ts';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import { MIN_PATTERN_LENGTH } from '../../../src-shared/domain/filter/identifier-pattern.ts';
import type { EventReader } from '../ports/event-store.ts';
import { walk } from '../timeline/walk.ts';

const MAX_TERMS = 8;
/** A part of an identifier that more cases have is no search for one of them. */
const MAX_CASES = 2_000;

interface Named {
  readonly basis: string;
  upTo: number;
  readonly keys: Set<CaseKey>;
}

export function createNamedCases(reader: Pick<EventReader, 'summaries' | 'extent' | 'basis'>) {
  const known = new Map<string, Named>();

  async function casesMatching(term: FilterTerm, signal: AbortSignal | undefined): Promise<readonly CaseKey[]> {
    const [basis, { newestSeq }] = await Promise.all([reader.basis(), reader.extent()]);
    const id = JSON.stringify(term);
    const before = known.get(id);
    const named: Named = before?.basis === basis ? before : { basis, upTo: 0, keys: new Set() };
    const filter: Filter = { terms: [...OUTCOME_EVENTS.terms, term] };
    const newer = { filter, direction: 'older', from: newestSeq + 1, to: named.upTo + 1, limit: MAX_CASES } as const;
    for await (const event of walk(reader, newer, signal)) named.keys.add(caseKeyOf(event));
    named.upTo = Math.max(named.upTo, newestSeq);
    known.delete(id);
    known.set(id, named);
    for (const oldest of known.keys()) if (known.size > MAX_TERMS) known.delete(oldest);
    return [...named.keys];
  }

  /** Returns a list for each term of `find`. @throws AppError STORE_… */
  return async (
    { find }: Pick<CaseListQuery, 'find'>,
    signal?: AbortSignal,
  ): Promise<readonly (readonly CaseKey[])[]> =>
    Promise.all(
      parseCaseTerms(find).map(async (term) => {
        const texts = term.kind === 'piece' ? term.texts : [];
        const part = texts.findLast((text) => text.length >= MIN_PATTERN_LENGTH && /\d/.test(text));
        return part === undefined
          ? []
          : casesMatching({ kind: 'value', field: 'id', values: [part], negated: false }, signal);
      }),
    );
}
