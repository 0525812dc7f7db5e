/** Reads one complete row from the local store when it is opened. Works offline. */
import { useCallback, useEffect, useState } from 'react';
import type { SubscriptionItem } from '../../../../src-shared/api/searches.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

export type OpenedItem =
  | { readonly kind: 'reading' }
  | { readonly kind: 'ready'; readonly item: SubscriptionItem }
  | { readonly kind: 'failed'; readonly error: Error };

/** @param revision changes if a later pass may have changed the content */
export function useItem(search: string, ordinal: number, revision: string): { opened: OpenedItem; retry: () => void } {
  const { backend } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isOpen = useWatch((state) => state.wire.kind === 'open');
  const place = `${watch} ${search} ${ordinal}`;
  const [answer, setAnswer] = useState<{ readonly of: string; readonly opened: OpenedItem } | null>(null);
  const read = useCallback(() => {
    if (watch === null) return undefined;
    let isWanted = true;
    const settle = (opened: OpenedItem) => {
      if (isWanted) setAnswer({ of: place, opened });
    };
    backend.subscriptions.item({ watch, id: search, ordinal }).then(
      (item) => settle({ kind: 'ready', item }),
      (thrown: unknown) => settle({ kind: 'failed', error: asError(thrown) }),
    );
    return () => {
      isWanted = false;
    };
  }, [backend, watch, search, ordinal, place]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `revision` changes if the item may have changed
  useEffect(() => (isOpen ? read() : undefined), [read, isOpen, revision]);
  return { opened: answer?.of === place ? answer.opened : { kind: 'reading' }, retry: () => void read() };
}
