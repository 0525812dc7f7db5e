/** Reads the report of the user's absence once, and again if it was incomplete, failed, or a gap became known later. */
import { useCallback, useEffect, useState } from 'react';
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import { asError } from '../../backend/backend-error.ts';
import type { AwaySpan } from '../../stores/away-store.ts';
import { useAppearance, useBoard, useAway, useStores, useWatch } from '../../stores/use-stores.ts';
import { ianaZone } from '../../time/zoned-time.ts';

export interface SinceLeftState {
  readonly away: AwaySpan;
  readonly report: ShiftReport | null;
  readonly trouble: Error | null;
}

export function useSinceLeft(): SinceLeftState | null {
  const { backend } = useStores();
  const away = useAway((state) => state.away);
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const isLagging = useBoard(({ board }) => board !== null && board.behind > 0);
  /** A gap is known only when it ends, which may be after the user returned because the computer slept. */
  const coverageRevision = useWatch(({ shown }) => shown?.coverageRevision ?? 0);
  const zone = useAppearance((state) => state.zone);
  const [read, setRead] = useState<SinceLeftState | null>(null);
  const load = useCallback(() => {
    if (away === null || watch === null || !isAnswering) return undefined;
    let isOver = false;
    const update = (part: Omit<SinceLeftState, 'away'>) => {
      if (!isOver) setRead({ away, ...part });
    };
    backend.reports.report.query({ watch, from: away.from, to: away.to, zone: ianaZone(zone), by: '' }).then(
      ({ report }) => update({ report, trouble: null }),
      (error: unknown) => update({ report: null, trouble: asError(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [backend, away, watch, isAnswering, zone]);
  useEffect(load, [load, coverageRevision]);
  // The report was incomplete. Read it again after the board has applied all events.
  const isOutdated = read?.away === away && read?.report?.behind !== undefined && read.report.behind > 0 && !isLagging;
  useEffect(() => (isOutdated ? load() : undefined), [isOutdated, load]);
  if (away === null) return null;
  return read?.away === away ? read : { away, report: null, trouble: null };
}
