/** The cross in the corner of what is laid over the page. */
import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import styles from './CloseButton.module.css';

export function CloseButton({ close }: { close: () => void }) {
  return (
    <UnstyledButton className={styles['close']} aria-label="Close" onClick={close}>
      <X size={16} aria-hidden="true" />
    </UnstyledButton>
  );
}
