/** Alarms of the shown watch that nobody has seen, and how many there are of every watch. */
import { useMemo } from 'react';
import type { Alarm } from '../../src-shared/api/alarms.ts';
import { unseenAlarms } from '../../src-shared/domain/unseen-alarms.ts';
import { useAlarms } from '../stores/use-stores.ts';
import type { WatchState } from '../stores/watch-store.ts';

export interface UnseenAlarms {
  /** It may be more than are listed. */
  readonly count: number;
  /** Newest first; of a group that alarmed several times the last. */
  readonly alarms: readonly Alarm[];
  /** All of them, also earlier ones of a group. */
  readonly ids: readonly string[];
}
const NONE: readonly Alarm[] = [];

export function useUnseenAlarms(): UnseenAlarms {
  const count = useAlarms(({ told }) => told?.unseen ?? 0);
  const all = useAlarms(({ told }) => told?.alarms ?? NONE);
  return useMemo(() => {
    const groups = [...unseenAlarms(all).values()];
    return {
      count,
      alarms: groups.flatMap((group) => group.slice(0, 1)),
      ids: groups.flat().map(({ id }) => id),
    };
  }, [count, all]);
}

/** Of every watch, for the tab; none where nobody can vouch for it. */
export function unseenOfAll({ wire, seen }: WatchState): number {
  if (wire.kind === 'lost') return 0;
  return (seen?.snapshot.watches ?? []).reduce((sum, { alarms }) => sum + alarms.unseen, 0);
}
