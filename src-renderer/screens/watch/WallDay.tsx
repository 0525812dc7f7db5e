import { BarPicture } from '../../components/bars/BarPicture.tsx';
import { TimeAxis } from '../../components/bars/TimeAxis.tsx';
import { useWidth } from '../../components/use-width.ts';
import { DAY_LABEL_PX, useDayBars } from './DayHistogram.tsx';
import type { DayCoverage } from './use-day-coverage.ts';
import styles from './Wall.module.css';

/** Share of the smaller side of the window, same as in the style sheet. */
const HEIGHT = 0.1;
/** Share of the height that the bars may take; numbers are above them. */
const BARS = 0.78;
/** Width of a digit, as a share of the smaller side of the window. */
const NUMBER = 0.017;

export function WallDay({ coverage }: { coverage: DayCoverage | null }) {
  const { widthPx, measure } = useWidth<HTMLDivElement>();
  const vmin = Math.min(window.innerWidth, window.innerHeight);
  const heightPx = vmin * HEIGHT;
  const { edges, shapes, floorPx, blind } = useDayBars(coverage, heightPx * BARS);
  return (
    <section className={styles['day']} aria-label="Last 24 hours">
      <div ref={measure} className={styles['plot']}>
        {widthPx > 0 && (
          <BarPicture
            edges={edges}
            shapes={shapes}
            blind={blind}
            floorPx={floorPx}
            marked={null}
            widthPx={widthPx}
            heightPx={heightPx * BARS}
            headPx={heightPx * (1 - BARS)}
            charPx={vmin * NUMBER}
          />
        )}
      </div>
      <TimeAxis edges={edges} size={{ widthPx, scale: (vmin * 0.026) / 11 }} labelPx={DAY_LABEL_PX} end="now" />
    </section>
  );
}
