import type { Rate } from '../../../src-shared/domain/quality/quality-schemas.ts';
import styles from './RateBar.module.css';

interface RateBarProps {
  readonly rate: Rate | null;
  /** True if a high rate is bad. */
  readonly isLoss?: boolean;
  /** Share of the time, 0 to 1, drawn as a hatched line below. */
  readonly notWatched?: number;
}

/** Draws a rate between 0 and 100 % with its interval. Too few attempts have no bar, because an empty one looks like 0 %. */
export function RateBar({ rate, isLoss = false, notWatched = 0 }: RateBarProps) {
  return (
    <span className={styles['bar']} aria-hidden="true">
      {rate?.kind === 'rate' && (
        <span className={styles['track']} data-loss={isLoss}>
          <i className={styles['rate']} style={{ width: `${rate.rate * 100}%` }} />
          <i
            className={styles['interval']}
            style={{ left: `${rate.low * 100}%`, width: `${(rate.high - rate.low) * 100}%` }}
          />
        </span>
      )}
      {notWatched > 0 && <span className={styles['lost']} style={{ width: `${notWatched * 100}%` }} />}
    </span>
  );
}
