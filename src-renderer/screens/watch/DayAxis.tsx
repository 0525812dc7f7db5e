import { useAppearance, useNow } from '../../stores/use-stores.ts';
import type { TimeSpan } from '../../time/bar-edges.ts';
import { axisLabels, placedLabels } from '../timeline/histogram/axis-labels.ts';
import styles from './DayHistogram.module.css';

const QUARTER_HOUR_MS = 900_000;
/** Width of a day and a time, with space around them. */
const LABEL_PX = 110;

export function DayAxis({ span, widthPx, scale }: { span: TimeSpan; widthPx: number; scale: number }) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const labels = axisLabels(span, Math.floor(widthPx / (LABEL_PX * scale)), now, zone);
  return (
    <div className={styles['axis']} aria-hidden="true" style={{ width: widthPx }}>
      {placedLabels(labels, widthPx, scale).map(({ label, text, x, isCentred }) => (
        <span key={label.at} style={{ transform: `translateX(${x}px) translateX(${isCentred ? '-50%' : '0'})` }}>
          {text}
        </span>
      ))}
      <span className={styles['now']}>now</span>
    </div>
  );
}
