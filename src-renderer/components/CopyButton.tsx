/** A small button that copies one value. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import styles from './CopyButton.module.css';
import { copiedWords, useCopy } from './use-copy.ts';

/** @param label what is copied, for a screen reader: "Copy EID". */
export function CopyButton({ text, label, word }: { text: string; label: string; word?: string }) {
  const { copied, copy } = useCopy(text);
  const Icon = copied === 'done' ? Check : Copy;
  return (
    <Tooltip label={copiedWords(copied, label)} disabled={copied === 'no' && word !== undefined}>
      <UnstyledButton className={styles['copy']} aria-label={copiedWords(copied, label)} onClick={copy}>
        <Icon size={13} aria-hidden="true" />
        {word !== undefined && <span>{copied === 'done' ? 'Copied' : word}</span>}
      </UnstyledButton>
    </Tooltip>
  );
}
