import { numberText } from '../../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../../address/use-address.ts';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { useRowFailures } from '../../../stores/use-stores.ts';
import styles from './ResultCells.module.css';
import { failuresFilter } from './failures-filter.ts';

export function FailuresCell({ ordinal }: { ordinal: number }) {
  const failures = useRowFailures(ordinal);
  if (failures === null) return null;
  const newest = failures.newest[0];
  if (newest === undefined) return <span className={styles['none']}>{failures.isAtLeast ? '?' : '–'}</span>;
  const words = `${numberText(failures.count)}${failures.isAtLeast ? '+' : ''} failed`;
  return (
    <span className={styles['failures']}>
      <OutcomeMark outcome={newest.outcome === 'partial' ? 'partial' : 'failed'} />
      <a href={hrefOf('timeline', { filter: failuresFilter(failures.identifiers) })}>{words}</a>
    </span>
  );
}
