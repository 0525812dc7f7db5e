/**
 * The desktop app's command line: the names of `watchfloor start`, and a link. Electron, Chromium and test drivers put
 * arguments of their own into the same line, anywhere in it; those are passed over.
 */
import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';
import { isDeepLink } from './deep-link.ts';

export interface DesktopArguments {
  /** Path of a profile file. */
  readonly profile?: string;
  /** The file's counts, also where a kept profile of its id is watched elsewhere. */
  readonly replaceProfile?: true;
  /** Name of a scenario; `true` for the default one. */
  readonly practice?: string | true;
  readonly dataDir?: string;
  /** Secrets are kept under a key from this file. */
  readonly vaultKeyFile?: string;
  /** The whole screen, as a wall is read. */
  readonly wall?: true;
  /** As it was written. */
  readonly link?: string;
}

/**
 * @param argv without the executable
 * @throws AppError BAD_ARGUMENT
 */
export function desktopArguments(argv: readonly string[]): DesktopArguments {
  const own = argumentsBeforeLink(argv);
  const link = argv[own.length];
  const command = new Command('watchfloor')
    .option('--profile <FILE>')
    .option('--replace-profile')
    .option('--practice [SCENARIO]')
    .option('--data-dir <DIR>')
    .option('--vault-key-file <FILE>')
    .option('--wall')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  let options: DesktopArguments;
  try {
    options = command.parse(own, { from: 'user' }).opts();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw appError(
      'BAD_ARGUMENT',
      { words: `${error.message.replace(/^error: /, 'The command line is wrong: ')}.` },
      { cause: error },
    );
  }
  if (options.practice !== undefined && options.profile !== undefined)
    throw appError('BAD_ARGUMENT', { words: '--practice and --profile exclude each other. Give one of them.' });
  return link === undefined ? options : { ...options, link };
}

/**
 * Switches of Chromium in our line, such as `--ozone-platform=x11`: who needs one to see a window needs it after a new
 * start as well. One whose value is a word of its own cannot be told from a file.
 */
export function chromiumSwitches(argv: readonly string[]): string[] {
  return argumentsBeforeLink(argv).filter(
    (word) => /^--[a-z]/.test(word) && !OWN_SWITCHES.has(word.replace(/=[^]*/, '')),
  );
}

/** The system builds the command line from the link, so the author of a link may have written the words after it. */
function argumentsBeforeLink(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex(isDeepLink);
  return at === -1 ? argv : argv.slice(0, at);
}

const OWN_SWITCHES = new Set([
  '--profile',
  '--replace-profile',
  '--practice',
  '--data-dir',
  '--vault-key-file',
  '--wall',
]);

/** The line that means the same wherever it is typed. @param cwd where `choice` was */
export function formatArguments(choice: DesktopArguments, cwd: string): string[] {
  const { profile, replaceProfile, practice, dataDir, vaultKeyFile, wall, link } = choice;
  return [
    ...(profile === undefined ? [] : [`--profile=${resolve(cwd, profile)}`]),
    ...(replaceProfile === undefined ? [] : ['--replace-profile']),
    ...(practice === undefined ? [] : [practice === true ? '--practice' : `--practice=${practice}`]),
    ...(dataDir === undefined ? [] : [`--data-dir=${resolve(cwd, dataDir)}`]),
    ...(vaultKeyFile === undefined ? [] : [`--vault-key-file=${resolve(cwd, vaultKeyFile)}`]),
    ...(wall === undefined ? [] : ['--wall']),
    ...(link === undefined ? [] : [link]),
  ];
}
