/** Begins to watch a profile, and ends it. What it came to, the feed of profiles tells. */
import { useState } from 'react';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import { useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';

export function useWatching(id: ProfileId | null) {
  const { backend, watch: watchStore } = useStores();
  const [isAsking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function ask(call: () => Promise<unknown>): Promise<void> {
    setAsking(true);
    setTrouble(null);
    await call().catch((error: unknown) => setTrouble(visibleText(failureWords(asError(error)))));
    setAsking(false);
  }
  const begin = (wanted: ProfileId) => ask(async () => watchStore.show(await backend.profiles.watch(wanted)));
  return {
    isAsking,
    trouble,
    /** Of a profile that was saved just now, of which nothing is told yet. */
    begin,
    watch: () => void (id !== null && begin(id)),
    unwatch: () => void (id !== null && ask(() => backend.profiles.unwatch(id))),
  };
}
