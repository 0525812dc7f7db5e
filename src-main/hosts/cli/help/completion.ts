/** On each Tab key the shell asks `watchfloor complete -- WORDS…`, which answers from the definitions. */
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
Load it where your shell starts:
  bash         source <(watchfloor completion bash)                                  in ~/.bashrc
  zsh          source <(watchfloor completion zsh)                                   in ~/.zshrc, behind compinit
  fish         watchfloor completion fish > ~/.config/fish/completions/watchfloor.fish
  PowerShell   watchfloor completion powershell | Out-String | Invoke-Expression     in $PROFILE`;

/**
 * For bash 3.2 or later. The library's script passes the typed words to `eval`, which would run commands in them and
 * open the files of redirections before the user presses Enter.
 */
const BASH_SCRIPT = `# Completion of watchfloor for bash: source <(watchfloor completion bash)
_watchfloor() {
    local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} directive= line word
    local -a words=()
    COMPREPLY=()
    for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
        case $word in
            '=') ;; # --option=value comes as three words.
            '<'* | '>'* | '&'*) return ;; # After a redirection, bash completes file names.
            *) words+=("$word") ;;
        esac
    done
    if [[ $cur == '=' ]]; then cur=; words+=(''); fi
    while read -r line; do
        if [[ $line == :* ]]; then directive=$line; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
    done < <(watchfloor complete -- "\${words[@]}" 2>/dev/null)
    case $directive in
        :${ShellCompDirective.ShellCompDirectiveFilterDirs}) COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2>/dev/null ;;
        :${ShellCompDirective.ShellCompDirectiveNoFileComp}) compopt +o default 2>/dev/null ;;
    esac
}
complete -o default -F _watchfloor watchfloor
`;

export function completionCommand(terminal: Terminal): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'for this shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: string) => {
      if (shell === 'bash') await withOutput(terminal, (output) => output.write(BASH_SCRIPT));
      // The library prints with `console.log`.
      else script(shell, 'watchfloor', 'watchfloor');
    });
}

/** Answers the scripts. @param loadProgram loads the command with this name, or all commands */
export function completeCommand(terminal: Terminal, loadProgram: (called?: string) => Promise<Command>): Command {
  return new Command('complete').argument('[words...]').action(async (words: string[]) => {
    const program = await loadProgram(words.length > 1 ? words[0] : undefined);
    const { offers, paths } = offeredWords(describedCommands(program), words);
    const lines = offers.map(({ word, description }) => `${word}\t${shortDescription(description)}\n`);
    await withOutput(terminal, (output) => output.write(`${lines.join('')}:${DIRECTIVES[paths]}\n`));
  });
}

type Paths = 'none' | 'file' | 'folder';

const DIRECTIVES: Readonly<Record<Paths, number>> = {
  none: ShellCompDirective.ShellCompDirectiveNoFileComp,
  file: ShellCompDirective.ShellCompDirectiveDefault,
  folder: ShellCompDirective.ShellCompDirectiveFilterDirs,
};

interface Offer {
  readonly word: string;
  readonly description: string;
}

/** @param words after `watchfloor`; the last one is being typed, and may be empty */
export function offeredWords(
  commands: readonly DescribedCommand[],
  words: readonly string[],
): { readonly offers: readonly Offer[]; readonly paths: Paths } {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const depth = before.findIndex((word) => word.startsWith('-'));
  const path = depth === -1 ? before : before.slice(0, depth);
  const command = commands.findLast((each) => each.path.every((name, at) => path[at] === name));
  if (command === undefined || (path.length > 0 && command.path.length === 0)) return { offers: [], paths: 'none' };
  const previous = before.at(-1) ?? '';
  const value = command.options.find(({ names }) => names.includes(previous))?.value ?? null;
  const offers = value === null ? [] : valuesOf(value, typed);
  if (value !== null && !value.isOptional) {
    return { offers, paths: value.kind === 'file' || value.kind === 'folder' ? value.kind : 'none' };
  }
  const others = [...(previous.startsWith('-') ? [] : command.words), ...command.options.flatMap(optionOffers)];
  const fits = ({ word }: Offer) => word.startsWith(typed) && (typed !== '' || !word.startsWith('-'));
  return { offers: [...offers, ...others.filter(fits)], paths: 'none' };
}

function optionOffers({ names, description }: DescribedOption): Offer[] {
  return names.map((word) => ({ word, description }));
}

/** Completes the last value of `seq,ei` if those before it are valid: shells may expand what is offered. */
function valuesOf(value: OptionValue, typed: string): Offer[] {
  if (value.kind !== 'choices') return [];
  const list = value.isList ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  if (
    !list
      .split(',')
      .slice(0, -1)
      .every((each) => value.choices.includes(each))
  )
    return [];
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
