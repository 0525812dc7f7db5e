import { useState } from 'react';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import { useStores } from '../../stores/use-stores.ts';
import { visibleText } from '../../text/visible-text.ts';
import { failureWords } from '../../words/error-words.ts';

export function useWatching(id: ProfileId | null) {
  const { backend, watch: watchStore } = useStores();
  const [isRequesting, setRequesting] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function request(call: () => Promise<unknown>): Promise<void> {
    setRequesting(true);
    setTrouble(null);
    await call().catch((error: unknown) => setTrouble(visibleText(failureWords(asError(error)))));
    setRequesting(false);
  }
  const watchProfile = (profile: ProfileId) =>
    request(async () => watchStore.show((await backend.profiles.watch.mutate({ id: profile })).watch));
  return {
    isRequesting,
    trouble,
    /** Works for a profile that was just saved and is not in the feed yet. */
    watchProfile,
    watch: () => void (id !== null && watchProfile(id)),
    unwatch: () => void (id !== null && request(() => backend.profiles.unwatch.mutate({ id: id }))),
  };
}
