/**
 * An option that a command cannot do without. Commander's own would be missed before a misspelt one is named: who types
 * `--profil FILE` would be told that `--profile` is not there, and not what is wrong.
 */
import type { Command } from 'commander';

export function withRequiredOption(command: Command, flags: string, description: string): Command {
  const name = command.createOption(flags).attributeName();
  return command.option(flags, description).hook('preAction', () => {
    if (command.getOptionValue(name) === undefined) command.error(`error: required option '${flags}' not specified`);
  });
}

/** `--profile`, the same for every command that needs a profile's file. */
export function withProfileFileOption(command: Command): Command {
  return withRequiredOption(command, '--profile <FILE>', 'the connection profile, a JSON file');
}
