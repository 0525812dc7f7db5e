/**
 * The `watchfloor` command line: one file per command beside this one. What a failure says and which exit code it has
 * is in `failure.ts`.
 */
import { once } from 'node:events';
import { Command } from 'commander';
import { packageVersion } from '../package-version.ts';
import { bugText } from '../secrets-here.ts';
import { failureOf } from './failure.ts';

/** Each is loaded when it is called: printing events needs neither the simulator nor the web host. */
const commands: Record<string, () => Promise<Command>> = {
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
};

/** @param argv as `process.argv`. Sets `process.exitCode`; never throws. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('watchfloor').description(
    'Watches an IoT connectivity service: keeps its notification stream, stores every event, shows them.',
  );
  program.version(packageVersion(), '-V, --version', 'print the version');
  const called = commands[argv[2] ?? ''];
  for (const load of called === undefined ? Object.values(commands) : [called]) program.addCommand(await load());
  for (const command of [program, ...program.commands, ...program.commands.flatMap((child) => child.commands)])
    command.exitOverride().showHelpAfterError('(use --help to see what is possible)');
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = tell(error);
  }
}

function tell(error: unknown): number {
  const failure = failureOf(error);
  if (failure === null) {
    console.error('watchfloor: something unexpected went wrong. Please report it with these lines:');
    console.error(bugText(error));
    return 1;
  }
  if (failure.words !== null) console.error(failure.words);
  return failure.exitCode;
}
