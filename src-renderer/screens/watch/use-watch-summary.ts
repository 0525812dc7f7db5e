import { useMemo } from 'react';
import { useBoard, useSignal, useWatch } from '../../stores/use-stores.ts';
import { type WatchSummary, watchSummary } from './watch-summary.ts';

export function useWatchSummary(): WatchSummary {
  const board = useBoard((state) => state.board);
  const hasBoardError = useBoard(({ feedError }) => feedError !== null);
  const signal = useSignal();
  const notStoredSince = useWatch(({ shown }) => (shown?.storage.kind === 'failing' ? shown.storage.since : null));
  return useMemo(
    () => watchSummary({ board, hasBoardError, signal, notStoredSince }),
    [board, hasBoardError, signal, notStoredSince],
  );
}
