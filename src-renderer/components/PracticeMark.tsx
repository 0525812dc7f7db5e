import styles from './PracticeMark.module.css';

export function PracticeMark() {
  return <span className={styles['practice']}>PRACTICE</span>;
}
