import { type FoundIds, mergedIds, NO_IDS } from '../../../src-shared/api/ids/merged-ids.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';
import { idText } from './id-text.ts';

export type IdLookup = Pick<FoundIds, 'ids' | 'stored'> &
  (
    | { readonly kind: 'found'; readonly progress: FoundIds['progress'] }
    | { readonly kind: 'failed'; readonly error: Error }
    /** The connection is lost; the search starts when it returns. */
    | { readonly kind: 'waiting' }
  );

/** Longer than the pause between two keys, too short to notice. */
const DEBOUNCE_MS = 150;

export function useIdLookup(typed: string): IdLookup {
  const { backend } = useStores();
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const text = idText(typed);
  const { value, error, last } = useWatchQuery<FoundIds>(
    text,
    async ({ watch, update, signal }) => {
      if (text === null) return null;
      const find = (query: { readonly text: string; readonly after: string | null }) =>
        backend.ids.find.query({ watch, ...query }, { signal });
      for await (const found of mergedIds(text, find)) {
        if (signal.aborted) return null;
        // Nothing found yet shows as "searching", with the earlier results.
        if (found.progress !== 'looking' || found.ids.length + found.stored.length > 0) update(() => found);
      }
      return null;
    },
    { pauseMs: DEBOUNCE_MS },
  );
  if (text === null) return { kind: 'found', ...NO_IDS, progress: 'whole' };
  if (error !== null && !isLost) return { kind: 'failed', ids: [], stored: [], error };
  if (value !== null && !isLost) return { kind: 'found', ...value };
  // Shows the earlier results that still match until new ones arrive.
  const matches = (id: string) => id.toLowerCase().includes(text.toLowerCase());
  const ids = (last?.ids ?? []).filter(({ field, value: id }) => field !== 'text' && matches(id));
  const stored = (last?.stored ?? []).filter(({ value: id }) => matches(id));
  return isLost ? { kind: 'waiting', ids, stored } : { kind: 'found', ids, stored, progress: 'looking' };
}
