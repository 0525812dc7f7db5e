import type { SearchSummary } from '../../../src-shared/api/searches.ts';
import type { SearchState } from '../../../src-shared/domain/saved-search.ts';
import type { StoredSearch } from '../ports/inventory-store.ts';

export function storedSummary(stored: StoredSearch, keepMs: number | null): SearchSummary {
  return searchSummary(stored, { kind: 'stored', end: stored.end }, keepMs);
}

export function searchSummary(stored: StoredSearch, state: SearchState, keepMs: number | null): SearchSummary {
  const { id, body, begunAt, askedAt, rows, totalHits, firstTotalHits, pages, passes, doubled, withoutId } = stored;
  return {
    id,
    body,
    begunAt,
    askedAt,
    rows,
    totalHits,
    firstTotalHits,
    pages,
    passes,
    doubled,
    withoutId,
    state,
    // Before the pass ends, missing rows may still arrive.
    notSeenAgain: stored.end === null ? 0 : stored.earlier,
    gapCheck: stored.gapCheck && gapCheckOf(stored.gapCheck),
    keptUntil: keepMs === null ? null : askedAt + keepMs,
  };
}

function gapCheckOf({ gap, changed, missed }: NonNullable<StoredSearch['gapCheck']>): SearchSummary['gapCheck'] {
  return { gap, changed, missed };
}
