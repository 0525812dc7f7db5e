/** The keys of a command, as caps; nothing where the command is not there or has no keys. */
import { Keycap } from '../components/Keycap.tsx';
import { keysOf, useCommandList } from './use-commands.ts';

export function CommandKeys({ id }: { id: string }) {
  const keys = keysOf(useCommandList(), id);
  return keys.map((key) => <Keycap key={key} name={key} />);
}
