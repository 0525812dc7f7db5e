/**
 * The desktop app's command line: the names of `watchfloor start`. Electron, Chromium and test drivers put arguments
 * of their own into the same line, anywhere in it; those are passed over.
 */
import { Command, CommanderError } from 'commander';
import { appError } from '../../../src-shared/api/errors.ts';

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
}

/**
 * @param argv without the executable
 * @throws AppError BAD_ARGUMENT
 */
export function desktopArguments(argv: readonly string[]): DesktopArguments {
  const command = new Command('watchfloor')
    .option('--profile <FILE>')
    .option('--replace-profile')
    .option('--practice [SCENARIO]')
    .option('--data-dir <DIR>')
    .option('--vault-key-file <FILE>')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  let options: DesktopArguments;
  try {
    options = command.parse(argv, { from: 'user' }).opts();
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
  return options;
}
