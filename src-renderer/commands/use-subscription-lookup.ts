/** Searches stored subscriptions for the identifier being typed, like `use-id-lookup.ts` for events. */
import { useEffect, useMemo, useState } from 'react';
import { asError } from '../backend/backend-error.ts';
import { useHiddenScreen } from '../rules/use-page-rules.ts';
import { useStores, useSubscriptions, useWatch } from '../stores/use-stores.ts';
import { idText } from './id-lookup.ts';
import { type SubscriptionMatches, lookUpSubscriptions } from './subscription-lookup.ts';

export interface SubscriptionLookup extends SubscriptionMatches {
  readonly error: Error | null;
  readonly isEmpty: boolean;
}

const NO_MATCHES: SubscriptionLookup = { found: [], progress: 'whole', error: null, isEmpty: false };
/** Longer than for events, so that events are searched first. */
const DEBOUNCE_MS = 250;

export function useSubscriptionLookup(typed: string): SubscriptionLookup {
  const { backend, clock } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const hasRows = useSubscriptions(({ searches }) => searches?.some(({ rows }) => rows > 0) ?? false);
  const isEmpty = useHiddenScreen('subscriptions') !== null || !hasRows;
  const text = idText(typed);
  const request = useMemo(
    () => (watch === null || text === null || isEmpty ? null : { watch, text }),
    [watch, text, isEmpty],
  );
  const [result, setResult] = useState<{
    readonly request: typeof request;
    readonly lookup: SubscriptionLookup;
  } | null>(null);

  useEffect(() => {
    if (request === null || isLost) return undefined;
    const abort = new AbortController();
    const update = (found: SubscriptionMatches) => setResult({ request, lookup: { ...NO_MATCHES, ...found } });
    const stop = clock.after(DEBOUNCE_MS, () => {
      lookUpSubscriptions((query) => backend.subscriptions.find.query(query), request, abort.signal, update).catch(
        (error: unknown) => {
          if (!abort.signal.aborted) setResult({ request, lookup: { ...NO_MATCHES, error: asError(error) } });
        },
      );
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [backend, clock, request, isLost]);

  if (request === null) return { ...NO_MATCHES, isEmpty };
  if (result?.request === request) return result.lookup;
  return { ...NO_MATCHES, progress: 'looking' };
}
