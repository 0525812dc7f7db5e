import type { Figures } from '../../../src-shared/api/quality/figures.ts';
import { dayOf } from '../../../src-shared/domain/quality/day-tally.ts';
import type { QualityField } from '../../../src-shared/domain/quality/quality-schemas.ts';
import type { QualityAddress } from '../../address/screen-addresses.ts';
import { useWatchQuery, type WatchQuery } from '../../stores/queries/use-watch-query.ts';
import { useNow, useStores } from '../../stores/use-stores.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

export type Kind = 'localization' | 'request';

interface FiguresQuery {
  readonly kind: Kind;
  /** Ends today, in UTC. */
  readonly days: number;
}

/** Fields of the tables, in the order of their lines; `now` also has those of the days, after them. */
export const TABLES = ['country', 'customer', 'step', 'cause'] as const satisfies readonly QualityField[];
const BY_TABLE = TABLES.map((field) => [field]);

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

export function useFigures({ kind, days }: FiguresQuery): WatchQuery<ComparedFigures> {
  const stores = useStores();
  const revision = useNow(REFRESH_MS);
  return useWatchQuery<ComparedFigures>(
    JSON.stringify([kind, days]),
    async ({ watch, signal }) => {
      const to = stores.now();
      const from = (dayOf(to) - days + 1) * DAY_MS;
      const read = (span: Pick<Figures, 'from' | 'to'>, by: QualityField[][]) =>
        stores.backend.quality.figures.query({ watch, kind, by, ...span }, { signal });
      const [now, before] = await Promise.all([
        read({ from, to }, [...BY_TABLE, ['day']]),
        read({ from: from - days * DAY_MS, to: from }, BY_TABLE),
      ]);
      return { now, before };
    },
    { revision },
  );
}
