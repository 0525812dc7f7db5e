/** How far something is; the words beside it say of what. */
import styles from './Progress.module.css';

/** @param share from 0 to 1; `null`: nobody knows of how much */
export function Progress({ share, label }: { share: number | null; label: string }) {
  return <progress className={styles['progress']} max={1} value={share ?? undefined} aria-label={label} />;
}
