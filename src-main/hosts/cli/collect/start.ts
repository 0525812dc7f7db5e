/** `watchfloor start`: uses Electron if there is a display, otherwise the web host, and prints which and why. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { scenarios } from '../../../../src-simulator/configuration/scenario-list.ts';
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { formatArguments } from '../../electron/arguments.ts';
import { type ElectronAvailability, installedElectron } from '../../electron/window/availability.ts';
import { ensurePageBuilt } from './page-build.ts';
import { fetchElectron } from './fetch-electron.ts';
import { runElectron } from './run-electron.ts';
import { runWebHost, type StartOptions } from './run-web-host.ts';
import { leavingSoon, printLine, type Terminal } from '../terminal/terminal.ts';
import { withDataDirOption, noNotifyOption, vaultKeyFileOption, watchCopyOption } from '../options.ts';
import { withChoices } from '../terminal/list-option.ts';

export function startCommand(terminal: Terminal): Command {
  return withDataDirOption(new Command('start'), terminal)
    .option('--web', 'show the page in the browser, even on a desktop')
    .addOption(
      withChoices(
        new Option('--practice [SCENARIO]', 'watch the built-in simulator (scenarios: watchfloor simulator --help)'),
        scenarios.map(({ name }) => name),
      ),
    )
    .option('--profile <FILE>', 'the profile, a JSON file: it is stored and watched')
    .option('--replace-profile', 'store the profile even if another one with its id and another service is stored')
    .option('--wall', 'show a full-screen wall view, readable from across a room')
    .addOption(vaultKeyFileOption())
    .option('--port <N>', 'port of the page on 127.0.0.1; 0 for any free port', parsePort, 0)
    .option('--no-open', 'do not open the browser')
    .addOption(noNotifyOption())
    .addOption(watchCopyOption())
    .action(leavingSoon(terminal, (options: StartOptions) => start(terminal, options)));
}

async function start(terminal: Terminal, options: StartOptions): Promise<void> {
  if (options.practice !== undefined && options.profile !== undefined)
    throw appError('BAD_ARGUMENT', { words: '--practice and --profile exclude each other. Give one of them.' });
  if (options.replaceProfile === true && options.profile === undefined)
    throw appError('BAD_ARGUMENT', { words: '--replace-profile needs --profile FILE. Name the file.' });
  const stopSignal = terminal.stopSignal();
  try {
    await show(terminal, options, stopSignal);
  } catch (error) {
    if (!stopSignal.aborted || error !== stopSignal.reason) throw error;
  }
}

async function show(terminal: Terminal, options: StartOptions, stopSignal: AbortSignal): Promise<void> {
  const electron = options.web === true ? null : await electronHere(terminal, stopSignal);
  const build = await abortable(
    ensurePageBuilt(terminal.environment, (line) => printLine(terminal, line), stopSignal),
    stopSignal,
  );
  if (electron?.kind === 'available') {
    printLine(terminal, 'Opening the desktop app.');
    const end = await runElectron(
      terminal,
      electron.binary,
      [`${build}/main/index.js`, ...formatArguments(options, process.cwd())],
      stopSignal,
    );
    if (end.kind === 'ended') {
      terminal.exitCode = end.exitCode;
      return;
    }
    printLine(terminal, `Using a browser instead of the desktop app: ${end.why}.`);
  } else printLine(terminal, `Using a browser: ${electron === null ? '--web is set' : electron.why}.`);
  await runWebHost(terminal, build, options, stopSignal);
}

async function electronHere(
  terminal: Terminal,
  stopSignal: AbortSignal,
): Promise<Exclude<ElectronAvailability, { kind: 'not-fetched' }>> {
  const found = installedElectron(terminal.environment);
  if (found.kind !== 'not-fetched') return found;
  const problem = await fetchElectron(terminal, found.folder, stopSignal);
  stopSignal.throwIfAborted();
  const fetched = problem === null ? installedElectron(terminal.environment) : found;
  return fetched.kind === 'not-fetched'
    ? { kind: 'missing', why: problem ?? 'Electron could not be fetched: its installer left nothing' }
    : fetched;
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}
