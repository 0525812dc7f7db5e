/**
 * Defines required options. Commander would report a missing required option before a misspelt one: `--profil FILE`
 * would get "`--profile` is missing" instead of the actual mistake.
 */
import type { Command } from 'commander';

export function withRequiredOption(command: Command, flags: string, description: string): Command {
  const name = command.createOption(flags).attributeName();
  return command.option(flags, description).hook('preAction', () => {
    if (command.getOptionValue(name) === undefined) command.error(`error: required option '${flags}' not specified`);
  });
}

export function withProfileFileOption(command: Command): Command {
  return withRequiredOption(command, '--profile <FILE>', 'the profile, a JSON file');
}
