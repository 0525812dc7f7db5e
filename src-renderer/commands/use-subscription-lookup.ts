/** What is stored of the inventory for the identifier that somebody is typing: as `use-id-lookup.ts` asks of the events. */
import { useEffect, useMemo, useState } from 'react';
import { asError } from '../backend/backend-error.ts';
import { useHiddenScreen } from '../rules/use-rules.ts';
import { useStores, useSubscriptions, useWatch } from '../stores/use-stores.ts';
import { idText } from './id-lookup.ts';
import { type FoundStored, lookUpSubscriptions } from './subscription-lookup.ts';

export interface StoredLookup extends FoundStored {
  readonly error: Error | null;
  /** Nothing of the inventory is stored, or its screen is hidden: there is nothing to look at. */
  readonly isEmpty: boolean;
}

const NONE: StoredLookup = { found: [], reach: 'whole', error: null, isEmpty: false };
/** As of the events, which are looked at first. */
const REST_MS = 250;

export function useSubscriptionLookup(typed: string): StoredLookup {
  const { backend, clock } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const hasRows = useSubscriptions(({ searches }) => searches?.some(({ rows }) => rows > 0) ?? false);
  const isEmpty = useHiddenScreen('subscriptions') !== null || !hasRows;
  const text = idText(typed);
  const asked = useMemo(
    () => (watch === null || text === null || isEmpty ? null : { watch, text }),
    [watch, text, isEmpty],
  );
  const [answer, setAnswer] = useState<{ readonly of: typeof asked; readonly lookup: StoredLookup } | null>(null);

  useEffect(() => {
    if (asked === null || isLost) return undefined;
    const abort = new AbortController();
    const tell = (found: FoundStored) => setAnswer({ of: asked, lookup: { ...NONE, ...found } });
    const stop = clock.after(REST_MS, () => {
      lookUpSubscriptions((query) => backend.subscriptions.find(query), asked, abort.signal, tell).catch(
        (error: unknown) => {
          if (!abort.signal.aborted) setAnswer({ of: asked, lookup: { ...NONE, error: asError(error) } });
        },
      );
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [backend, clock, asked, isLost]);

  if (asked === null) return { ...NONE, isEmpty };
  if (answer?.of === asked) return answer.lookup;
  return { ...NONE, reach: 'looking' };
}
