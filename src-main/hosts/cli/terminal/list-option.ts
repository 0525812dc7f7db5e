import { InvalidArgumentError, Option } from 'commander';

/** For help and completion only. The option's own parser accepts and converts the values. */
export function withChoices(option: Option, choices: readonly string[]): Option {
  option.argChoices = [...choices];
  return option;
}

/** Repeated names count once. */
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
