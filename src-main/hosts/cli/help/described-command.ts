/** Reads commander's definitions, for completion and the manual page. */
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

/** `isOptional`: the option may also be given without a value. */
export type OptionValue = { readonly isOptional: boolean } & (
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
  return [
    described,
    ...command.commands
      .filter((child) => inside.includes(child))
      .flatMap((child) => describedCommands(child, [...path, child.name()])),
  ];
}

function describedOption(option: Option): DescribedOption {
  const names = [option.short, option.long].filter((name) => name != null);
  return { names, description: option.description, value: optionValue(option), option };
}

function optionValue({ flags, argChoices, required, optional }: Option): OptionValue | null {
  if (!required && !optional) return null;
  const name = /[<[](.+)[>\]]/.exec(flags)?.[1] ?? '';
  const isOptional = !required;
  if (argChoices !== undefined) return { isOptional, kind: 'choices', choices: argChoices, isList: name.includes(',') };
  if (/\bDIR\b/.test(name)) return { isOptional, kind: 'folder' };
  return { isOptional, kind: /\bFILE\b/.test(name) ? 'file' : 'free' };
}
