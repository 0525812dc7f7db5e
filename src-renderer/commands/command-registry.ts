/**
 * Commands of mounted components. Of two with the same key, the later one gets it. The listed keys are those that work.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command } from './command.ts';

interface CommandsState {
  /** In mounting order. `run` runs the latest version of the command, or shows why it is unavailable. */
  readonly commands: readonly Command[];
  readonly refusal: string | null;
  readonly overlay: 'keys' | 'spotlight' | null;
}

export interface CommandRegistry extends StoreApi<CommandsState> {
  newOwner(): number;
  register(owner: number, commands: readonly Command[]): void;
  unregister(owner: number): void;
  /** If not allowed, only keys with Ctrl and named keys such as Enter work, for people who speak to the page (WCAG 2.1.4). */
  allowSingleKeys(isAllowed: boolean): void;
}

export function createCommandRegistry(): CommandRegistry {
  const store = createStore<CommandsState>(() => ({ commands: [], refusal: null, overlay: null }));
  const commandsByOwner = new Map<number, readonly Command[]>();
  let owners = 0;
  let hasSingleKeys = true;

  function mounted(): readonly Command[] {
    return [...commandsByOwner].toSorted(([a], [b]) => a - b).flatMap(([, commands]) => commands);
  }

  /** Updates the list only if something visible changed, because each render creates new functions. */
  function list(): void {
    const commands = availableCommands(mounted(), hasSingleKeys).map(runById);
    if (!areSameCommands(store.getState().commands, commands)) store.setState({ commands });
  }

  /** Outside `list`: a closure made there would keep the previous list, and through it all earlier ones, in memory. */
  function runById(command: Command): Command {
    const { id } = command;
    return { ...command, run: () => run(id) };
  }

  function run(id: string): void {
    const command = mounted().findLast((candidate) => candidate.id === id);
    if (command === undefined) return;
    const refusal = command.unavailable ?? null;
    store.setState({ refusal });
    if (refusal === null) command.run();
  }

  return {
    ...store,
    newOwner() {
      owners += 1;
      return owners;
    },
    register(owner, commands) {
      const before = commandsByOwner.get(owner);
      commandsByOwner.set(owner, commands);
      // A component that renders again usually has the same commands, with new functions.
      if (before === undefined || !areSameCommands(before, commands)) list();
    },
    unregister(owner) {
      commandsByOwner.delete(owner);
      list();
    },
    allowSingleKeys(isAllowed) {
      hasSingleKeys = isAllowed;
      list();
    },
  };
}

/** `J`, `?`, `Shift+E` and `G T`, but not `Ctrl+K` and `Enter`. */
const SINGLE_KEY = /^(?:Shift\+)?.(?: |$)/u;

/** Returns the latest command per id, without keys that a later command uses. */
function availableCommands(mounted: readonly Command[], hasSingleKeys: boolean): Command[] {
  const ids = new Set<string>();
  const usedKeys = new Set<string>();
  const accepted: Command[] = [];
  for (const command of mounted.toReversed()) {
    if (ids.has(command.id)) continue;
    ids.add(command.id);
    accepted.push({
      ...command,
      keys: command.keys.filter((keys) => !usedKeys.has(keys) && (hasSingleKeys || !SINGLE_KEY.test(keys))),
    });
    for (const keys of command.keys) usedKeys.add(keys);
  }
  return accepted.toReversed();
}

function areSameCommands(before: readonly Command[], commands: readonly Command[]): boolean {
  return commands.length === before.length && commands.every((command, index) => isSameCommand(command, before[index]));
}

function isSameCommand(command: Command, other: Command | undefined): boolean {
  return (
    other !== undefined &&
    command.id === other.id &&
    command.title === other.title &&
    command.group === other.group &&
    command.icon === other.icon &&
    command.keysOnly === other.keysOnly &&
    command.everywhere === other.everywhere &&
    command.whileTyping === other.whileTyping &&
    (command.unavailable ?? null) === (other.unavailable ?? null) &&
    command.keys.join('\n') === other.keys.join('\n')
  );
}
