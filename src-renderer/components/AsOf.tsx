import { useAsOf } from '../stores/use-stores.ts';
import styles from './AsOf.module.css';
import { Time } from './Time.tsx';

export function AsOf() {
  const at = useAsOf();
  if (at === null) return null;
  return (
    <span className={styles['as-of']}>
      As of <Time at={at} zoned />
    </span>
  );
}
