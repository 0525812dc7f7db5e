import { useEffect, useState } from 'react';
import { coverageFigures, type CoverageFigures } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import { filterSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { type Filter, resolveTimes } from '../../../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';
import { onlyFoldedHeartbeats, mayFoldHeartbeats } from '../../../stores/timeline/folded-heartbeats.ts';
import { useStores } from '../../../stores/use-stores.ts';
import { countAllEvents } from '../../../stores/timeline/count-all-events.ts';

export interface ExportPreview {
  readonly count: number | null;
  readonly isCounted: boolean;
  /** How many of them are heartbeats that the list folds; the file contains each. Null until known. */
  readonly heartbeats: number | null;
  /** Time of the oldest stored event, UTC epoch ms; null if there is none or it is unknown. */
  readonly oldestAt: number | null;
  readonly coverage: CoverageFigures | null;
}

const UNKNOWN: ExportPreview = { count: null, isCounted: false, heartbeats: null, oldestAt: null, coverage: null };

/** `to`: last `seq`, inclusive; null for the newest. */
export function useExportPreview(watch: WatchId | null, filter: Filter, at: number, to: number | null): ExportPreview {
  const { backend } = useStores();
  const [preview, setPreview] = useState(UNKNOWN);
  useEffect(() => {
    if (watch === null) return undefined;
    let isCurrent = true;
    const update = (part: Partial<ExportPreview>) => isCurrent && setPreview((before) => ({ ...before, ...part }));
    // Shows nothing after a failure; the export itself reports its error.
    const quiet = () => undefined;
    countAllEvents(
      backend.timeline,
      { watch, filter, at, after: 0, to },
      () => isCurrent,
      (count) => update({ count }),
    ).then((count) => count !== null && update({ count, isCounted: true }), quiet);
    if (mayFoldHeartbeats(filter))
      countAllEvents(
        backend.timeline,
        { watch, filter: onlyFoldedHeartbeats(filter), at, after: 0, to },
        () => isCurrent,
      ).then((heartbeats) => heartbeats !== null && update({ heartbeats }), quiet);
    readCoverage(backend, watch, filter, at).then(update, quiet);
    return () => {
      isCurrent = false;
    };
  }, [backend, watch, filter, at, to]);
  return preview;
}

async function readCoverage(backend: BackendClient, watch: WatchId, filter: Filter, at: number) {
  const { since, until } = filterSpan(resolveTimes(filter, at), at);
  const { oldestAt } = await backend.storage.report.query({ watch });
  const from = since?.kind === 'at' ? since.at : (oldestAt ?? at);
  const to = until?.kind === 'at' ? until.at : at;
  const coverage = await backend.coverage.span.query({ watch, from, to });
  return { oldestAt, coverage: coverageFigures(coverage, { from, to }, at, null) };
}
