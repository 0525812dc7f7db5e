/** Reads the fields of a search's rows: when it has rows, when it ends, and on request. */
import { useEffect, useState } from 'react';
import type { FieldUsage, SearchSummary } from '../../../../src-shared/api/searches.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

const NONE: readonly FieldUsage[] = [];

export function useFields(search: SearchSummary | null): { fields: readonly FieldUsage[]; refresh: () => void } {
  const { backend, subscriptions } = useStores();
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const [answer, setAnswer] = useState<{ id: string; fields: readonly FieldUsage[] }>({ id: '', fields: NONE });
  const [asked, setAsked] = useState(0);
  const id = search === null || search.rows === 0 ? null : search.id;
  const isEnded = search?.state.kind === 'ended';
  useEffect(() => {
    const watch = subscriptions.watch();
    if (id === null || watch === null || !isOpen) return undefined;
    let isWanted = true;
    backend.subscriptions.fields(watch, id).then(
      (fields) => isWanted && setAnswer({ id, fields }),
      // Ignored: the rows are useful without the list of fields.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads again at the end of the search and on request
  }, [backend, subscriptions, id, isEnded, isOpen, asked]);
  return { fields: answer.id === id ? answer.fields : NONE, refresh: () => setAsked(asked + 1) };
}
