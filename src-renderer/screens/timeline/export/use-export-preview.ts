/** What an export will hold and what goes with it: how many events, over which span, and for how long nobody listened. */
import { useEffect, useState } from 'react';
import { coverageFigures, type CoverageFigures } from '../../../../src-shared/domain/coverage-figures.ts';
import { filterSpan } from '../../../../src-shared/domain/filter-edit.ts';
import { type Filter, resolveTimes } from '../../../../src-shared/domain/filter.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';
import { onlyFoldedHeartbeats, mayFoldHeartbeats } from '../../../stores/folded-heartbeats.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { countAllEvents } from '../../../stores/count-all-events.ts';

export interface ExportPreview {
  /** `null` until it is known; so far, while `isCounted` is false. */
  readonly count: number | null;
  readonly isCounted: boolean;
  /** Of these, how many the list folds: the file has each of them. `null` until it is known. */
  readonly heartbeats: number | null;
  /** Of all that is stored, UTC epoch ms; `null` where nothing is or nobody knows. */
  readonly oldestAt: number | null;
  readonly coverage: CoverageFigures | null;
}

const UNKNOWN: ExportPreview = { count: null, isCounted: false, heartbeats: null, oldestAt: null, coverage: null };

/**
 * @param at from when relative times count, UTC epoch ms
 * @param to up to which `seq`, inclusive; `null`: the newest
 */
export function useExportPreview(watch: WatchId | null, filter: Filter, at: number, to: number | null): ExportPreview {
  const { backend } = useStores();
  const [facts, setFacts] = useState(UNKNOWN);
  useEffect(() => {
    if (watch === null) return undefined;
    let wanted = true;
    const tell = (part: Partial<ExportPreview>) => wanted && setFacts((before) => ({ ...before, ...part }));
    // What cannot be read is not said: the export itself tells why it fails.
    const quiet = () => undefined;
    countAllEvents(
      backend.timeline,
      { watch, filter, at, after: 0, to },
      () => wanted,
      (count) => tell({ count }),
    ).then((count) => count !== null && tell({ count, isCounted: true }), quiet);
    if (mayFoldHeartbeats(filter))
      countAllEvents(
        backend.timeline,
        { watch, filter: onlyFoldedHeartbeats(filter), at, after: 0, to },
        () => wanted,
      ).then((heartbeats) => heartbeats !== null && tell({ heartbeats }), quiet);
    readCoverage(backend, watch, filter, at).then(tell, quiet);
    return () => {
      wanted = false;
    };
  }, [backend, watch, filter, at, to]);
  return facts;
}

async function readCoverage(backend: BackendClient, watch: WatchId, filter: Filter, at: number) {
  const { since, until } = filterSpan(resolveTimes(filter, at), at);
  const { oldestAt } = await backend.storage.report(watch);
  const from = since?.kind === 'at' ? since.at : (oldestAt ?? at);
  const to = until?.kind === 'at' ? until.at : at;
  const coverage = await backend.coverage.span({ watch, from, to });
  return { oldestAt, coverage: coverageFigures(coverage, { from, to }, at, null) };
}
