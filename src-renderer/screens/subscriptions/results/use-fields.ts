import { useEffect, useState } from 'react';
import type { FieldUsage, SearchSummary } from '../../../../src-shared/api/searches.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

const NONE: readonly FieldUsage[] = [];

export function useFields(search: SearchSummary | null): { fields: readonly FieldUsage[]; refresh: () => void } {
  const { backend, subscriptions } = useStores();
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const [result, setResult] = useState<{ id: string; fields: readonly FieldUsage[] }>({ id: '', fields: NONE });
  const [requestCount, setRequestCount] = useState(0);
  const id = search === null || search.rows === 0 ? null : search.id;
  const isEnded = search?.state.kind === 'ended';
  useEffect(() => {
    const watch = subscriptions.watch();
    if (id === null || watch === null || !isOpen) return undefined;
    let isCurrent = true;
    backend.subscriptions.fields.query({ watch, id }).then(
      (fields) => isCurrent && setResult({ id, fields }),
      // Ignored: the rows are useful without the list of fields.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads again at the end of the search and on request
  }, [backend, subscriptions, id, isEnded, isOpen, requestCount]);
  return { fields: result.id === id ? result.fields : NONE, refresh: () => setRequestCount(requestCount + 1) };
}
