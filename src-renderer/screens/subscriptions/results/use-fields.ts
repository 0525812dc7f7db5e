import type { FieldUsage, SearchSummary } from '../../../../src-shared/api/searches.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useStores } from '../../../stores/use-stores.ts';

const NONE: readonly FieldUsage[] = [];

/** Returns no fields if they cannot be read, because the rows are useful without them. */
export function useFields(search: SearchSummary | null): { fields: readonly FieldUsage[]; refresh: () => void } {
  const { backend } = useStores();
  const id = search === null || search.rows === 0 ? null : search.id;
  const { value, retry } = useWatchQuery<readonly FieldUsage[]>(
    id,
    async ({ watch }) => (id === null ? null : backend.subscriptions.fields.query({ watch, id })),
    { revision: search?.state.kind === 'ended' },
  );
  return { fields: value ?? NONE, refresh: retry };
}
