import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { hrefOf } from '../../../address/use-address.ts';
import type { FindResult } from '../../../../src-shared/api/searches.ts';
import { useHiddenScreen } from '../../../rules/use-page-rules.ts';
import { STEPPING_PAUSE_MS } from '../../../stores/queries/use-debounced.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useStores, useSubscriptions } from '../../../stores/use-stores.ts';
import { subscriptionIds } from './event-links.ts';

interface StoredRow {
  readonly search: string;
  readonly row: number;
}

export function InventoryLink({ event, raw }: { event: EventSummary; raw: string | null }) {
  const isHidden = useHiddenScreen('subscriptions') !== null;
  const hasRows = useSubscriptions(({ searches }) => searches?.some(({ rows }) => rows > 0) ?? false);
  const ids = subscriptionIds(event, raw);
  const row = useStoredRow(isHidden || !hasRows ? [] : ids);
  const [first] = ids;
  // No rows are stored, so there is nothing to search.
  if (isHidden || !hasRows || first === undefined) return null;
  return (
    <a href={hrefOf('subscriptions', row ?? { find: first })}>
      {row === null ? 'Find it in the inventory' : 'In the inventory, as stored'}
    </a>
  );
}

/** Each takes up to 0.5 s. */
const MAX_BATCHES = 6;

/** Returns the row in the newest search that contains one of the ids; null if none does, or until found. */
function useStoredRow(ids: readonly string[]): StoredRow | null {
  const { backend } = useStores();
  const key = ids.length === 0 ? null : JSON.stringify(ids);
  // After a failure the link to a search remains.
  const { value } = useWatchQuery<{ readonly row: StoredRow | null }>(
    key,
    async ({ watch, signal }) => {
      for (const text of ids) {
        let after: string | null = null;
        for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
          const { found, next }: FindResult = await backend.subscriptions.find.query(
            { watch, text, after },
            { signal },
          );
          const row = found.find(({ value: id }) => id.toLowerCase() === text.toLowerCase());
          if (row !== undefined) return { row: { search: row.search, row: row.ordinal } };
          if (next === null) break;
          after = next;
        }
      }
      return { row: null };
    },
    { pauseMs: STEPPING_PAUSE_MS },
  );
  return value?.row ?? null;
}
