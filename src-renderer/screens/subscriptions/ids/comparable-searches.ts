/** Chooses the searches to compare a list of ids with: one of them, or all with rows. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';

/** @param search id of the search; if it is unknown, or has no rows and loads none, the newest with rows is used */
export function comparableSearches(searches: readonly SearchSummary[], search: string, isAll: boolean) {
  const stored = searches.filter(({ rows }) => rows > 0);
  const named = searches.find((each) => each.id === search && (each.rows > 0 || isLoading(each))) ?? stored[0];
  const chosen = isAll ? stored : named === undefined ? [] : [named];
  const times = chosen.flatMap(({ askedAt }) => (askedAt === null ? [] : [askedAt]));
  return {
    stored,
    chosen,
    scope: {
      search: isAll ? null : (named?.id ?? null),
      rows: chosen.reduce((sum, { rows }) => sum + rows, 0),
      askedAt: times.length === 0 ? null : Math.min(...times),
    },
  };
}

export function isLoading({ state: { kind } }: SearchSummary): boolean {
  return kind === 'loading' || kind === 'asking';
}
