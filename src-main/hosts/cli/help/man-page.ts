/** Generates the manual page from the `--help` texts. The tarball contains it for `man watchfloor`. */
import { Command, type Option } from 'commander';
import { packageVersion } from '../../package-version.ts';
import { type DescribedCommand, type DescribedOption, describedCommands } from './described-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withOutput } from '../terminal/output.ts';

export function manCommand(terminal: Terminal, loadProgram: () => Promise<Command>): Command {
  return new Command('man').action(async () => {
    const page = manPage(await loadProgram());
    await withOutput(terminal, (output) => output.write(page));
  });
}

export function manPage(rootCommand: Command): string {
  const [program, ...commands] = describedCommands(rootCommand);
  if (program === undefined) return '';
  return `${[
    `.TH WATCHFLOOR 1 "" ${roffArgument(`watchfloor ${packageVersion()}`)} "User Commands"`,
    '.SH NAME',
    `watchfloor \\- ${escapeRoff(program.description)}`,
    '.SH SYNOPSIS',
    '.B watchfloor',
    '.I command',
    '[\\fIoptions\\fR]',
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH NOTES',
    ...afterLines(program),
  ].join('\n')}\n`;
}

function commandLines(described: DescribedCommand): string[] {
  const { path, description, options, command } = described;
  return [
    `.SS ${roffArgument(`watchfloor ${path.join(' ')} ${command.usage()}`)}`,
    escapeRoff(description),
    ...options.flatMap(optionLines),
    ...afterLines(described),
  ];
}

function optionLines({ option }: DescribedOption): string[] {
  const notes = [
    ...(option.argChoices === undefined ? [] : [`one of: ${option.argChoices.join(', ')}`]),
    ...defaultOf(option),
  ];
  return [
    '.TP',
    `.B ${roffArgument(option.flags)}`,
    escapeRoff([option.description, ...notes.map((note) => `(${note})`)].join(' ')),
  ];
}

function defaultOf({ long, defaultValue, defaultValueDescription, negate }: Option): string[] {
  if (defaultValueDescription !== undefined) return [`default: ${defaultValueDescription}`];
  if (negate || defaultValue === undefined || defaultValue === '') return [];
  // Values of the computer that generates the page are wrong for the reader.
  if (long === '--data-dir') return ["default: this user's data folder"];
  if (long === '--profile') return [];
  return [`default: ${String(defaultValue)}`];
}

function afterLines({ command }: DescribedCommand): string[] {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  const after = text.slice(command.helpInformation().length).trim();
  const lines = after === '' ? [] : after.split('\n');
  return lines.length === 0 ? [] : ['.PP', '.nf', ...lines.map(escapeRoff), '.fi'];
}

/** Escapes a line so that roff reads it as text, and a hyphen so that it can be copied. */
function escapeRoff(text: string): string {
  const plain = text.replaceAll('\\', String.raw`\e`).replaceAll('-', String.raw`\-`);
  return /^[.']/.test(plain) ? String.raw`\&${plain}` : plain;
}

const roffArgument = (text: string) => `"${escapeRoff(text).replaceAll('"', String.raw`\(dq`)}"`;
