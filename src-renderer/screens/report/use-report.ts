/** The report of the span in the address, read when it is asked for: it stands still while somebody reads it. */
import { useCallback, useEffect, useState } from 'react';
import type { ReportResult, ReportQuery } from '../../../src-shared/api/reports.ts';
import { asError } from '../../backend/backend-error.ts';
import { useAppearance, useStores, useWatch } from '../../stores/use-stores.ts';
import { usePerson } from '../../stores/use-author.ts';
import { ianaZone } from '../../time/zoned-time.ts';
import { resolveSpan, parseSpan } from './report-span.ts';

export interface ReportState {
  /** `null`: not read yet. */
  readonly response: ReportResult | null;
  /** With which it was asked for. */
  readonly query: ReportQuery | null;
  readonly error: Error | null;
  /** Nobody is there who could be asked; it is read when somebody is again. */
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
  /** As of when; of what changes meanwhile nothing is said. */
  const [asked, setAsked] = useState(() => ({ at: stores.now() }));
  const reload = useCallback(() => setAsked({ at: stores.now() }), [stores]);
  useEffect(() => {
    if (watch === null || !isAnswering) return undefined;
    let isWanted = true;
    const query: ReportQuery = { watch, ...resolveSpan(parseSpan(text), asked.at), zone: ianaZone(zone), by };
    stores.backend.reports.report(query).then(
      (response) => isWanted && setRead({ response, query, error: null }),
      (error: unknown) => isWanted && setRead({ ...NO_REPORT, error: asError(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [stores, watch, isAnswering, text, zone, by, asked]);
  return { ...read, isConnectionLost: !isAnswering, reload };
}
