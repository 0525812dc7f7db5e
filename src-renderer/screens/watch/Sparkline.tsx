/** Draws failures over time as small bars; the words next to it say the same. */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import styles from './Sparkline.module.css';

const WIDTH = 72;
const HEIGHT = 24;

/** @param maxPerMs failures of the highest bar of the list, so that its pictures can be compared; absent: of this one */
export function Sparkline({
  group,
  maxPerMs,
  large = false,
}: {
  group: FailureGroup;
  maxPerMs?: number;
  large?: boolean;
}) {
  const { counts, stepMs } = group.spark;
  const maxCount = Math.max(1, ...(maxPerMs === undefined ? counts : [maxPerMs * stepMs]));
  const step = WIDTH / Math.max(1, counts.length);
  return (
    <svg
      className={styles[large ? 'large' : 'spark']}
      data-outcome={group.outcome}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles['base']} d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {counts.map((count, index) => {
        if (count === 0) return null;
        const height = Math.max(3, (count / maxCount) * HEIGHT);
        const width = Math.max(1, Math.min(step - 0.6, step * 0.82));
        return <rect key={index} x={index * step} y={HEIGHT - height} width={width} height={height} />;
      })}
    </svg>
  );
}

/** Failures per ms of the highest bar of all groups. A storm has shorter steps than the others. */
export function highestRate(groups: readonly Pick<FailureGroup, 'spark'>[]): number {
  return Math.max(0, ...groups.map(({ spark }) => Math.max(0, ...spark.counts) / spark.stepMs));
}
