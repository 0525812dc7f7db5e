/** Returns sessions and gaps of the span in the address. Those of the last 24 hours are loaded for the whole page. */
import { useEffect } from 'react';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { coverageAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { CLOCK_TOLERANCE_MS } from '../../stores/coverage-store.ts';
import { useWatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useAppearance, useCoverage, useNow, useStores, useWatch } from '../../stores/use-stores.ts';
import { zoneName } from '../../time/zoned-time.ts';
import { spanStart } from './coverage-span.ts';

export interface SpanCoverage {
  readonly coverage: Coverage | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

const STEP_MS = 60_000;

export function useSpanCoverage(): SpanCoverage {
  const { backend, coverage: store } = useStores();
  // The running session grows without a change event, so refresh when the screen opens.
  useEffect(() => store.refresh(), [store]);
  const { span } = useAddress(coverageAddress).value;
  const zone = useAppearance((state) => state.zone);
  const now = useNow(STEP_MS);
  const day = useCoverage(({ value }) => value);
  const dayError = useCoverage(({ error }) => error);
  const revision = useWatch(({ shown }) => shown?.coverageRevision ?? 0);
  const from = spanStart(span, now, zoneName(zone));
  const { value, error, retry } = useWatchQuery<Coverage>(
    span === '24h' ? null : String(from),
    ({ watch }) => backend.coverage.span.query({ watch, from, to: now + CLOCK_TOLERANCE_MS }),
    { revision },
  );
  if (span === '24h') return { coverage: day, error: dayError, retry: () => store.refresh() };
  return { coverage: value, error, retry };
}
