/**
 * Describes every command and its options from commander's definitions, for the completion scripts and the manual page.
 */
import type { Command, Option } from 'commander';

export interface DescribedCommand {
  /** Words after `watchfloor`, for example `['secret', 'set']`; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly DescribedOption[];
  /** Names of its subcommands, or the values of its argument, such as the shell of `completion`. */
  readonly words: readonly { readonly word: string; readonly description: string }[];
  readonly command: Command;
}

export interface DescribedOption {
  readonly names: readonly string[];
  readonly description: string;
  readonly value: OptionValue | null;
  readonly option: Option;
}

export type OptionValue = { readonly name: string } & (
  | {
      readonly kind: 'choices';
      readonly choices: readonly string[];
      readonly isList: boolean;
    }
  | { readonly kind: 'file' | 'folder' | 'free' }
);

/** Lists the program first, and each command before its subcommands. */
export function describedCommands(command: Command, path: readonly string[] = []): DescribedCommand[] {
  const help = command.createHelp();
  const inside = help.visibleCommands(command);
  const words = [
    ...inside.map((child) => ({ word: child.name(), description: child.description() })),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map((word) => ({ word, description })),
    ),
  ];
  const options = help.visibleOptions(command).map(describedOption);
  const described = { path, description: command.description(), options, words, command };
  return [described, ...command.commands.flatMap((child) => describedCommands(child, [...path, child.name()]))];
}

function describedOption(option: Option): DescribedOption {
  const names = [option.short, option.long].filter((name) => name != null);
  return { names, description: option.description, value: optionValue(option), option };
}

function optionValue({ flags, argChoices, required, optional }: Option): OptionValue | null {
  if (!required && !optional) return null;
  const name = /[<[](.+)[>\]]/.exec(flags)?.[1] ?? '';
  if (argChoices !== undefined) return { name, kind: 'choices', choices: argChoices, isList: name.includes(',') };
  if (name === 'DIR') return { name, kind: 'folder' };
  return { name, kind: /\bFILE\b/.test(name) ? 'file' : 'free' };
}

export function shortDescription(description: string): string {
  const [first = ''] = description.split(/(?<=[.;]) |: /);
  const text = first.replace(/[.;]$/, '').replace(/ \([^)]*$/, '');
  return text.length > MAX_DESCRIPTION_LENGTH ? `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…` : text;
}

/** Users only glance at a completion menu. */
const MAX_DESCRIPTION_LENGTH = 90;
