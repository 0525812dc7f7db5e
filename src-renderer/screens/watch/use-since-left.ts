import { useEffect } from 'react';
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import type { AwaySpan } from '../../stores/away-store.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useAppearance, useBoard, useAway, useStores, useWatch } from '../../stores/use-stores.ts';
import { ianaZone } from '../../time/zoned-time.ts';

export interface SinceLeftState {
  readonly away: AwaySpan;
  readonly report: ShiftReport | null;
  readonly trouble: Error | null;
}

/** Reads the report of the user's absence once, and again if it was incomplete, failed, or a gap became known later. */
export function useSinceLeft(): SinceLeftState | null {
  const { backend } = useStores();
  const away = useAway((state) => state.away);
  const isLagging = useBoard(({ board }) => board !== null && board.behind > 0);
  /** A gap is known only when it ends, which may be after the user returned because the computer slept. */
  const revision = useWatch(({ shown }) => shown?.coverageRevision ?? 0);
  const zone = useAppearance((state) => state.zone);
  const { value, error, retry } = useWatchQuery<ShiftReport>(
    away === null ? null : `${away.from} ${away.to} ${zone}`,
    async ({ watch }) => {
      const span = { from: away?.from ?? 0, to: away?.to ?? 0 };
      const { report } = await backend.reports.report.query({ watch, ...span, zone: ianaZone(zone), by: '' });
      return report;
    },
    { revision },
  );
  // The report was incomplete. Read it again after the board has applied all events.
  const isOutdated = value !== null && value.behind > 0 && !isLagging;
  useEffect(() => {
    if (isOutdated) retry();
    // oxlint-disable-next-line react/exhaustive-deps -- `retry` is another function in each render
  }, [isOutdated]);
  return away === null ? null : { away, report: value, trouble: error };
}
