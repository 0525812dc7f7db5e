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
  const itemKey = `${watch} ${search} ${ordinal}`;
  const [result, setResult] = useState<{ readonly key: string; readonly opened: OpenedItem } | null>(null);
  const read = useCallback(() => {
    if (watch === null) return undefined;
    let isCurrent = true;
    const settle = (opened: OpenedItem) => {
      if (isCurrent) setResult({ key: itemKey, opened });
    };
    backend.subscriptions.item.query({ watch, id: search, ordinal }).then(
      (item) => settle({ kind: 'ready', item }),
      (thrown: unknown) => settle({ kind: 'failed', error: asError(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [backend, watch, search, ordinal, itemKey]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `revision` changes if the item may have changed
  useEffect(() => (isOpen ? read() : undefined), [read, isOpen, revision]);
  return { opened: result?.key === itemKey ? result.opened : { kind: 'reading' }, retry: () => void read() };
}
