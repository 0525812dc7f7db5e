/** Asks the backend to try at once, and says why it did not. */
import { useState } from 'react';
import { asError } from '../backend/backend-error.ts';
import { useStores } from '../stores/use-stores.ts';
import { troubleWords } from '../words/error-words.ts';

export function useRetry(): { retry: () => void; refusal: string | null } {
  const { watch } = useStores();
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    refusal,
    retry: () => {
      setRefusal(null);
      watch.retryNow().catch((error: unknown) => setRefusal(troubleWords(asError(error))));
    },
  };
}
