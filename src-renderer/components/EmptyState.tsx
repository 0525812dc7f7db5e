import type { ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';
import { failureWords } from '../words/error-words.ts';
import { Button } from './controls/Button.tsx';
import styles from './EmptyState.module.css';

export function EmptyState(props: {
  title: string;
  detail?: string | undefined;
  action?: ReactNode;
  button?: { readonly name: string; readonly run: () => void } | null;
  /** An error; screen readers announce it immediately. */
  urgent?: boolean;
}) {
  return (
    <div className={styles['empty']} role={props.urgent === true ? 'alert' : 'status'}>
      <p className={styles['title']}>{props.title}</p>
      {props.detail !== undefined && <p className={styles['detail']}>{props.detail}</p>}
      {props.action}
      {props.button != null && <Button onClick={props.button.run}>{props.button.name}</Button>}
    </div>
  );
}

interface FailedStateProps {
  readonly title: string;
  readonly error: Error;
  readonly retry: () => void;
}

export function FailedState({ title, error, retry }: FailedStateProps) {
  return (
    <EmptyState
      urgent
      title={title}
      detail={visibleText(failureWords(error))}
      button={{ name: 'Try again', run: retry }}
    />
  );
}
