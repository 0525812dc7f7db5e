/** The way from an event to the subscription that it is about, where one is stored; else to a look for it. */
import { useEffect, useState } from 'react';
import type { EventSummary } from '../../../../src-shared/domain/event.ts';
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

/** As of the other links: stepping asks nothing. */
const DEBOUNCE_MS = 400;

/** @param raw the received text; `null` until it was read */
export function InventoryLink({ event, raw }: { event: EventSummary; raw: string | null }) {
  const isHidden = useHiddenScreen('subscriptions') !== null;
  const hasRows = useSubscriptions(({ searches }) => searches?.some(({ rows }) => rows > 0) ?? false);
  const ids = subscriptionIds(event, raw);
  const row = useStoredRow(isHidden || !hasRows ? [] : ids);
  const [first] = ids;
  // Nothing is stored: there is nothing to find it in.
  if (isHidden || !hasRows || first === undefined) return null;
  return (
    <a href={hrefOf('subscriptions', row ?? { find: first })}>
      {row === null ? 'Look for it in the inventory' : 'In the inventory, as stored'}
    </a>
  );
}

/** Of the newest search that has one of them whole; `null` where none has, or until it was found. */
function useStoredRow(ids: readonly string[]): { readonly search: string; readonly row: number } | null {
  const { backend, clock } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const key = JSON.stringify([watch, ids]);
  const [found, setFound] = useState<{ readonly of: string; readonly search: string; readonly row: number } | null>(
    null,
  );
  useEffect(() => {
    if (watch === null || !isOpen || ids.length === 0) return undefined;
    const abort = new AbortController();
    async function look(of: WatchId): Promise<void> {
      for (const text of ids) {
        let row: FoundSubscription | undefined;
        const tell = ({ found: those }: SubscriptionMatches) => {
          row ??= those.find(({ value }) => value.toLowerCase() === text.toLowerCase());
        };
        // oxlint-disable-next-line no-await-in-loop -- the first that is found is enough
        await lookUpSubscriptions(
          (query) => backend.subscriptions.find(query),
          { watch: of, text },
          abort.signal,
          tell,
        );
        if (abort.signal.aborted) return;
        if (row !== undefined) return setFound({ of: key, search: row.search, row: row.ordinal });
      }
    }
    // What cannot be looked up stays a way to look for it.
    const stop = clock.after(DEBOUNCE_MS, () => void look(watch).catch(() => undefined));
    return () => {
      stop();
      abort.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the watch and the ids
  }, [backend, clock, key, isOpen]);
  return found?.of === key ? { search: found.search, row: found.row } : null;
}
