/** Asks what a token may do. "No" has its own exit code: a failed request is never mistaken for it. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type PermissionQuery, parsePermission } from '../../../../src-shared/domain/profile/permission.ts';
import { escapeUnseen } from '../../../../src-shared/lib/plain-json.ts';
import { checkPermission } from '../../../../src-shared/words/right-words.ts';
import { requestAccess } from '../../../core/access/request-access.ts';
import { withServiceAccess } from '../../service-access.ts';
import { bugText } from '../../process-secrets.ts';
import { failureOf } from '../failure.ts';
import { type Output, withOutput } from '../terminal/output.ts';
import { permissionLines, permissionRows, rowsOf } from './permission-lines.ts';
import { terminalLines, terminalText } from '../terminal/terminal-text.ts';
import { keychainAccess, leavingSoon, reportLine, type Terminal } from '../terminal/terminal.ts';
import {
  cellForm,
  type FormatOptions,
  type RowFormat,
  rowFormats,
  rowLines,
  withCsvOptions,
} from '../terminal/rows.ts';
import { withServiceOptions, type ServiceOptions } from '../options.ts';

interface PermissionsOptions extends ServiceOptions, Omit<FormatOptions, 'format'> {
  readonly can?: PermissionQuery;
  readonly format: RowFormat | 'json';
}

/** 1 means "no", 2 a wrong call. */
const EXIT_UNKNOWN = 4;
const EXIT_NO = 1;

export function permissionsCommand(terminal: Terminal): Command {
  return withCsvOptions(
    withServiceOptions(new Command('permissions'), terminal)
      .option(
        '--can <RESOURCE:PERMISSION>',
        'check one permission, such as users:READ; names must match exactly',
        parseRight,
      )
      .addOption(
        new Option(
          '--format <F>',
          'output format; json is the answer as received, with invisible characters escaped; ndjson and csv have a line for each permission',
        )
          .choices([...rowFormats, 'json'])
          .default(terminal.stdout.isTTY === true ? 'table' : 'json', 'table on a terminal, else json'),
      ),
  ).action(leavingSoon(terminal, (options: PermissionsOptions) => permissions(terminal, options)));
}

function parseRight(text: string): PermissionQuery {
  const permission = parsePermission(text);
  if (permission.resource === '' || permission.permission === '')
    throw new InvalidArgumentError('Expected a resource and a permission, such as users:READ.');
  return permission;
}

async function permissions(terminal: Terminal, options: PermissionsOptions): Promise<void> {
  const stopSignal = terminal.stopSignal();
  try {
    await withOutput(terminal, (output) => print(terminal, output, options, stopSignal));
  } catch (error) {
    terminal.exitCode = stopSignal.aborted ? EXIT_UNKNOWN : reportFailure(terminal, error);
  }
}

async function print(
  terminal: Terminal,
  output: Output,
  options: PermissionsOptions,
  stopSignal: AbortSignal,
): Promise<void> {
  const { report, text } = await withServiceAccess(
    { ...options, ...keychainAccess(terminal), policy: await terminal.policy() },
    (question, signal) => requestAccess(question, 0, signal),
    stopSignal,
  );
  if (options.can !== undefined) {
    const { kind, words } = checkPermission(report, options.can);
    terminal.exitCode = kind === 'yes' ? 0 : EXIT_NO;
    const { resource, permission } = options.can;
    await output.write(terminalText(`${kind === 'yes' ? 'Yes' : 'No'}: ${permission} on ${resource}, ${words}.`));
    await output.write('\n');
  } else if (options.format === 'json') await output.write(escapeUnseen(text.endsWith('\n') ? text : `${text}\n`));
  else if (options.format === 'table') for (const line of permissionLines(report)) await output.write(line);
  else {
    const lines = rowLines(permissionRows, { ...options, format: options.format, cells: cellForm(options) });
    await output.write(lines.head);
    for (const row of rowsOf(report)) await output.write(lines.line(row));
  }
}

/** Ensures that no failure has the exit code of "no". */
function reportFailure(terminal: Terminal, error: unknown): number {
  const failure = failureOf(error);
  reportLine(terminal, failure?.words ?? `watchfloor: Unexpected error. Please report it: ${bugText(error)}`);
  if (failure !== null && failure.exitCode !== EXIT_NO) return failure.exitCode;
  reportLine(
    terminal,
    terminalLines('watchfloor: The permissions of the token are unknown: they could not be checked.'),
  );
  return EXIT_UNKNOWN;
}
