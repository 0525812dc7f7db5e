import { Command } from 'commander';
import type { ConnectionCheck, ConnectionReport } from '../../../../src-shared/api/connection-test.ts';
import { sqliteVersion } from '../../../adapters/files/database-file.ts';
import { runConnectionTest } from '../../connection-test.ts';
import { doctorEnd, doctorExitCode, doctorRows, doctorTable, isFinished } from './doctor-lines.ts';
import { checkTitles } from '../../../../src-shared/words/connection-test-words.ts';
import { type Progress, withProgress } from '../terminal/progress.ts';
import { type Output, withOutput } from '../terminal/output.ts';
import { terminalLines } from '../terminal/terminal-text.ts';
import { keychainAccess, leavingSoon, reportLine, type Terminal } from '../terminal/terminal.ts';
import { type ChosenFormat, chosenFormat, type FormatOptions, withFormatOptions, rowLines } from '../terminal/rows.ts';
import { withServiceOptions, type ServiceOptions } from '../options.ts';

type DoctorOptions = ServiceOptions & FormatOptions;

export function doctorCommand(terminal: Terminal): Command {
  const command = withServiceOptions(new Command('doctor'), terminal);
  return withFormatOptions(command, Object.keys(doctorRows.fields), '. Prints a line when each check ends').action(
    leavingSoon(terminal, (options: DoctorOptions) => doctor(terminal, options)),
  );
}

async function doctor(terminal: Terminal, options: DoctorOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  const stopSignal = terminal.stopSignal();
  // If the test ends early, some checks were not tried.
  terminal.exitCode = 1;
  await withOutput(terminal, (output) =>
    withProgress(terminal, 'Testing', (progress) =>
      runChecks(terminal, { output, progress }, options, chosen, stopSignal),
    ),
  );
}

async function runChecks(
  terminal: Terminal,
  { output, progress }: { readonly output: Output; readonly progress: Progress },
  options: DoctorOptions,
  chosen: ChosenFormat,
  stopSignal: AbortSignal,
): Promise<void> {
  const isTable = chosen.format === 'table';
  const rows = rowLines(doctorRows, chosen);
  if (!isTable) await output.write(rows.head);
  const either = AbortSignal.any([stopSignal, output.closed]);
  const accessOptions = { ...options, ...keychainAccess(terminal), policy: await terminal.policy() };
  const reportBug = (words: string) => reportLine(terminal, `watchfloor: ${terminalLines(words)}`);
  const printed = new Set<ConnectionCheck>();
  let last: ConnectionReport | null = null;
  for await (const report of runConnectionTest(accessOptions, reportBug, either)) {
    last = report;
    const running = report.checks.find(({ state }) => state === 'running');
    if (running !== undefined) progress.show(`Testing: ${checkTitles[running.check]}`);
    for (const result of report.checks) {
      if (!isFinished(result) || printed.has(result.check)) continue;
      printed.add(result.check);
      progress.clear();
      await output.write(isTable ? doctorTable(result) : rows.line(result));
    }
  }
  progress.end();
  if (last === null || last.endedAt === null) return;
  if (isTable) await output.write(doctorEnd(last, versionsLine()));
  terminal.exitCode = doctorExitCode(last);
}

function versionsLine(): string {
  return `SQLite ${sqliteVersion()}, time zone rules ${process.versions['tz'] ?? 'of unknown version'}`;
}
