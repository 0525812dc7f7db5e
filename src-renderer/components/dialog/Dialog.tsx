import type { ReactNode } from 'react';
import { Overlay } from '../overlay/Overlay.tsx';
import { CloseButton } from '../controls/CloseButton.tsx';
import styles from './Dialog.module.css';
import { ScrollRegion } from '../ScrollRegion.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly description?: ReactNode;
  readonly close: () => void;
  readonly children: ReactNode;
  readonly remark?: ReactNode;
  readonly buttons?: ReactNode;
}

export function Dialog({ title, label, description, close, children, remark, buttons }: DialogProps) {
  return (
    <Overlay label={label} close={close}>
      <div className={styles['dialog']}>
        <div className={styles['head']}>
          <h2 className="shrinks section-size balanced">{title}</h2>
          <CloseButton close={close} />
          {description !== undefined && <p className={styles['about']}>{description}</p>}
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
