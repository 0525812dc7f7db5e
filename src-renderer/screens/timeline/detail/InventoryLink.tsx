/** Links an event to its stored subscription, otherwise to a search for it. */
import { useEffect, useState } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { hrefOf } from '../../../address/use-address.ts';
import {
  type SubscriptionMatches,
  type FoundSubscription,
  lookUpSubscriptions,
} from '../../../commands/subscription-lookup.ts';
import { useHiddenScreen } from '../../../rules/use-page-rules.ts';
import { useStores, useSubscriptions, useWatch } from '../../../stores/use-stores.ts';
import { subscriptionIds } from './event-links.ts';

/** Same as for the other links: stepping causes no requests. */
const DEBOUNCE_MS = 400;

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

/** Returns the row in the newest search that contains one of the ids; null if none does, or until found. */
function useStoredRow(ids: readonly string[]): { readonly search: string; readonly row: number } | null {
  const { backend, clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const key = JSON.stringify([watch, ids]);
  const [found, setFound] = useState<{ readonly key: string; readonly search: string; readonly row: number } | null>(
    null,
  );
  useEffect(() => {
    if (watch === null || !isOpen || ids.length === 0) return undefined;
    const abort = new AbortController();
    async function findRow(watchId: WatchId): Promise<void> {
      for (const text of ids) {
        let row: FoundSubscription | undefined;
        const update = ({ found: those }: SubscriptionMatches) => {
          row ??= those.find(({ value }) => value.toLowerCase() === text.toLowerCase());
        };
        await lookUpSubscriptions(
          (query) => backend.subscriptions.find.query(query),
          { watch: watchId, text },
          abort.signal,
          update,
        );
        if (abort.signal.aborted) return;
        if (row !== undefined) return setFound({ key, search: row.search, row: row.ordinal });
      }
    }
    // After a failure the link to a search remains.
    const stop = clock.after(DEBOUNCE_MS, () => void findRow(watch).catch(() => undefined));
    return () => {
      stop();
      abort.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` contains the watch and the ids
  }, [backend, clock, key, isOpen]);
  return found?.key === key ? { search: found.search, row: found.row } : null;
}
