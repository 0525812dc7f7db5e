/** Prints one status line per change on stderr. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readProfileFile } from '../../../adapters/profile/profile-file.ts';
import type { Backend } from '../../../core/backend.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { abortable } from '../../../../src-shared/lib/abortable.ts';
import { compose } from '../../compose.ts';
import { endWords, readStoreAtExit } from './collect-result.ts';
import { CollectorMonitoring } from './collector-monitoring.ts';
import { openDesktopNotifier } from './desktop-notifier.ts';
import {
  type ExitState,
  exitOnOption,
  exitStates,
  exitWords,
  healthOptions,
  type HealthOptions,
  reportsOptions,
  type ReportsOptions,
  refuseUnusedHealthOptions,
} from './collect-options.ts';
import { writeMonthlyReports } from './monthly-reports.ts';
import { StatusLines } from './status-line.ts';
import { refuseMissingFolder } from '../terminal/output-file.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { keychainAccess, leavingSoon, reportLine, type Terminal } from '../terminal/terminal.ts';
import { noNotifyOption, type ServiceOptions, watchCopyOption, withServiceOptions } from '../options.ts';

interface CollectOptions extends ServiceOptions, HealthOptions, ReportsOptions {
  readonly verbose?: true;
  readonly watchCopy?: true;
  readonly exitOn: ReadonlySet<ExitState>;
  readonly notify: boolean;
}

export function collectCommand(terminal: Terminal): Command {
  const command = withServiceOptions(new Command('collect'), terminal)
    .option('--verbose', "also print the service's answer if it caused a problem")
    .addOption(exitOnOption())
    .addOption(noNotifyOption())
    .addOption(watchCopyOption());
  for (const option of [...healthOptions(), ...reportsOptions()]) command.addOption(option);
  return command.action(leavingSoon(terminal, (options: CollectOptions) => collect(terminal, options, command)));
}

async function collect(terminal: Terminal, options: CollectOptions, command: Command): Promise<void> {
  refuseUnusedHealthOptions(command);
  const stopSignal = terminal.stopSignal();
  try {
    await watchUntilStopped(terminal, options, stopSignal);
  } catch (error) {
    if (!stopSignal.aborted || error !== stopSignal.reason) throw error;
    reportStopped(terminal, 'watching had not started.');
  }
}

async function watchUntilStopped(terminal: Terminal, options: CollectOptions, stopSignal: AbortSignal): Promise<void> {
  const { reportsDir, reportsZone = localTimeZone() } = options;
  if (reportsDir !== undefined) refuseMissingFolder(resolve(reportsDir));
  const profile = await abortable(readProfileFile(options.profile), stopSignal);
  const startedAt = Date.now();
  const print = (line: string) => reportLine(terminal, line);
  const notifier = await openDesktopNotifier(
    terminal,
    // A click only acknowledges the alarm, because there is no page to open.
    { notify: options.notify, clickLabel: 'Acknowledge', print: (line) => print(`${now()}  ${line}`) },
    stopSignal,
  );
  const composition = compose({
    openDatabases: await terminal.openDatabases('watch'),
    clock: terminal.clock,
    policy: await terminal.policy(),
    watchCopy: options.watchCopy,
    dataDir: options.dataDir,
    vaultKeyFile: options.vaultKeyFile,
    ...keychainAccess(terminal),
    notifier,
  });
  const monitoring = new CollectorMonitoring(terminal.environment);
  let newestSeq = 0;
  let turn: 'told' | 'over' | ExitState = 'told';
  let unsaved = 0;
  let reports = Promise.resolve();
  const reportsEnd = new AbortController();
  try {
    await monitoring.open(options, composition, print);
    // A collector has no screen that a user watches, so a permanent failure ends it.
    const watch = await abortable(composition.watchSignedIn(profile, options.profile, stopSignal), stopSignal);
    if (reportsDir !== undefined) {
      const { clock, log, backend } = composition;
      const { serviceReports } = backend.watch(watch);
      const { policy } = backend;
      const parts = { directory: resolve(reportsDir), profile: profile.id, zone: reportsZone, clock, log, policy };
      reports = writeMonthlyReports(
        { ...parts, reports: serviceReports, print: (line) => print(`${now()}  ${terminalText(line)}`) },
        reportsEnd.signal,
      );
    }
    monitoring.manager.ready();
    const lines = new StatusLines({ printsResponses: options.verbose === true });
    const report = (line: string) => {
      print(line);
      monitoring.manager.status(line);
    };
    turn = await reportTransitions(composition.backend, lines, report, stopSignal, options.exitOn);
    newestSeq = await newestStoredSeq(composition.backend);
  } finally {
    reportsEnd.abort(new Error('watching was stopped'));
    await reports;
    await monitoring.close();
    unsaved = await composition.stop();
  }
  const { words, isWell } = endWords({
    unsaved,
    newestSeq,
    startedAt,
    found: await readStoreAtExit(options.dataDir, profile.id),
  });
  if (turn === 'over' || !isWell) terminal.exitCode = 1;
  else if (turn !== 'told') terminal.exitCode = turn === 'sign-in-needed' ? 2 : 1;
  reportStopped(
    terminal,
    words,
    turn === 'told' ? '' : turn === 'over' ? ' because watching cannot continue' : exitWords[turn],
  );
}

const now = () => new Date().toISOString();

function reportStopped(terminal: Terminal, words: string, why = ''): void {
  reportLine(terminal, `${now()}  ${terminalText(`Stopped${why}: ${words}`)}`);
}

async function newestStoredSeq(backend: Pick<Backend, 'snapshots'>): Promise<number> {
  const enough = new AbortController();
  for await (const { state: snapshot } of backend.snapshots(enough.signal)) {
    enough.abort();
    return Math.max(0, ...snapshot.watches.map(({ extent }) => extent.newestSeq));
  }
  return 0;
}

/** Returns `over` if a fault ended the watch, a state of `exitOn` if it was reached, `told` if the signal aborted. */
export async function reportTransitions(
  backend: Pick<Backend, 'transitions'>,
  lines: StatusLines,
  report: (line: string) => void,
  signal: AbortSignal,
  exitOn: ReadonlySet<ExitState> = new Set(),
): Promise<'told' | 'over' | ExitState> {
  for await (const { state: snapshot } of backend.transitions(signal))
    for (const watch of snapshot.watches) {
      for (const line of lines.linesFor(watch, snapshot.at)) report(line);
      const isOver =
        watch.stream.kind === 'stopped' ||
        (watch.storage.kind === 'failing' && watch.storage.error?.code === 'STORE_LOST');
      if (signal.aborted) continue;
      if (isOver) return 'over';
      const state = exitStates.find((one) => one === watch.stream.kind);
      if (state !== undefined && exitOn.has(state)) return state;
    }
  return 'told';
}
