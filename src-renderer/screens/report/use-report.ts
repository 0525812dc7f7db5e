/** Reads the report for the span in the address. New events do not change it until the user reloads. */
import { useCallback, useState } from 'react';
import type { ReportResult, ReportQuery } from '../../../src-shared/api/reports.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { usePerson } from '../../stores/use-author.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { type ReportSpan, resolveSpan } from '../../time/report-span.ts';

export type ReportState = ReturnType<typeof useReport>;

interface MadeReport {
  readonly response: ReportResult;
  readonly query: ReportQuery;
}

export function useReport(span: ReportSpan) {
  const stores = useStores();
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const zone = useAppearance((state) => state.zone);
  const by = usePerson()?.name ?? '';
  const [requested, setRequested] = useState(() => ({ at: stores.now(), count: 0 }));
  const { last, error } = useWatchQuery<MadeReport>(JSON.stringify([span, zone, by, requested]), async ({ watch }) => {
    const query = { watch, ...resolveSpan(span, requested.at), zone: ianaZone(zone), by };
    return { query, response: await stores.backend.reports.report.query(query) };
  });
  // The previous report stays until the next one is made.
  const made = error === null ? last : null;
  return {
    response: made?.response ?? null,
    query: made?.query ?? null,
    error,
    isConnectionLost: !isAnswering,
    reload: useCallback(() => setRequested(({ count }) => ({ at: stores.now(), count: count + 1 })), [stores]),
  };
}
