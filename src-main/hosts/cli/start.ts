/**
 * `watchfloor start`: the product with its page. Electron where its binary and a display are there, else the web host;
 * which and why is said in one line.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { openApplication } from '../compose.ts';
import { installedElectron } from '../electron/availability.ts';
import { startWebHost } from '../web/web-host.ts';
import { passedOver } from '../words.ts';
import { builtPage } from './built-page.ts';
import { dataDirOption } from './data-dir-option.ts';
import { leaveSoon } from './leave.ts';
import { openBrowser } from './open-browser.ts';
import { terminalLines } from './terminal-text.ts';
import { aborted, toldToStop } from './told-to-stop.ts';
import { type VaultKeyFileOption, vaultKeyFileOption } from './vault-key-file-option.ts';

interface StartOptions extends VaultKeyFileOption {
  web?: true;
  practice?: string | true;
  profile?: string;
  replaceProfile?: true;
  dataDir: string;
  port: number;
  open: boolean;
}

export function startCommand(): Command {
  return new Command('start')
    .description('Watch, with the page: the desktop app where Electron can run, else a page in the browser.')
    .option('--web', 'the page in the browser, even where Electron can run')
    .option('--practice [SCENARIO]', 'watch the built-in simulator (scenarios: watchfloor simulator --help)')
    .option('--profile <FILE>', 'a connection profile, a JSON file: it is kept, and watched')
    .option('--replace-profile', 'keep it also where a profile with its id is kept already and watched elsewhere')
    .addOption(dataDirOption())
    .addOption(vaultKeyFileOption())
    .option('--port <N>', 'port of the page on 127.0.0.1; 0 takes a free one', parsePort, 0)
    .option('--no-open', 'do not open the browser')
    .action(start);
}

async function start(options: StartOptions): Promise<void> {
  if (options.practice !== undefined && options.profile !== undefined)
    throw appError('BAD_ARGUMENT', { words: '--practice and --profile exclude each other. Give one of them.' });
  if (options.replaceProfile === true && options.profile === undefined)
    throw appError('BAD_ARGUMENT', { words: '--replace-profile needs --profile FILE. Name the file.' });
  const told = toldToStop();
  try {
    await show(options, told);
  } catch (error) {
    if (!told.aborted || error !== told.reason) throw error;
  } finally {
    // The place of a secret may be such that it never answers.
    leaveSoon();
  }
}

async function show(options: StartOptions, told: AbortSignal): Promise<void> {
  const electron = options.web === true ? null : installedElectron();
  const build = await abortable(
    builtPage((line) => console.log(line), told),
    told,
  );
  if (electron?.kind === 'available') {
    console.log('Opening the desktop app: Electron and a display are here.');
    await runElectron(electron.binary, build, options, told);
    return;
  }
  console.log(`Using the web page in a browser: ${electron === null ? '--web asked for it' : electron.why}.`);
  await runWebHost(build, options, told);
}

async function runWebHost(build: string, options: StartOptions, told: AbortSignal): Promise<void> {
  const opening = openApplication(options);
  const opened = await abortable(opening, told).catch((error: unknown) => {
    // What opens nevertheless is closed again.
    opening.then((late) => late.stop()).catch(() => undefined);
    throw error;
  });
  for (const warning of opened.warnings) console.error(`watchfloor: ${terminalLines(passedOver(warning))}`);
  try {
    const host = await startWebHost({
      exports: opened.exports,
      port: options.port,
      application: opened.application,
      rendererDirectory: `${build}/renderer`,
      clock: opened.clock,
      log: opened.log,
      onLaunchLink: (url) => console.log(`A fresh link, since the last one was used or too old: ${url}`),
    });
    try {
      console.log(`Watchfloor is ready: ${host.launchUrl}`);
      if (options.open) openBrowser(host.launchUrl);
      await aborted(told);
    } finally {
      await host.stop();
    }
  } finally {
    const unsaved = await opened.stop();
    if (unsaved > 0) {
      console.error(`watchfloor: ${unsaved} events could not be stored; the log says why.`);
      process.exitCode = 1;
    }
  }
}

/** The child's end is ours; our end is the child's. */
function runElectron(binary: string, build: string, options: StartOptions, told: AbortSignal): Promise<void> {
  const child = spawn(
    binary,
    [
      `${build}/main/index.js`,
      `--data-dir=${options.dataDir}`,
      ...(options.vaultKeyFile === undefined ? [] : [`--vault-key-file=${options.vaultKeyFile}`]),
      ...(options.profile === undefined ? [] : [`--profile=${options.profile}`]),
      ...(options.replaceProfile === true ? ['--replace-profile'] : []),
      ...(options.practice === undefined
        ? []
        : [options.practice === true ? '--practice' : `--practice=${options.practice}`]),
    ],
    { stdio: 'inherit' },
  );
  void aborted(told).then(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.exitCode = code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
      resolve();
    });
  });
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}
