import { Keycap } from './Keycap.tsx';
import { keysOf, useCommandList } from '../commands/use-commands.ts';

export function CommandKeys({ id }: { id: string }) {
  const keys = keysOf(useCommandList(), id);
  return keys.map((key) => <Keycap key={key} name={key} />);
}
