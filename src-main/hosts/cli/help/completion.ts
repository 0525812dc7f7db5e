/**
 * `watchfloor completion`: prints the script with which a shell completes commands, options and values. The scripts are
 * from the library; on each Tab key they ask `watchfloor complete -- WORDS…`, which answers from the definitions of the
 * commands.
 */
import { script, ShellCompDirective } from '@bomb.sh/tab';
import { Argument, Command } from 'commander';
import {
  type DescribedCommand,
  type DescribedOption,
  describedCommands,
  type OptionValue,
} from './described-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withOutput } from '../terminal/output.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

const EXAMPLES = `
Load it where your shell starts (bash needs the package bash-completion):
  bash         source <(watchfloor completion bash)                                  in ~/.bashrc
  zsh          source <(watchfloor completion zsh)                                   in ~/.zshrc, behind compinit
  fish         watchfloor completion fish > ~/.config/fish/completions/watchfloor.fish
  PowerShell   watchfloor completion powershell | Out-String | Invoke-Expression     in $PROFILE`;

export function completionCommand(terminal: Terminal): Command {
  return new Command('completion')
    .description('Print what a shell loads to complete commands, options and their values.')
    .addArgument(new Argument('<shell>', 'for this shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: string) => {
      // The library prints with `console.log`.
      script(shell, 'watchfloor', 'watchfloor');
      // The script for bash turns the completion of file names off where it does not apply, but never on.
      if (shell !== 'bash') return;
      await withOutput(terminal, (output) => output.write('complete -o default -F __watchfloor_complete watchfloor\n'));
    });
}

/** Answers the scripts. @param loadProgram loads the command with this name, or all commands */
export function completeCommand(terminal: Terminal, loadProgram: (called?: string) => Promise<Command>): Command {
  return new Command('complete').argument('[words...]').action(async (words: string[]) => {
    const program = await loadProgram(words.length > 1 ? words[0] : undefined);
    const { offers, files } = offeredWords(describedCommands(program), words);
    const lines = offers.map(({ word, description }) => `${word}\t${shortDescription(description)}\n`);
    const directive = files
      ? ShellCompDirective.ShellCompDirectiveDefault
      : ShellCompDirective.ShellCompDirectiveNoFileComp;
    await withOutput(terminal, (output) => output.write(`${lines.join('')}:${directive}\n`));
  });
}

interface Offer {
  readonly word: string;
  readonly description: string;
}

/** @param words after `watchfloor`; the last one is being typed, and may be empty */
export function offeredWords(
  commands: readonly DescribedCommand[],
  words: readonly string[],
): { readonly offers: readonly Offer[]; readonly files: boolean } {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const depth = before.findIndex((word) => word.startsWith('-'));
  const path = depth === -1 ? before : before.slice(0, depth);
  const command = commands.findLast((each) => each.path.every((name, at) => path[at] === name));
  if (command === undefined || (path.length > 0 && command.path.length === 0)) return { offers: [], files: false };
  const previous = before.at(-1) ?? '';
  const value = command.options.find(({ names }) => names.includes(previous))?.value ?? null;
  const offers = value === null ? [] : valuesOf(value, typed);
  if (value !== null && !value.isOptional) return { offers, files: value.kind === 'file' };
  const others = [...(previous.startsWith('-') ? [] : command.words), ...command.options.flatMap(optionOffers)];
  const fits = ({ word }: Offer) => word.startsWith(typed) && (typed !== '' || !word.startsWith('-'));
  return { offers: [...offers, ...others.filter(fits)], files: false };
}

function optionOffers({ names, description }: DescribedOption): Offer[] {
  return names.map((word) => ({ word, description }));
}

/** Completes the last value of a list, such as `seq,ei`. */
function valuesOf(value: OptionValue, typed: string): Offer[] {
  if (value.kind !== 'choices') return [];
  const list = value.isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  return value.choices
    .map((choice) => ({ word: list + choice, description: '' }))
    .filter(({ word }) => word.startsWith(typed));
}

/** Users only glance at a completion menu. In characters. */
const MAX_DESCRIPTION_LENGTH = 90;

function shortDescription(description: string): string {
  const [first = ''] = description.split(/(?<=[.;]) |: /);
  const text = first.replace(/[.;]$/, '').replace(/ \([^)]*$/, '');
  return text.length > MAX_DESCRIPTION_LENGTH ? `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…` : text;
}
