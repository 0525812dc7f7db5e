import { numberText } from '../../../src-shared/words/store-words.ts';
import styles from './Bars.module.css';

interface BarScaleProps {
  readonly max: number;
  readonly heightPx: number;
  readonly headPx: number;
  readonly floorPx?: number;
}

export function BarScale({ max, heightPx, headPx, floorPx = 0 }: BarScaleProps) {
  return (
    <div className={styles['scale']} aria-hidden="true" style={{ height: heightPx + headPx }}>
      <span data-below={headPx === 0} style={{ bottom: heightPx }}>
        {numberText(max)}
      </span>
      {max % 2 === 0 && floorPx === 0 && <span style={{ bottom: heightPx / 2 }}>{numberText(max / 2)}</span>}
    </div>
  );
}
