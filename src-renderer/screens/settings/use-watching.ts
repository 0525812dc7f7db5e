import { useRequest } from '../../stores/queries/use-request.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { useStores } from '../../stores/use-stores.ts';

export function useWatching(id: ProfileId | null) {
  const { backend, watch: watchStore } = useStores();
  const { run, isRunning, error } = useRequest();

  const watchProfile = (profile: ProfileId) =>
    run(async () => watchStore.show((await backend.profiles.watch.mutate({ id: profile })).watch));
  return {
    isRequesting: isRunning,
    error,
    /** Works for a profile that was just saved and is not in the feed yet. */
    watchProfile,
    watch: () => void (id !== null && watchProfile(id)),
    unwatch: () => void (id !== null && run(() => backend.profiles.unwatch.mutate({ id: id }))),
  };
}
