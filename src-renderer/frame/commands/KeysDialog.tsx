import { useStore } from 'zustand';
import { LaterDialog, laterPart } from '../../components/later-part.tsx';
import { useCommandRegistry, useCommands } from '../../commands/use-commands.ts';

const { Part, provide } = laterPart<{ readonly close: () => void }>();

export const provideKeysDialog = provide;

export function KeysDialog() {
  const registry = useCommandRegistry();
  const opened = useStore(registry, (state) => state.overlay === 'keys');
  useCommands([
    {
      id: 'keys.open',
      title: 'Show the keys',
      group: 'Help',
      synonyms: ['help', 'shortcuts', 'keyboard'],
      keys: ['?'],
      run: () => registry.setState({ overlay: 'keys' }),
    },
  ]);
  if (!opened) return null;
  const close = () => registry.setState({ overlay: null });
  return <Part close={close} otherwise={<LaterDialog label="Keys" close={close} />} />;
}
