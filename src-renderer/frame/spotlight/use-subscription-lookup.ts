/** Searches stored subscriptions for the identifier being typed, like `use-id-lookup.ts` for events. */
import { useHiddenScreen } from '../../rules/use-page-rules.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useStores, useSubscriptions } from '../../stores/use-stores.ts';
import { idText } from './id-lookup.ts';
import { type SubscriptionMatches, lookUpSubscriptions } from '../../screens/subscriptions/subscription-lookup.ts';

export interface SubscriptionLookup extends SubscriptionMatches {
  readonly error: Error | null;
  readonly isEmpty: boolean;
}

const NO_MATCHES: SubscriptionLookup = { found: [], progress: 'whole', error: null, isEmpty: false };
/** Longer than for events, so that events are searched first. */
const DEBOUNCE_MS = 250;

export function useSubscriptionLookup(typed: string): SubscriptionLookup {
  const { backend } = useStores();
  const hasRows = useSubscriptions(({ searches }) => searches?.some(({ rows }) => rows > 0) ?? false);
  const isEmpty = useHiddenScreen('subscriptions') !== null || !hasRows;
  const text = idText(typed);
  const { value, error } = useWatchQuery<SubscriptionMatches>(
    isEmpty ? null : text,
    async ({ watch, update, signal }) => {
      if (text !== null)
        await lookUpSubscriptions(
          (query) => backend.subscriptions.find.query(query, { signal }),
          { watch, text },
          signal,
          (found) => update(() => found),
        );
      return null;
    },
    { pauseMs: DEBOUNCE_MS },
  );
  if (text === null || isEmpty) return { ...NO_MATCHES, isEmpty };
  if (error !== null) return { ...NO_MATCHES, error };
  return { ...NO_MATCHES, ...(value ?? { progress: 'looking' }) };
}
