import type { OutletFigures } from '../../core/outlets/run-outlet.ts';
import { CappedSums } from './capped-sums.ts';
import { ABSENT_IF_BEHIND, type MetricFactory, type ShowFigures } from './metric-factory.ts';

export function outletMetrics({ gauge, counter }: MetricFactory): ShowFigures {
  const lag = gauge(
    'outlet_lag_seconds',
    `Age of the oldest turn that an outlet has not delivered, 0 if none waits. A heartbeat has none. ${ABSENT_IF_BEHIND}`,
    'outlet',
  );
  const failing = gauge(
    'outlet_failing',
    '1 while the receiver of an outlet does not accept a message, else 0. Absent until the first answer.',
    'outlet',
  );
  const deliveries = counter(
    'outlet_deliveries_total',
    'Turns, or pings of a heartbeat, since the start of this process. "not-delivered" are given up.',
    'outlet',
    'outcome',
  );
  const known = new Map<string, CappedSums>();
  return ({ snapshot, at, cases, outlets }, limits) => {
    const profile = snapshot.profile.id;
    const sums = known.get(profile) ?? new CappedSums();
    known.set(profile, sums);
    const counts = outlets.flatMap(({ id, name, delivered, notDelivered }) => [
      { id, name, outcome: 'delivered', count: delivered },
      { id, name, outcome: 'not-delivered', count: notDelivered },
    ]);
    sums.update(counts, limits.outlets);
    for (const { label: outlet, outcome, count } of sums.sums()) deliveries.inc({ profile, outlet, outcome }, count);
    for (const [outlet, sharing] of Map.groupBy(outlets, ({ id }) => sums.labelOf(id))) {
      const seconds = lagOf(sharing, at);
      if (cases !== null && seconds !== null) lag.set({ profile, outlet }, seconds);
      const isFailing = isAnyFailing(sharing);
      if (isFailing !== null) failing.set({ profile, outlet }, Number(isFailing));
    }
  };
}

/** Returns null if all of them are heartbeats. */
function lagOf(sharing: readonly OutletFigures[], at: number): number | null {
  const since = sharing.flatMap(({ waitingSince }) => (waitingSince === undefined ? [] : [waitingSince ?? at]));
  return since.length === 0 ? null : Math.max(0, at - Math.min(...since)) / 1_000;
}

/** Returns null if none is known to fail and one is not known to work. */
function isAnyFailing(sharing: readonly OutletFigures[]): boolean | null {
  if (sharing.some(({ isFailing }) => isFailing === true)) return true;
  return sharing.some(({ isFailing }) => isFailing === null) ? null : false;
}
