import { Command, type OutputConfiguration } from 'commander';
import { packageVersion } from '../package-version.ts';
import { commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { suggestChoices } from './help/option-choices.ts';
import type { Terminal, TerminalOutput } from './terminal/terminal.ts';

const EXIT_CODES = `
Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code.padEnd(5)}${meaning}`)
  .join('\n')}`;

/** Loads only the command that `words` (after `watchfloor`) name; without `words`, all. */
export async function commandLine(terminal: Terminal, words?: readonly string[]): Promise<Command> {
  const program = new Command('watchfloor')
    .description(
      'Watches an IoT connectivity service: receives its notification stream, stores every event and shows it.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    // Otherwise `alarms` would take the options of `alarms back-test`.
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', EXIT_CODES);
  // The first word may be `help`, as in `watchfloor help events`.
  const called = words?.find((word) => Object.hasOwn(commands, word));
  const loadProgram = (name?: string, other = terminal) => commandLine(other, name === undefined ? undefined : [name]);
  for (const [name, { description, isHidden, load }] of Object.entries(commands)) {
    const isLoaded = words === undefined || name === called;
    const command = isLoaded ? await load(terminal, loadProgram) : new Command(name);
    program.addCommand(command.description(description), { hidden: isHidden === true });
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)]) {
    command.exitOverride().showHelpAfterError('(see --help)');
    command.configureOutput(outputOf(terminal));
    suggestChoices(command);
  }
  return program;
}

/** Commander uses the streams of this process by default. */
function outputOf({ stdout, stderr }: Terminal): OutputConfiguration {
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  };
}

function widthOf({ isTTY, columns }: TerminalOutput): number {
  return isTTY === true ? columns || 80 : 80;
}
