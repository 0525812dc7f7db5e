import type { ReactNode } from 'react';
import { useFocusOnArrival } from '../use-focus-on-arrival.ts';
import { Untrusted } from '../../../components/Untrusted.tsx';
import fields from '../Field.module.css';
import styles from './SignIn.module.css';

export interface SignInNote {
  readonly tone: 'good' | 'quiet' | 'failed';
  /** May contain untrusted text. */
  readonly words: string;
}

interface SignInRowProps {
  readonly name: ReactNode;
  readonly note: SignInNote | null;
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

export function SignInRow({ name, note, below, children }: SignInRowProps) {
  const arrived = useFocusOnArrival('sign-in');
  return (
    <div ref={arrived} className={styles['row']}>
      <span className={fields['label']}>{name}</span>
      <div className="shrinks">
        <div className={styles['state']}>{children}</div>
        <div className={styles['note']} data-tone={note?.tone} role={note?.tone === 'failed' ? 'alert' : undefined}>
          {note === null ? below : <Untrusted text={note.words} />}
        </div>
      </div>
    </div>
  );
}
