/** How components bring commands and read which there are. */
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Command } from './command.ts';
import type { CommandRegistry } from './command-registry.ts';
import { keycapsOf } from './key-strokes.ts';

export const CommandsContext = createContext<CommandRegistry | null>(null);

export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(CommandsContext);
  if (registry === null)
    throw new Error('A component that has to do with commands stands outside of CommandsProvider.');
  return registry;
}

/** They are there while the component is; the list may be made anew with each render. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useCommandRegistry();
  // While rendering, since effects of children come before those of their parents: whoever is inside comes later.
  const [owner] = useState(() => registry.newOwner());
  useLayoutEffect(() => registry.register(owner, commands));
  useLayoutEffect(() => () => registry.unregister(owner), [registry, owner]);
}

/** What can be done now, the later mounted last, each with the keys that are really its own. */
export function useCommandList(): readonly Command[] {
  return useStore(useCommandRegistry(), (state) => state.commands);
}

/** The caps of the keys that are shown for a command: `['G', 'T']`; none where it is not there or has none. */
export function keysOf(commands: readonly Command[], id: string): readonly string[] {
  const keys = commands.find((command) => command.id === id)?.keys[0];
  return keys === undefined ? [] : keycapsOf(keys);
}
