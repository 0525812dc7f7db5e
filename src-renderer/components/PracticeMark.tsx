/** Marks practice data, so that users do not mistake it for the real service. */
import styles from './PracticeMark.module.css';

export function PracticeMark() {
  return <span className={styles['practice']}>PRACTICE</span>;
}
