import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { useRequest } from './queries/use-request.ts';
import { useStores } from './use-stores.ts';

/** Watches with a profile here instead of in another window of this computer. */
export function useTakeOver(id: ProfileId) {
  const { backend, watch } = useStores();
  const { run, isRunning, error } = useRequest();
  return {
    isRunning,
    error,
    takeOver: () => void run(async () => watch.show((await backend.profiles.takeOver.mutate({ id })).watch)),
  };
}
