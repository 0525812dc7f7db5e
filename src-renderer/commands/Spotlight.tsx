/** Ctrl+K: any id, screen or command by a few letters of it. */
import { useCommandRegistry, useCommands } from './use-commands.ts';

export function Spotlight() {
  const registry = useCommandRegistry();
  useCommands([
    {
      id: 'spotlight.open',
      title: 'Find an id, a screen or a command',
      group: 'Help',
      keys: ['Ctrl+K'],
      keysOnly: true,
      everywhere: true,
      run: () => registry.setState(({ overlay }) => ({ overlay: overlay === 'spotlight' ? null : 'spotlight' })),
    },
  ]);
  return null;
}
