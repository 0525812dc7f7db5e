/**
 * The commands that are there now. Parts of the page bring theirs while they are shown; where two want the same key, the
 * part that was mounted later has it, and gives it back. What is listed is what the keys do.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command } from './command.ts';

interface CommandsState {
  /** Earlier mounted first. `run` does what the command does at the time, or says why it cannot be done. */
  readonly commands: readonly Command[];
  /** Why what was asked for last cannot be done now. */
  readonly refusal: string | null;
  /** Which of the two overlays is open: the list of keys or Ctrl+K. */
  readonly overlay: 'keys' | 'spotlight' | null;
}

export interface CommandRegistry extends StoreApi<CommandsState> {
  /** A number for a part that brings commands: larger than those before it. */
  newOwner(): number;
  /** In the place of what the owner brought before. */
  register(owner: number, commands: readonly Command[]): void;
  unregister(owner: number): void;
}

export function createCommandRegistry(): CommandRegistry {
  const store = createStore<CommandsState>(() => ({ commands: [], refusal: null, overlay: null }));
  const commandsByOwner = new Map<number, readonly Command[]>();
  let owners = 0;

  function mounted(): readonly Command[] {
    return [...commandsByOwner].toSorted(([a], [b]) => a - b).flatMap(([, commands]) => commands);
  }

  /** Each render brings functions anew: only what can be seen of a command makes it another. */
  function list(): void {
    const commands = availableCommands(mounted()).map(runById);
    const before = store.getState().commands;
    const isAsBefore =
      commands.length === before.length && commands.every((command, index) => isSameCommand(command, before[index]));
    if (!isAsBefore) store.setState({ commands });
  }

  /** Made here, since what is made in `list` holds what is seen there: the list before, and by it all before that. */
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
      commandsByOwner.set(owner, commands);
      list();
    },
    unregister(owner) {
      commandsByOwner.delete(owner);
      list();
    },
  };
}

/** Of each id the latest, with the keys that no later one has taken. */
function availableCommands(mounted: readonly Command[]): Command[] {
  const ids = new Set<string>();
  const taken = new Set<string>();
  const kept: Command[] = [];
  for (const command of mounted.toReversed()) {
    if (ids.has(command.id)) continue;
    ids.add(command.id);
    kept.push({ ...command, keys: command.keys.filter((keys) => !taken.has(keys)) });
    for (const keys of command.keys) taken.add(keys);
  }
  return kept.toReversed();
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
