/** The command line as commander has it: one file per command beside this one. Help, completion and manual are made of it. */
import { once } from 'node:events';
import { Command } from 'commander';
import { packageVersion } from '../package-version.ts';
import { tellWhatWasMeant } from './known-value.ts';

/** Each is loaded when it is called: printing events needs neither the simulator nor the web host. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand(),
  collect: async () => (await import('./collect.ts')).collectCommand(),
  events: async () => (await import('./events.ts')).eventsCommand(),
  count: async () => (await import('./count.ts')).countCommand(),
  coverage: async () => (await import('./coverage.ts')).coverageCommand(),
  cases: async () => (await import('./cases.ts')).casesCommand(),
  requests: async () => (await import('./requests.ts')).requestsCommand(),
  alarms: async () => (await import('./alarms.ts')).alarmsCommand(),
  report: async () => (await import('./report.ts')).reportCommand(),
  'support-pack': async () => (await import('./support-pack.ts')).supportPackCommand(),
  search: async () => (await import('./search.ts')).searchCommand(),
  store: async () => (await import('./store.ts')).storeCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  secret: async () => (await import('./secret.ts')).secretCommand(),
  'sign-in': async () => (await import('./sign-in.ts')).signInCommand(),
  'sign-out': async () => (await import('./sign-out.ts')).signOutCommand(),
  permissions: async () => (await import('./permissions.ts')).permissionsCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  simulator: async () => {
    const { toldToStop } = await import('./told-to-stop.ts');
    const { simulatorCommand } = await import('../../../src-simulator/command.ts');
    return simulatorCommand(() => once(toldToStop(), 'abort'));
  },
  completion: async () => (await import('./completion.ts')).completionCommand(commandLine),
  man: async () => (await import('./man-page.ts')).manCommand(commandLine),
};

const EXIT_CODES = `
Exit codes:
  0  done
  1  something went wrong
  2  called wrongly, or the sign-in or secret that it takes is not there
  3  another process collects into the store
  4  permissions: the service could not be asked
  5  coverage --check-inventory: something was possibly missed`;

/** @param called the command that is wanted; left out, or none that there is: all of them */
export async function commandLine(called?: string): Promise<Command> {
  const program = new Command('watchfloor')
    .description('Watches an IoT connectivity service: keeps its notification stream, stores every event, shows them.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .addHelpText('after', EXIT_CODES);
  const load = called !== undefined && Object.hasOwn(commands, called) ? commands[called] : undefined;
  for (const each of load === undefined ? Object.values(commands) : [load]) program.addCommand(await each());
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)]) {
    command.exitOverride().showHelpAfterError('(use --help to see what is possible)');
    tellWhatWasMeant(command);
  }
  return program;
}
