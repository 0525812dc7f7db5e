import { numberText } from '../../../src-shared/words/store-words.ts';
import styles from './Bars.module.css';

export function BarScale({ max, heightPx, headPx }: { max: number; heightPx: number; headPx: number }) {
  return (
    <div className={styles['scale']} aria-hidden="true" style={{ height: heightPx + headPx }}>
      <span data-below={headPx === 0} style={{ bottom: heightPx }}>
        {numberText(max)}
      </span>
      {max % 2 === 0 && <span style={{ bottom: heightPx / 2 }}>{numberText(max / 2)}</span>}
    </div>
  );
}
