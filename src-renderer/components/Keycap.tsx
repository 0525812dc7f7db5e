import styles from './Keycap.module.css';

export function Keycap({ name }: { name: string }) {
  return <kbd className={styles['key']}>{name}</kbd>;
}
