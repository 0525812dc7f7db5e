import { useMemo } from 'react';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { unacknowledgedAlarms } from '../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { useAlarms } from '../../stores/use-stores.ts';

export interface UnacknowledgedAlarms {
  /** May exceed the number of listed alarms. */
  readonly count: number;
  /** Newest first; only the latest alarm of each group. */
  readonly alarms: readonly Alarm[];
  /** Ids of all alarms of each group, in the order of `alarms`. */
  readonly ids: readonly (readonly string[])[];
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
      ids: groups.map((group) => group.map(({ id }) => id)),
    };
  }, [count, all]);
}
