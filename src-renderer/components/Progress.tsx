import styles from './Progress.module.css';

/** @param share from 0 to 1; null if the total is not known */
export function Progress({ share, label }: { share: number | null; label: string }) {
  return <progress className={styles['progress']} max={1} value={share ?? undefined} aria-label={label} />;
}
