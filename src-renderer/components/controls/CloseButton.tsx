import { X } from 'lucide-react';
import styles from './CloseButton.module.css';

export function CloseButton({ close }: { close: () => void }) {
  return (
    <button type="button" className={styles['close']} aria-label="Close" onClick={close}>
      <X size={16} aria-hidden="true" />
    </button>
  );
}
