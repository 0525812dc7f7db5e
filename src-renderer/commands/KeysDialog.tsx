/** The list of keys (`?`), made of the commands that are there. */
import { useCommandRegistry, useCommands } from './use-commands.ts';

export function KeysDialog() {
  const registry = useCommandRegistry();
  useCommands([
    {
      id: 'keys.open',
      title: 'List the keys',
      group: 'Help',
      keys: ['?'],
      run: () => registry.setState({ overlay: 'keys' }),
    },
  ]);
  return null;
}
