/** Reads the report for the span in the address. New events do not change it until the user reloads. */
import { useCallback, useEffect, useState } from 'react';
import type { ReportResult, ReportQuery } from '../../../src-shared/api/reports.ts';
import { asError } from '../../backend/backend-error.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { usePerson } from '../../stores/use-author.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { resolveSpan, parseSpan } from './report-span.ts';

export interface ReportState {
  readonly response: ReportResult | null;
  readonly query: ReportQuery | null;
  readonly error: Error | null;
  readonly isConnectionLost: boolean;
  readonly reload: () => void;
}

type LoadedReport = Pick<ReportState, 'response' | 'query' | 'error'>;
const NO_REPORT: LoadedReport = { response: null, query: null, error: null };

export function useReport(text: string): ReportState {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  const zone = useAppearance((state) => state.zone);
  const by = usePerson()?.name ?? '';
  const [read, setRead] = useState<LoadedReport>(NO_REPORT);
  const [requested, setRequested] = useState(() => ({ at: stores.now() }));
  const reload = useCallback(() => setRequested({ at: stores.now() }), [stores]);
  useEffect(() => {
    if (watch === null || !isAnswering) return undefined;
    let isCurrent = true;
    const query: ReportQuery = { watch, ...resolveSpan(parseSpan(text), requested.at), zone: ianaZone(zone), by };
    stores.backend.reports.report.query(query).then(
      (response) => isCurrent && setRead({ response, query, error: null }),
      (error: unknown) => isCurrent && setRead({ ...NO_REPORT, error: asError(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [stores, watch, isAnswering, text, zone, by, requested]);
  return { ...read, isConnectionLost: !isAnswering, reload };
}
