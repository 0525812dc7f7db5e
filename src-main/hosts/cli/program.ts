/**
 * Defines the command line with commander, one file per command in this folder. Help, completion and manual are
 * generated from it.
 */
import { Command, type OutputConfiguration } from 'commander';
import { packageVersion } from '../package-version.ts';
import { exitCodes } from './failure.ts';
import { suggestChoices } from './help/option-choices.ts';
import type { Terminal, TerminalOutput } from './terminal/terminal.ts';
import { whenAborted } from './terminal/stop-signal.ts';

/** Each command is loaded on demand: printing events needs neither the simulator nor the web host. */
const commands: Readonly<Record<string, (terminal: Terminal) => Promise<Command>>> = {
  start: async (terminal) => (await import('./collect/start.ts')).startCommand(terminal),
  collect: async (terminal) => (await import('./collect/collect.ts')).collectCommand(terminal),
  events: async (terminal) => (await import('./events/events.ts')).eventsCommand(terminal),
  count: async (terminal) => (await import('./events/count.ts')).countCommand(terminal),
  coverage: async (terminal) => (await import('./events/coverage.ts')).coverageCommand(terminal),
  cases: async (terminal) => (await import('./cases/cases.ts')).casesCommand(terminal),
  requests: async (terminal) => (await import('./cases/requests.ts')).requestsCommand(terminal),
  alarms: async (terminal) => (await import('./cases/alarms.ts')).alarmsCommand(terminal),
  report: async (terminal) => (await import('./cases/report.ts')).reportCommand(terminal),
  'support-pack': async (terminal) => (await import('./store/support-pack.ts')).supportPackCommand(terminal),
  search: async (terminal) => (await import('./inventory/search.ts')).searchCommand(terminal),
  store: async (terminal) => (await import('./store/store.ts')).storeCommand(terminal),
  backup: async (terminal) => (await import('./store/backup.ts')).backupCommand(terminal),
  restore: async (terminal) => (await import('./store/restore.ts')).restoreCommand(terminal),
  secret: async (terminal) => (await import('./sign-in/secret.ts')).secretCommand(terminal),
  'sign-in': async (terminal) => (await import('./sign-in/sign-in.ts')).signInCommand(terminal),
  'sign-out': async (terminal) => (await import('./sign-in/sign-out.ts')).signOutCommand(terminal),
  permissions: async (terminal) => (await import('./inventory/permissions.ts')).permissionsCommand(terminal),
  doctor: async (terminal) => (await import('./sign-in/doctor.ts')).doctorCommand(terminal),
  simulator: async (terminal) => {
    const { simulatorCommand } = await import('../../../src-simulator/command.ts');
    return simulatorCommand(() => whenAborted(terminal.stopSignal()), terminal);
  },
  licenses: async (terminal) => (await import('./help/licenses.ts')).licensesCommand(terminal),
  completion: async (terminal) => (await import('./help/completion.ts')).completionCommand(terminal),
  complete: async (terminal) =>
    (await import('./help/completion.ts')).completeCommand(terminal, (called) => commandLine(terminal, called)),
  man: async (terminal) => (await import('./help/man-page.ts')).manCommand(terminal, () => commandLine(terminal)),
};

const EXIT_CODES = `
Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code.padEnd(5)}${meaning}`)
  .join('\n')}`;

/** @param called name of the only command to load; if missing or unknown, all are loaded */
export async function commandLine(terminal: Terminal, called?: string): Promise<Command> {
  const program = new Command('watchfloor')
    .description(
      'Watches an IoT connectivity service: receives its notification stream, stores every event and shows it.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .addHelpText('after', EXIT_CODES);
  const load = called !== undefined && Object.hasOwn(commands, called) ? commands[called] : undefined;
  for (const each of load === undefined ? Object.values(commands) : [load]) {
    const command = await each(terminal);
    program.addCommand(command, { hidden: command.name() === 'complete' });
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)]) {
    command.exitOverride().showHelpAfterError('(see --help)');
    command.configureOutput(outputOf(terminal));
    suggestChoices(command);
  }
  return program;
}

/**
 * Directs commander's help and errors to the terminal of the command. By default it uses the streams of this process.
 */
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
