/** Defines shared options. An empty value is refused: it comes from an unset variable of a shell script. */
import { statSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import { type MaskedField, maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import { isTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { refuseMasks, withRequiredMasks } from '../../core/policy/policy-rules.ts';
import { defaultDataDirectory } from '../data-directory.ts';
import { listOption } from './terminal/list-option.ts';
import type { Terminal } from './terminal/terminal.ts';
import { noTimeZoneWords } from './terminal/times.ts';

export interface StoreOptions {
  readonly dataDir: string;
  readonly profile?: string;
}

export interface VaultKeyFileOption {
  readonly vaultKeyFile?: string;
}

export interface ServiceOptions extends VaultKeyFileOption {
  readonly profile: string;
  readonly dataDir: string;
}

export function withServiceOptions(command: Command, terminal: Pick<Terminal, 'environment'>): Command {
  return withDataDirOption(withProfileFileOption(command, terminal), terminal).addOption(vaultKeyFileOption());
}

export const ONLY_OPEN_HELP = 'only open ones: the last outcome is not a success, and it is not marked as done';

export function withStoreOptions(command: Command, terminal: Pick<Terminal, 'environment'>, more = ''): Command {
  return withDataDirOption(command, terminal).option(
    '--profile <NAME|ID|FILE>',
    `which store to use if the folder has several: a profile name, id or file${more}; WATCHFLOOR_PROFILE sets a default`,
    profileFrom(terminal),
  );
}

function profileFrom({ environment }: Pick<Terminal, 'environment'>): string | undefined {
  return environment['WATCHFLOOR_PROFILE'] || undefined;
}

export function withDataDirOption(command: Command, terminal: Pick<Terminal, 'environment'>): Command {
  // The option's own parser does not see the default.
  return command.addOption(dataDirOption(terminal)).hook('preAction', () => {
    const { dataDir } = command.opts<Pick<StoreOptions, 'dataDir'>>();
    if (isNoFolder(dataDir)) command.error(`error: the data folder '${dataDir}' is a file, or is below one.`);
  });
}

function dataDirOption({ environment }: Pick<Terminal, 'environment'>): Option {
  const option = new Option(
    '--data-dir <DIR>',
    'the data folder, which contains the stores; WATCHFLOOR_DATA_DIR changes the default',
  ).argParser((value) => {
    if (value === '') throw new InvalidArgumentError('Expected a folder.');
    if (isNoFolder(value)) throw new InvalidArgumentError('It is a file, or is below one. Name a folder.');
    return value;
  });
  try {
    return option.default(defaultDataDirectory(environment));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return option.makeOptionMandatory();
  }
}

/** A missing folder may be created later; a forbidden one is reported when it is used. */
function isNoFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    return errorCodeOf(error) === 'ENOTDIR';
  }
}

/** For a computer without a keychain, such as a server. Only this flag replaces the keychain. */
export function vaultKeyFileOption(): Option {
  return new Option(
    '--vault-key-file <FILE>',
    'encrypt secrets with a key from this file instead of the keychain of this computer',
  ).argParser((value) => {
    if (value === '') throw new InvalidArgumentError('Expected a file.');
    return value;
  });
}

/** For `--profil FILE` commander would report "`--profile` is missing" instead of the misspelt option. */
export function withRequiredOption(
  command: Command,
  flags: string,
  description: string,
  defaultValue?: string,
  parse: (value: string) => string = (value) => value,
): Command {
  const name = command.createOption(flags).attributeName();
  return command.option(flags, description, parse, defaultValue).hook('preAction', () => {
    if (command.getOptionValue(name) === undefined) command.error(`error: required option '${flags}' not specified`);
  });
}

export function withProfileFileOption(command: Command, terminal: Pick<Terminal, 'environment'>): Command {
  const words = 'the profile, a JSON file; WATCHFLOOR_PROFILE sets a default';
  return withRequiredOption(command, '--profile <FILE>', words, profileFrom(terminal));
}

const FORMAT_WORDS = new Set(['csv', 'html', 'json', 'jsonl', 'md', 'name', 'ndjson', 'table', 'text', 'wide', 'yaml']);

/** kubectl's `-o` is a format, and `-` is standard output in other programs. Here both would be names of files. */
export function parseOutputFile(value: string): string {
  if (value === '') throw new InvalidArgumentError('Expected a file.');
  if (value === '-') throw new InvalidArgumentError('Leave out --output to print. For a file with this name: ./-');
  if (!FORMAT_WORDS.has(value.toLowerCase())) return value;
  throw new InvalidArgumentError(
    `This is a format, as for --format, and no file. For a file with this name: ./${value}`,
  );
}

export function watchCopyOption(): Option {
  return new Option('--watch-copy', 'watch although the data folder is a copy of another one; needed once');
}

export function noNotifyOption(): Option {
  return new Option('--no-notify', 'do not show alarms as desktop notifications');
}

export function parseLimit(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}

/** Returns the parser of a whole number. Both ends are inclusive. */
export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return number;
  };
}

/** A fleet policy adds to the default, and refuses a choice without a value that it masks. */
export function withMaskOption(
  command: Command,
  terminal: Pick<Terminal, 'policy'>,
  description: string,
  masked?: readonly MaskedField[],
): Command {
  const names = { names: maskedFields, what: 'field that can be masked', none: 'none' } as const;
  const option = listOption('--mask <F,F>', description, names);
  if (masked !== undefined) option.default(masked, masked.join(','));
  return command.addOption(option).hook('preAction', async () => {
    const { mask } = command.opts<{ readonly mask?: readonly MaskedField[] }>();
    if (mask === undefined) return;
    if (command.getOptionValueSource('mask') === 'cli') refuseMasks(await terminal.policy(), mask);
    else command.setOptionValue('mask', withRequiredMasks(await terminal.policy(), mask));
  });
}

export interface ReportOptions {
  readonly zone?: string;
  readonly by: string;
  readonly mask: readonly MaskedField[];
}

export function withReportOptions(
  command: Command,
  terminal: Pick<Terminal, 'policy'>,
  masked: readonly MaskedField[],
): Command {
  const described = command
    .option('--zone <Z>', "time zone of the times, such as Europe/Oslo or UTC; default: this computer's")
    .option('--by <NAME>', 'name of the author', '');
  return withMaskOption(described, terminal, `fields to mask: ${maskedFields.join(', ')}, or none`, masked);
}

const MAX_AUTHOR_LENGTH = 60;

/** @throws AppError BAD_ARGUMENT */
export function validateZoneAndAuthor({ zone, by }: Pick<ReportOptions, 'zone' | 'by'>): void {
  if (zone !== undefined && !isTimeZone(zone)) throw appError('BAD_ARGUMENT', { words: noTimeZoneWords(zone) });
  if (by.length > MAX_AUTHOR_LENGTH)
    throw appError('BAD_ARGUMENT', { words: `--by is longer than ${MAX_AUTHOR_LENGTH} characters.` });
}
