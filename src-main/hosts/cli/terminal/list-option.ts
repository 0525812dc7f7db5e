import { InvalidArgumentError, Option } from 'commander';

/** Lists the values in help and completion only. The option's own parser accepts and converts them. */
export function withChoices(option: Option, choices: readonly string[]): Option {
  option.argChoices = [...choices];
  return option;
}

/** Adds an option for a list with commas. Each entry must be a known name; repeated names count once. */
export function listOption(
  flags: string,
  description: string,
  { names, what, none = null }: { names: readonly string[]; what: string; none?: 'none' | null },
): Option {
  const parse = (value: string) => {
    if (value.trim().toLowerCase() === none) return [];
    const named = value.split(',').map((name) => {
      const found = names.find((one) => one.toLowerCase() === name.trim().toLowerCase());
      if (found === undefined)
        throw new InvalidArgumentError(`"${name.trim()}" is not a ${what}. Expected one of: ${names.join(', ')}.`);
      return found;
    });
    return [...new Set(named)];
  };
  return withChoices(new Option(flags, description).argParser(parse), none === null ? names : [none, ...names]);
}
