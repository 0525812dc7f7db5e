/** `watchfloor doctor`: tests the connection of a profile from this computer, and says what a person can do. */
import { Command } from 'commander';
import type { ConnectionCheck, ConnectionReport } from '../../../src-shared/api/connection-test.ts';
import type { AskingOptions } from '../asking.ts';
import { testing } from '../testing.ts';
import { dataDirOption } from './data-dir-option.ts';
import { doctorEnd, doctorExitCode, doctorRows, doctorTable, isOver } from './doctor-lines.ts';
import { type Output, printing } from './output.ts';
import { withProfileFile } from './required-option.ts';
import { type ChosenFormat, chosenFormat, type FormatOptions, withFormat } from './row-format.ts';
import { rowLines } from './rows.ts';
import { terminalLines } from './terminal-text.ts';
import { reportLine, type Terminal } from './terminal.ts';
import { vaultKeyFileOption } from './vault-key-file-option.ts';

type DoctorOptions = Omit<AskingOptions, 'environment'> & FormatOptions;

export function doctorCommand(terminal: Terminal): Command {
  const command = withProfileFile(
    new Command('doctor').description(
      'Test the connection of a profile: name, TCP, TLS, token, permissions, search, stream, heartbeat, clock. Takes until the first heartbeat, 30 s as a rule. Exits with 0 if all of it works, 6 if it works with a warning (such as a clock that is wrong, or a search that is not allowed), 1 if something failed or was not tried.',
    ),
  )
    .addOption(dataDirOption(terminal))
    .addOption(vaultKeyFileOption());
  return withFormat(command, '. A line comes as each check is over').action((options: DoctorOptions) =>
    doctor(terminal, options),
  );
}

async function doctor(terminal: Terminal, options: DoctorOptions): Promise<void> {
  const chosen = chosenFormat(terminal, options);
  const told = terminal.stopSignal();
  // A test that ends early has checks that were not tried.
  terminal.exitCode = 1;
  try {
    await printing(terminal, (output) => examine(terminal, output, options, chosen, told));
  } finally {
    // The place of a secret may be such that it never answers.
    terminal.leaveSoon();
  }
}

async function examine(
  terminal: Terminal,
  output: Output,
  options: DoctorOptions,
  chosen: ChosenFormat,
  told: AbortSignal,
): Promise<void> {
  const isTable = chosen.format === 'table';
  const rows = rowLines(doctorRows, chosen);
  if (!isTable) await output.write(rows.head);
  const either = AbortSignal.any([told, output.closed]);
  const surroundings = { ...options, environment: terminal.environment };
  const tellBug = (words: string) => reportLine(terminal, `watchfloor: ${terminalLines(words)}`);
  const printed = new Set<ConnectionCheck>();
  let last: ConnectionReport | null = null;
  for await (const report of testing(surroundings, tellBug, either)) {
    last = report;
    for (const result of report.checks) {
      if (!isOver(result) || printed.has(result.check)) continue;
      printed.add(result.check);
      await output.write(isTable ? doctorTable(result) : rows.line(result));
    }
  }
  if (last === null || last.endedAt === null) return;
  if (isTable) await output.write(doctorEnd(last));
  terminal.exitCode = doctorExitCode(last);
}
