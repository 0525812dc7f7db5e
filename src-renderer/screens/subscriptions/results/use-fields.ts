/** Which fields the rows of a search have: read when it has rows, when its end is known, and when somebody asks. */
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
      // The rows say more than their fields do: they are there without.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- at its end, and when asked, there may be others
  }, [backend, subscriptions, id, isEnded, isOpen, asked]);
  return { fields: answer.id === id ? answer.fields : NONE, refresh: () => setAsked(asked + 1) };
}
