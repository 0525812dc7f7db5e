/** Searches stored events for the identifier being typed, after the user pauses. */
import { useEffect, useMemo, useState } from 'react';
import { asError } from '../backend/backend-error.ts';
import { useStores, useWatch } from '../stores/use-stores.ts';
import { type FoundId, type FoundIds, idsContaining, idText, lookUpIds } from './id-lookup.ts';

export type IdLookup =
  | { readonly kind: 'found'; readonly ids: readonly FoundId[]; readonly progress: FoundIds['progress'] }
  | { readonly kind: 'failed'; readonly ids: readonly FoundId[]; readonly error: Error }
  /** The connection is lost; the search starts when it returns. */
  | { readonly kind: 'waiting'; readonly ids: readonly FoundId[] };

/** Longer than the pause between two keys, too short to notice. */
const DEBOUNCE_MS = 150;

export function useIdLookup(typed: string): IdLookup {
  const { backend, clock } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const text = idText(typed);
  const request = useMemo(() => (watch === null || text === null ? null : { watch, text }), [watch, text]);
  const [result, setResult] = useState<{ readonly request: typeof request; readonly lookup: IdLookup } | null>(null);

  useEffect(() => {
    if (request === null || isLost) return undefined;
    const abort = new AbortController();
    const update = (found: FoundIds) => setResult({ request, lookup: { kind: 'found', ...found } });
    const stop = clock.after(DEBOUNCE_MS, () => {
      lookUpIds((query) => backend.timeline.page.query(query), request, abort.signal, update).catch(
        (error: unknown) => {
          if (!abort.signal.aborted) setResult({ request, lookup: { kind: 'failed', ids: [], error: asError(error) } });
        },
      );
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [backend, clock, request, isLost]);

  if (request === null) return { kind: 'found', ids: [], progress: 'whole' };
  if (result?.request === request && !isLost) return result.lookup;
  // Shows the earlier results that still match until new ones arrive.
  const newestEvents = result?.request?.watch === request.watch ? result.lookup.ids.map(({ newest }) => newest) : [];
  const ids = idsContaining(request.text, newestEvents);
  return isLost ? { kind: 'waiting', ids } : { kind: 'found', ids, progress: 'looking' };
}
