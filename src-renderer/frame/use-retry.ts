/** Asks the backend to try at once, and says why it did not: until the signal says something else, which is newer. */
import { useState } from 'react';
import { asError } from '../backend/backend-error.ts';
import type { Signal } from '../signal.ts';
import { useSignal, useStores } from '../stores/use-stores.ts';
import { troubleWords } from '../words/error-words.ts';

export function useRetry(): { retry: () => void; refusal: string | null } {
  const { watch, signal: store } = useStores();
  const signal = useSignal();
  const [refused, setRefused] = useState<{ readonly words: string; readonly during: Signal } | null>(null);
  return {
    refusal: refused !== null && refused.during === signal ? refused.words : null,
    retry: () => {
      setRefused(null);
      watch
        .retryNow()
        .catch((error: unknown) => setRefused({ words: troubleWords(asError(error)), during: store.getState() }));
    },
  };
}
