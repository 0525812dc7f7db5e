/** A dialog over the page: title, content, and buttons at the bottom. Escape and the close button only close it. */
import type { ReactNode } from 'react';
import { Overlay } from '../commands/Overlay.tsx';
import { CloseButton } from './CloseButton.tsx';
import styles from './Dialog.module.css';
import { ScrollRegion } from './ScrollRegion.tsx';

interface DialogProps {
  readonly title: ReactNode;
  /** A constant name for screen readers. */
  readonly label: string;
  /** Muted text below the title. */
  readonly about?: ReactNode;
  readonly close: () => void;
  readonly children: ReactNode;
  /** Muted text to the left of the buttons. */
  readonly remark?: ReactNode;
  readonly buttons?: ReactNode;
}

export function Dialog({ title, label, about, close, children, remark, buttons }: DialogProps) {
  return (
    <Overlay label={label} close={close}>
      <div className={styles['dialog']}>
        <div className={styles['head']}>
          <h2 className={styles['title']}>{title}</h2>
          <CloseButton close={close} />
          {about !== undefined && <p className={styles['about']}>{about}</p>}
        </div>
        <ScrollRegion className={styles['content'] ?? ''} label={label}>
          {children}
        </ScrollRegion>
        {(buttons !== undefined || remark !== undefined) && (
          <div className={styles['foot']}>
            <span className={styles['remark']}>{remark}</span>
            {buttons}
          </div>
        )}
      </div>
    </Overlay>
  );
}
