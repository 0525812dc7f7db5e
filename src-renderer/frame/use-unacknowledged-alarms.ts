/** Alarms of the shown watch that nobody has seen, and how many there are of every watch. */
import { useMemo } from 'react';
import type { Alarm } from '../../src-shared/api/alarms.ts';
import { unacknowledgedAlarms } from '../../src-shared/domain/unacknowledged-alarms.ts';
import { useAlarms } from '../stores/use-stores.ts';
import type { WatchState } from '../stores/watch-store.ts';

export interface UnacknowledgedAlarms {
  /** It may be more than are listed. */
  readonly count: number;
  /** Newest first; of a group that alarmed several times the last. */
  readonly alarms: readonly Alarm[];
  /** All of them, also earlier ones of a group. */
  readonly ids: readonly string[];
}
const NO_ALARMS: readonly Alarm[] = [];

export function useUnacknowledgedAlarms(): UnacknowledgedAlarms {
  const count = useAlarms(({ snapshot }) => snapshot?.unseen ?? 0);
  const all = useAlarms(({ snapshot }) => snapshot?.alarms ?? NO_ALARMS);
  return useMemo(() => {
    const groups = [...unacknowledgedAlarms(all).values()];
    return {
      count,
      alarms: groups.flatMap((group) => group.slice(0, 1)),
      ids: groups.flat().map(({ id }) => id),
    };
  }, [count, all]);
}

/** Of every watch, for the tab; none where nobody can vouch for it. */
export function unacknowledgedTotal({ wire, received }: WatchState): number {
  if (wire.kind === 'lost') return 0;
  return (received?.snapshot.watches ?? []).reduce((sum, { alarms }) => sum + alarms.unseen, 0);
}
