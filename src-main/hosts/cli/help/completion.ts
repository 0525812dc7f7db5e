/** `watchfloor completion`: prints the script with which a shell completes commands, options and values. */
import { Argument, Command } from 'commander';
import { bashCompletion } from './completion-bash.ts';
import { fishCompletion } from './completion-fish.ts';
import { zshCompletion } from './completion-zsh.ts';
import { type DescribedCommand, describedCommands } from './described-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withOutput } from '../terminal/output.ts';

const scripts: Readonly<Record<string, (commands: readonly DescribedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const EXAMPLES = `
Load it where your shell starts:
  bash   source <(watchfloor completion bash)                                  in ~/.bashrc
  zsh    source <(watchfloor completion zsh)                                   in ~/.zshrc, behind compinit
  fish   watchfloor completion fish > ~/.config/fish/completions/watchfloor.fish`;

export function completionCommand(terminal: Terminal, loadProgram: () => Promise<Command>): Command {
  return new Command('completion')
    .description('Print what a shell loads to complete commands, options and their values.')
    .addArgument(new Argument('<shell>', 'for this shell').choices(Object.keys(scripts)))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: string) => {
      const script = scripts[shell]?.(describedCommands(await loadProgram())) ?? '';
      await withOutput(terminal, (output) => output.write(script));
    });
}
