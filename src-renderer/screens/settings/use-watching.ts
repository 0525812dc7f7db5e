/** Starts and stops watching a profile. The feed of profiles delivers the new state. */
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
    /** Works for a profile that was just saved and is not in the feed yet. */
    begin,
    watch: () => void (id !== null && begin(id)),
    unwatch: () => void (id !== null && ask(() => backend.profiles.unwatch(id))),
  };
}
