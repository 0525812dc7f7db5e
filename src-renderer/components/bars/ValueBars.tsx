/** Bars of values by count. Each leads to exactly the rows that it counts; the last line sums up the values that do not fit. */
import type { ReactNode } from 'react';
import { counted, numberText } from '../../../src-shared/words/store-words.ts';
import { Untrusted } from '../Untrusted.tsx';
import styles from './ValueBars.module.css';

interface ValueBar {
  readonly key: string;
  /** May be from outside. */
  readonly name: string;
  readonly count: number;
  readonly href: string;
  readonly isChosen?: boolean;
  readonly note?: ReactNode;
}

interface ValueBarsProps {
  readonly label: string;
  readonly bars: readonly ValueBar[];
  readonly max?: number;
}

const MAX_BARS = 8;

export function ValueBars({ label, bars, max = MAX_BARS }: ValueBarsProps) {
  const shown = bars.slice(0, max);
  const others = bars.slice(max);
  const longest = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <ul className={styles['bars']} aria-label={label}>
      {shown.map(({ key, name, count, href, isChosen = false, note }) => (
        <li key={key}>
          <a className={styles['bar']} href={href} aria-current={isChosen}>
            <Untrusted text={name} truncate="end" />
            <span className="meta">{note}</span>
            <b>{numberText(count)}</b>
            <span className={styles['track']} aria-hidden="true">
              <i style={{ width: `${(count / longest) * 100}%` }} />
            </span>
          </a>
        </li>
      ))}
      {others.length > 0 && (
        <li className={styles['others']}>
          {`${counted(others.length, 'other value')}, ${numberText(others.reduce((sum, { count }) => sum + count, 0))}`}
        </li>
      )}
    </ul>
  );
}
