import { goTo, hrefOf } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { useCommandRegistry } from '../../commands/use-commands.ts';
import { NEW_PROFILE } from '../../stores/profiles-store.ts';
import { useProfiles, useStores, useWatch } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import { type ProfileAction, profileActions } from './profile-actions.ts';

export type RunnableProfileAction = ProfileAction & { readonly run: () => void };

export function useProfileActions(): readonly RunnableProfileAction[] {
  const { backend, watch } = useStores();
  const registry = useCommandRegistry();
  const entries = useProfiles((state) => state.entries);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');

  async function act(action: ProfileAction): Promise<void> {
    if (action.kind === 'new') goTo(hrefOf('settings', { profile: NEW_PROFILE }));
    else if (action.kind === 'unwatch') await backend.profiles.unwatch.mutate({ id: action.profile });
    else watch.show((await backend.profiles.watch.mutate({ id: action.profile })).watch);
  }
  return profileActions(entries ?? [], isLost).map((action) => ({
    ...action,
    run: () => void act(action).catch((error: unknown) => registry.setState({ refusal: failureWords(asError(error)) })),
  }));
}
