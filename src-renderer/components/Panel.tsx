import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

export function Panel(props: {
  title: ReactNode;
  headExtra?: ReactNode;
  tone?: 'failed';
  foot?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['panel']} data-tone={props.tone} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {props.title}
        </h2>
        <span className="meta">{props.headExtra}</span>
      </header>
      <div className={styles['body']} data-flush={props.flush === true}>
        {props.children}
      </div>
      {props.foot !== undefined && <div className={styles['foot']}>{props.foot}</div>}
    </section>
  );
}
