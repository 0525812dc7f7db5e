import { KeyRound, RadioTower } from 'lucide-react';
import { goTo, hrefOf, useScreenName } from '../../address/use-address.ts';
import { asError } from '../../backend/backend-error.ts';
import { useProfileActions } from '../rail/use-profile-actions.ts';
import { startSignIn } from '../../screens/settings/sign-in/start-sign-in.ts';
import { useShownEntry, useStores } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import type { NewCommand } from '../../commands/command.ts';
import { useCommandRegistry, useCommands } from '../../commands/use-commands.ts';

export function ProfileCommands() {
  const { backend } = useStores();
  const registry = useCommandRegistry();
  const actions = useProfileActions();
  const entry = useShownEntry();
  const isInSettings = useScreenName() === 'settings';
  const profile = entry?.profile ?? null;
  const toEditor = (at: 'sign-in' | 'test') =>
    profile !== null && goTo(hrefOf('settings', { profile: profile.id, at }));

  const command = (id: string, title: string, run: () => void): NewCommand => ({
    id: `profile.${id}`,
    title,
    group: 'Watch',
    icon: KeyRound,
    run,
  });
  function signIn(): void {
    if (profile === null) return;
    startSignIn(backend, profile.id, 'store').then(
      (isOpened) => isOpened || toEditor('sign-in'),
      (error: unknown) => registry.setState({ refusal: failureWords(asError(error)) }),
    );
  }
  useCommands([
    ...actions.map(({ id, name, unavailable, run }): NewCommand => ({
      id,
      title: name,
      group: 'Watch',
      icon: RadioTower,
      unavailable,
      run,
    })),
    ...(profile === null
      ? []
      : [
          profile.flow === 'authorizationCode'
            ? command('sign-in', 'Sign in', signIn)
            : command('secret', 'Enter the client secret', () => toEditor('sign-in')),
          // Opens the editor, which first explains the effects.
          ...(entry?.signIn.kind === 'ready' ? [command('sign-out', 'Sign out …', () => toEditor('sign-in'))] : []),
          // In Settings the editor has its own command.
          ...(isInSettings ? [] : [command('test', 'Test the connection', () => toEditor('test'))]),
        ]),
  ]);
  return null;
}
