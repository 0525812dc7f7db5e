import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export function EmptyState(props: {
  title: string;
  detail?: string | undefined;
  action?: ReactNode;
  /** An error; screen readers announce it immediately. */
  urgent?: boolean;
}) {
  return (
    <div className={styles['empty']} role={props.urgent === true ? 'alert' : 'status'}>
      <p className={styles['title']}>{props.title}</p>
      {props.detail !== undefined && <p className={styles['detail']}>{props.detail}</p>}
      {props.action}
    </div>
  );
}
