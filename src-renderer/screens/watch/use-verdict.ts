/** The verdict of what is shown, as Watch and its wall say it. */
import { useMemo } from 'react';
import { useBoard, useSignal, useWatch } from '../../stores/use-stores.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export function useVerdict(): Verdict {
  const board = useBoard((state) => state.board);
  const isCutOff = useBoard(({ trouble }) => trouble !== null);
  const signal = useSignal();
  const notStoredSince = useWatch(({ shown }) => (shown?.storage.kind === 'failing' ? shown.storage.since : null));
  return useMemo(
    () => verdictOf({ board, isCutOff, signal, notStoredSince }),
    [board, isCutOff, signal, notStoredSince],
  );
}
