import type { Rate } from '../../../src-shared/domain/quality/quality-schemas.ts';
import styles from './RateBar.module.css';

interface RateBarProps {
  readonly rate: Rate;
  /** True if a high rate is bad. */
  readonly isLoss?: boolean;
}

/** Draws a rate between 0 and 100 % with its interval; empty if there are too few attempts. The words stand beside it. */
export function RateBar({ rate, isLoss = false }: RateBarProps) {
  return (
    <span className={styles['track']} data-loss={isLoss} aria-hidden="true">
      {rate.kind === 'rate' && (
        <>
          <i className={styles['rate']} style={{ width: `${rate.rate * 100}%` }} />
          <i
            className={styles['interval']}
            style={{ left: `${rate.low * 100}%`, width: `${(rate.high - rate.low) * 100}%` }}
          />
        </>
      )}
    </span>
  );
}
