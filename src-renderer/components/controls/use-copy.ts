import { useEffect, useState } from 'react';

export type CopyState = 'no' | 'done' | 'failed';

const FEEDBACK_MS = 1_500;

export function useCopy(text: string): { copied: CopyState; copy: () => void } {
  const { copied, copy } = useCopyText();
  return { copied, copy: () => copy(text) };
}

export function useCopyText(): { copied: CopyState; copy: (text: string) => void } {
  const [copied, setCopied] = useState<CopyState>('no');
  useEffect(() => {
    if (copied === 'no') return undefined;
    const timer = setTimeout(() => setCopied('no'), FEEDBACK_MS);
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

export function copiedWords(copied: CopyState, otherwise: string): string {
  if (copied === 'done') return 'Copied';
  return copied === 'failed' ? 'The browser refused to copy' : otherwise;
}
