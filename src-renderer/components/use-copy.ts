/** Copies a text to the clipboard and says for a moment whether that worked. */
import { useEffect, useState } from 'react';

export type Copied = 'no' | 'done' | 'failed';

/** Long enough to be read beside the pointer. */
const SHOWN_MS = 1_500;

export function useCopy(text: string): { copied: Copied; copy: () => void } {
  const { copied, copy } = useCopied();
  return { copied, copy: () => copy(text) };
}

/** Where one of several texts is copied. */
export function useCopied(): { copied: Copied; copy: (text: string) => void } {
  const [copied, setCopied] = useState<Copied>('no');
  useEffect(() => {
    if (copied === 'no') return undefined;
    const timer = setTimeout(() => setCopied('no'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (text) => {
      navigator.clipboard.writeText(text).then(
        () => setCopied('done'),
        () => setCopied('failed'),
      );
    },
  };
}

export function copiedWords(copied: Copied, otherwise: string): string {
  if (copied === 'done') return 'Copied';
  return copied === 'failed' ? 'Copying was refused by the browser' : otherwise;
}
