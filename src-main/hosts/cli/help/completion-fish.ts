import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import {
  type DescribedCommand,
  type DescribedOption,
  type OptionValue,
  shortDescription,
} from './described-command.ts';

export function fishCompletion(commands: readonly DescribedCommand[]): string {
  return `# Completion of watchfloor for fish: watchfloor completion fish > ~/.config/fish/completions/watchfloor.fish
complete -c watchfloor -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, options, words }: DescribedCommand): string[] {
  const here = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const before =
    path.length === 0
      ? ['__fish_use_subcommand']
      : [...here, `not __fish_seen_subcommand_from ${words.map(({ word }) => word).join(' ')}`];
  return [
    ...words.map(
      ({ word, description }) =>
        `complete -c watchfloor -n ${quoted(before.join('; and '))} -a ${word} -d ${quoted(shortDescription(description))}`,
    ),
    ...options.map((option) => optionLine(path.length === 0 ? before : here, option)),
  ];
}

function optionLine(where: readonly string[], { names, description, value }: DescribedOption): string {
  const named = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const parts = [
    ...named,
    ...(value === null ? [] : [valueCompletion(value)]),
    `-d ${quoted(shortDescription(description))}`,
  ];
  return `complete -c watchfloor -n ${quoted(where.join('; and '))} ${parts.join(' ')}`;
}

function valueCompletion(value: OptionValue): string {
  switch (value.kind) {
    case 'choices': {
      const choices = value.choices.join(' ');
      if (!value.isList) return `-x -a ${quoted(choices)}`;
      return `-x -a ${quoted(`(__fish_complete_list , "string split ' ' '${choices}'")`)}`;
    }
    case 'file':
      return '-r -F';
    case 'folder':
      return `-x -a ${quoted('(__fish_complete_directories)')}`;
    case 'free':
      return '-x';
    default:
      return assertNever(value);
  }
}

const quoted = (text: string) => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
