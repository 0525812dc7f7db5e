/** Asks the backend to try at once, and says why it did not: until the signal says something else, which is newer. */
import { useState } from 'react';
import { asError } from '../backend/backend-error.ts';
import type { Signal } from '../signal.ts';
import { useSignal, useStores } from '../stores/use-stores.ts';
import { isUnanswered, troubleWords } from '../words/error-words.ts';

export interface RetryRefusal {
  readonly words: string;
  /** Whether it tried all the same is not known. */
  readonly mayHaveTried: boolean;
}

export function useRetry(): { retry: () => void; refusal: RetryRefusal | null } {
  const { watch, signal: store } = useStores();
  const signal = useSignal();
  const [refused, setRefused] = useState<(RetryRefusal & { readonly during: Signal }) | null>(null);
  return {
    refusal: refused !== null && refused.during === signal ? refused : null,
    retry: () => {
      setRefused(null);
      watch.retryNow().catch((thrown: unknown) => {
        const error = asError(thrown);
        setRefused({ words: troubleWords(error), mayHaveTried: isUnanswered(error), during: store.getState() });
      });
    },
  };
}
