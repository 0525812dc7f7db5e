import { useStore } from 'zustand';
import { LaterDialog, laterPart } from '../../components/later-part.tsx';
import { useCommandRegistry, useCommands } from '../../commands/use-commands.ts';

const TITLE = 'Find an id, a screen or a command';

export interface SpotlightProps {
  readonly label: string;
  readonly close: () => void;
}

const { Part, provide } = laterPart<SpotlightProps>();

export const provideSpotlight = provide;

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
  if (!opened) return null;
  const dialog = { label: TITLE, close: () => registry.setState({ overlay: null }) };
  return <Part {...dialog} otherwise={<LaterDialog {...dialog} />} />;
}
