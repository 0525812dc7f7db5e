import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { type FoundId, type FoundIds, idsContaining, idText, lookUpIds } from './id-lookup.ts';

export type IdLookup =
  | { readonly kind: 'found'; readonly ids: readonly FoundId[]; readonly progress: FoundIds['progress'] }
  | { readonly kind: 'failed'; readonly ids: readonly FoundId[]; readonly error: Error }
  /** The connection is lost; the search starts when it returns. */
  | { readonly kind: 'waiting'; readonly ids: readonly FoundId[] };

/** Longer than the pause between two keys, too short to notice. */
const DEBOUNCE_MS = 150;

export function useIdLookup(typed: string): IdLookup {
  const { backend } = useStores();
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const text = idText(typed);
  const { value, error, last } = useWatchQuery<FoundIds>(
    text,
    async ({ watch, update, signal }) => {
      if (text !== null)
        await lookUpIds(
          (query) => backend.timeline.page.query(query, { signal }),
          { watch, text },
          signal,
          (found) => update(() => found),
        );
      return null;
    },
    { pauseMs: DEBOUNCE_MS },
  );
  if (text === null) return { kind: 'found', ids: [], progress: 'whole' };
  if (error !== null && !isLost) return { kind: 'failed', ids: [], error };
  if (value !== null && !isLost) return { kind: 'found', ...value };
  // Shows the earlier results that still match until new ones arrive.
  const ids = idsContaining(text, last?.ids.map(({ newest }) => newest) ?? []);
  return isLost ? { kind: 'waiting', ids } : { kind: 'found', ids, progress: 'looking' };
}
