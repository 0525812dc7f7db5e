import { useStore } from 'zustand';
import { useCommandRegistry, useCommands } from '../../commands/use-commands.ts';
import { SpotlightView } from './SpotlightView.tsx';

const TITLE = 'Find an id, a screen or a command';

export function Spotlight() {
  const registry = useCommandRegistry();
  const opened = useStore(registry, (state) => state.overlay === 'spotlight');
  useCommands([
    {
      id: 'spotlight.open',
      title: TITLE,
      group: 'Help',
      keys: ['Ctrl+K'],
      keysOnly: true,
      everywhere: true,
      run: () => registry.setState({ overlay: opened ? null : 'spotlight' }),
    },
  ]);
  return opened && <SpotlightView label={TITLE} close={() => registry.setState({ overlay: null })} />;
}
