/** Times below the bars, none of them cut off, and the zone at the end. */
import { useAppearance, useNow } from '../../../stores/use-stores.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';
import { zonesText } from '../../../time/time-text.ts';
import { axisLabels } from './axis-labels.ts';
import styles from './Histogram.module.css';

const QUARTER_HOUR_MS = 900_000;
/** A day and a time, with room around them. */
const LABEL_PX = 92;
/** Half of it: a label that begins further to the right would run into the zone. */
const END_PX = 84;

export function HistogramAxis({ span, widthPx, scale }: { span: TimeSpan; widthPx: number; scale: number }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const labels = axisLabels(span, Math.floor(widthPx / (LABEL_PX * scale)), now, zone);
  return (
    <div className={styles['axis']} aria-hidden="true">
      {labels.map(({ at, share, day, clock }) => {
        const x = share * widthPx;
        if (x > widthPx - END_PX * scale) return null;
        // In the middle of its moment, or at the edge where half of it would be cut off.
        const shift = x < (LABEL_PX / 3) * scale ? '0' : '-50%';
        return (
          <span key={at} className={styles['label']} style={{ transform: `translateX(${x}px) translateX(${shift})` }}>
            {day}
            {day !== '' && clock !== '' && ' '}
            {clock}
          </span>
        );
      })}
      <span>{zonesText(span.from, span.to, zone)}</span>
    </div>
  );
}
