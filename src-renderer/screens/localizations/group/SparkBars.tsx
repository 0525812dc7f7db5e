import type { FailureGroup } from '../../../../src-shared/api/cases.ts';
import { Time } from '../../../components/Time.tsx';
import { peakWords } from '../../../words/group-words.ts';
import styles from './GroupPane.module.css';

export function SparkBars({ spark }: Pick<FailureGroup, 'spark'>) {
  const { from, stepMs, counts } = spark;
  const maxCount = Math.max(0, ...counts);
  if (maxCount === 0) return <p className="quiet">No recent failures.</p>;
  return (
    <>
      <div className={styles['spark']} aria-hidden="true">
        {counts.map((count, index) => (
          <span
            key={index}
            className={styles['bar']}
            data-empty={count === 0}
            style={{ height: `${(count / maxCount) * 100}%` }}
          />
        ))}
      </div>
      <p className="meta apart flex space-above-1">
        <Time at={from} precision="minute" />
        <span>{peakWords(spark)}</span>
        <Time at={from + stepMs * counts.length} precision="minute" />
      </p>
    </>
  );
}
