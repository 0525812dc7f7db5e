import { useMemo } from 'react';
import { useWidth } from '../../lists/grid/use-width.ts';
import { useDay } from '../../stores/use-stores.ts';
import { dayColumns } from './day-shapes.ts';
import { DayAxis } from './DayAxis.tsx';
import { useBlindColumns } from './DayHistogram.tsx';
import { DayChart } from './DayChart.tsx';
import type { DayCoverage } from './use-day-coverage.ts';
import styles from './Wall.module.css';

const NO_EDGES: readonly number[] = [];
/** Share of the smaller side of the window, same as in the style sheet. */
const HEIGHT = 0.1;
/** Width of a digit, as a share of the smaller side of the window. */
const NUMBER = 0.017;

export function WallDay({ coverage }: { coverage: DayCoverage | null }) {
  const { widthPx, measure } = useWidth<HTMLDivElement>();
  const bars = useDay((state) => state.bars.value);
  const edges = bars?.edges ?? NO_EDGES;
  const vmin = Math.min(window.innerWidth, window.innerHeight);
  const heightPx = vmin * HEIGHT;
  const { columns } = useMemo(
    () => dayColumns(bars?.outcomes ?? new Map(), Math.max(0, edges.length - 1), heightPx * 0.78),
    [bars, edges, heightPx],
  );
  const blind = useBlindColumns(edges, coverage);
  return (
    <section className={styles['day']} aria-label="Last 24 hours">
      <div ref={measure} className={styles['plot']}>
        {widthPx > 0 && (
          <DayChart
            edges={edges}
            columns={columns}
            blind={blind}
            meant={null}
            widthPx={widthPx}
            heightPx={heightPx * 0.78}
            headPx={heightPx * 0.22}
            charPx={vmin * NUMBER}
            hasLabels={false}
          />
        )}
      </div>
      <DayAxis span={{ from: edges[0] ?? 0, to: edges.at(-1) ?? 0 }} widthPx={widthPx} scale={(vmin * 0.026) / 11} />
    </section>
  );
}
