import type { ReactNode } from 'react';
import { failureWords } from '../words/error-words.ts';
import { Untrusted } from './Untrusted.tsx';

/**
 * Announces why a request failed; renders nothing without an error.
 *
 * @param intro sentence before the reason: "It could not be stored."
 * @param children actions after the reason
 */
export function ErrorNote(props: { error: Error | null; intro?: string; children?: ReactNode }) {
  if (props.error === null) return null;
  return (
    <p className="failed breaks" role="alert">
      {props.intro !== undefined && `${props.intro} `}
      <Untrusted text={failureWords(props.error)} /> {props.children}
    </p>
  );
}
