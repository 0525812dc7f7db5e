import { useState } from 'react';
import { useCommand } from '../../../commands/use-commands.ts';

export function useReceivedTextFold(command: string, isInitiallyOpen = false): readonly [boolean, () => void] {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const toggle = () => setOpen(!isOpen);
  const title = isOpen ? 'Hide the received text' : 'Show the received text';
  useCommand({ id: command, title, group: 'Case', keys: ['V'], run: toggle });
  return [isOpen, toggle];
}
