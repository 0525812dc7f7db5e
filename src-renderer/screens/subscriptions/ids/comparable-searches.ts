/** In which searches a list of ids is looked for: one of them, or all that have rows. */
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import type { ComparisonScope } from '../../../stores/id-list-store.ts';

interface ComparableSearches {
  /** Those that can be looked in, newest first. */
  readonly stored: readonly SearchSummary[];
  /** Those that are; none where there is none. */
  readonly chosen: readonly SearchSummary[];
  readonly where: ComparisonScope;
}

/** @param search its id; for one that is not there, or has no rows and none on their way, it is the newest that has */
export function comparableSearches(
  searches: readonly SearchSummary[],
  search: string,
  isAll: boolean,
): ComparableSearches {
  const stored = searches.filter(({ rows }) => rows > 0);
  const named = searches.find((each) => each.id === search && (each.rows > 0 || isLoading(each))) ?? stored[0];
  const chosen = isAll ? stored : named === undefined ? [] : [named];
  const times = chosen.flatMap(({ askedAt }) => (askedAt === null ? [] : [askedAt]));
  return {
    stored,
    chosen,
    where: {
      search: isAll ? null : (named?.id ?? null),
      rows: chosen.reduce((sum, { rows }) => sum + rows, 0),
      askedAt: times.length === 0 ? null : Math.min(...times),
    },
  };
}

/** Its rows are on their way. */
export function isLoading({ state: { kind } }: SearchSummary): boolean {
  return kind === 'loading' || kind === 'asking';
}
