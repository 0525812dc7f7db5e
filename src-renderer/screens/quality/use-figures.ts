import type { Figures } from '../../../src-shared/api/quality/figures.ts';
import { DAY_MS, dayOf } from '../../../src-shared/domain/quality/day-tally.ts';
import type { QualityField } from '../../../src-shared/domain/quality/quality-schemas.ts';
import type { QualityAddress } from '../../address/screen-addresses.ts';
import { useWatchQuery, type WatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useNow, useStores } from '../../stores/use-stores.ts';

export type Kind = 'localization' | 'request';

export interface FiguresQuery {
  readonly kind: Kind;
  /** Ends today, in UTC. */
  readonly days: number;
  readonly by: QualityField[];
}

/** `before` has as many days as `now`, and ends where it begins. */
interface ComparedFigures {
  readonly now: Figures;
  readonly before: Figures;
}

/** A new attempt changes a figure of days by little. */
const REFRESH_MS = 300_000;

export function daysOf(span: QualityAddress['span']): number {
  return span === '' ? 30 : Number(span.slice(0, -1));
}

export function useFigures({ kind, days, by }: FiguresQuery): WatchQuery<ComparedFigures> {
  const stores = useStores();
  const revision = useNow(REFRESH_MS);
  return useWatchQuery<ComparedFigures>(
    JSON.stringify([kind, days, by]),
    async ({ watch, signal }) => {
      const to = stores.now();
      const from = (dayOf(to) - days + 1) * DAY_MS;
      const read = (span: Pick<Figures, 'from' | 'to'>) =>
        stores.backend.quality.figures.query({ watch, kind, by, ...span }, { signal });
      const [now, before] = await Promise.all([read({ from, to }), read({ from: from - days * DAY_MS, to: from })]);
      return { now, before };
    },
    { revision },
  );
}
