import type { ReactNode } from 'react';
import { failureWords } from '../words/error-words.ts';
import { Untrusted } from './Untrusted.tsx';

/** Renders nothing without an error. `children`: actions after the reason. */
export function ErrorNote(props: { error: Error | null; intro?: string; children?: ReactNode }) {
  if (props.error === null) return null;
  return (
    <p className="failed breaks" role="alert">
      {props.intro !== undefined && `${props.intro} `}
      <Untrusted text={failureWords(props.error)} /> {props.children}
    </p>
  );
}
