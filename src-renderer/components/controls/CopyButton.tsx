import { Check, Copy } from 'lucide-react';
import styles from './CopyButton.module.css';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { copiedWords, useCopy } from './use-copy.ts';

export function CopyButton({ text, label, word }: { text: string; label: string; word?: string }) {
  const { copied, copy } = useCopy(text);
  const Icon = copied === 'done' ? Check : Copy;
  const words = copiedWords(copied, label);
  return (
    <Tooltip label={word === undefined ? label : null}>
      <button type="button" className={styles['copy']} aria-label={words} onClick={copy}>
        <Icon size={14} aria-hidden="true" />
        {word !== undefined && <span>{copiedWords(copied, word)}</span>}
      </button>
    </Tooltip>
  );
}
