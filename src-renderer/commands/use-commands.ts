import { createContext, useContext, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Command, NewCommand } from './command.ts';
import type { CommandRegistry } from './command-registry.ts';
import { keycapsOf } from './key-strokes.ts';

export const CommandsContext = createContext<CommandRegistry | null>(null);

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(CommandsContext);
  if (registry === null) throw new Error('A component that uses commands is outside CommandsProvider.');
  return registry;
}

/** Registers commands while the component is mounted. The array may be new in each render. */
export function useCommands(declared: readonly NewCommand[]): void {
  const registry = useCommandRegistry();
  // During rendering, because effects of children run before those of parents, and inner components must come later.
  const [owner] = useState(() => registry.newOwner());
  const commands = declared.map((command) => ({ keys: [], ...command }));
  useLayoutEffect(() => registry.register(owner, commands));
  useLayoutEffect(() => () => registry.unregister(owner), [registry, owner]);
}

export function useCommand(command: NewCommand | null): void {
  useCommands(command === null ? [] : [command]);
}

export function useCommandList(): readonly Command[] {
  return useStore(useCommandRegistry(), (state) => state.commands);
}

export function keysOf(commands: readonly Command[], id: string): readonly string[] {
  const keys = commands.find((command) => command.id === id)?.keys[0];
  return keys === undefined ? [] : keycapsOf(keys);
}
