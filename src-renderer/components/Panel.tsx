/** A titled section with an optional remark or button next to the title, and an optional footer. */
import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

export function Panel(props: {
  title: ReactNode;
  beside?: ReactNode;
  tone?: 'failed';
  foot?: ReactNode;
  /** No padding, for tables. */
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
        <span className={styles['beside']}>{props.beside}</span>
      </header>
      <div className={styles['body']} data-flush={props.flush === true}>
        {props.children}
      </div>
      {props.foot !== undefined && <div className={styles['foot']}>{props.foot}</div>}
    </section>
  );
}
