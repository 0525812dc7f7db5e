/** Parses the desktop app's arguments; ignores what Electron, Chromium and test drivers add anywhere. */
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import { isDeepLink } from './deep-link.ts';

export interface DesktopArguments {
  readonly profile?: string;
  /** The file replaces a stored profile with the same id, even if that one has other addresses. */
  readonly replaceProfile?: true;
  /** Watches with the data folder even if it is a copy. */
  readonly watchCopy?: true;
  readonly practice?: string | true;
  readonly dataDir?: string;
  readonly vaultKeyFile?: string;
  readonly wall?: true;
  readonly link?: string;
}

function createParser(): Command {
  return new Command('watchfloor')
    .option('--profile <FILE>')
    .option('--replace-profile')
    .option('--watch-copy')
    .option('--practice [SCENARIO]')
    .option('--data-dir <DIR>')
    .option('--vault-key-file <FILE>')
    .option('--wall')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
}

/** @param argv without the executable @throws AppError BAD_ARGUMENT */
export function desktopArguments(argv: readonly string[]): DesktopArguments {
  const own = argumentsBeforeLink(argv);
  const link = argv[own.length];
  let options: DesktopArguments;
  try {
    options = createParser().parse(own, { from: 'user' }).opts();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw appError(
      'BAD_ARGUMENT',
      { words: `${error.message.replace(/^error: /, 'Wrong command line: ')}.` },
      { cause: error },
    );
  }
  if (options.practice !== undefined && options.profile !== undefined)
    throw appError('BAD_ARGUMENT', { words: '--practice and --profile exclude each other. Give one of them.' });
  return link === undefined ? options : { ...options, link };
}

/** Keeps the Chromium switches for a restart. A value that is a separate word is lost, because it looks like a file. */
export function chromiumSwitches(argv: readonly string[]): string[] {
  const own = createParser().options.map(({ long }) => long);
  return argumentsBeforeLink(argv).filter((word) => /^--[a-z]/.test(word) && !own.includes(word.replace(/=[^]*/, '')));
}

/** The system builds the command line from the link, so the link's author may have written the words after it. */
function argumentsBeforeLink(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex(isDeepLink);
  return at === -1 ? argv : argv.slice(0, at);
}

/** Formats a command line that means the same in every working directory. `cwd`: where `choice` was typed. */
export function formatArguments(choice: DesktopArguments, cwd: string): string[] {
  const { profile, replaceProfile, watchCopy, practice, dataDir, vaultKeyFile, wall, link } = choice;
  return [
    ...(profile === undefined ? [] : [`--profile=${resolve(cwd, profile)}`]),
    ...(replaceProfile === undefined ? [] : ['--replace-profile']),
    ...(watchCopy === undefined ? [] : ['--watch-copy']),
    ...(practice === undefined ? [] : [practice === true ? '--practice' : `--practice=${practice}`]),
    ...(dataDir === undefined ? [] : [`--data-dir=${resolve(cwd, dataDir)}`]),
    ...(vaultKeyFile === undefined ? [] : [`--vault-key-file=${resolve(cwd, vaultKeyFile)}`]),
    ...(wall === undefined ? [] : ['--wall']),
    ...(link === undefined ? [] : [link]),
  ];
}
