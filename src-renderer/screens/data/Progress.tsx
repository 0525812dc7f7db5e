/** How far something is; the words beside it say of what. */
import styles from './DataScreen.module.css';

export function Progress({ share, label }: { share: number; label: string }) {
  return <progress className={styles['progress']} max={1} value={share} aria-label={label} />;
}
