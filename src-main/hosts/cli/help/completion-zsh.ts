/** Generates the completion script for zsh, to be loaded after `compinit`. */
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import {
  type DescribedCommand,
  type DescribedOption,
  type OptionValue,
  shortDescription,
} from './described-command.ts';

export function zshCompletion(commands: readonly DescribedCommand[]): string {
  const [program, ...others] = commands;
  if (program === undefined) return '';
  return `#compdef watchfloor
# Completion of watchfloor for zsh: source <(watchfloor completion zsh)
_watchfloor() {
    local -a words_here
    local called=
    if (( CURRENT > 2 )); then
        called=$words[2]
        shift words
        (( CURRENT-- ))
    fi
    case $called in
        ${others
          .filter(isParent)
          .map(({ path }) => path.join(' '))
          .join(' | ')})
            if (( CURRENT > 2 )); then
                called="$called $words[2]"
                shift words
                (( CURRENT-- ))
            fi ;;
    esac
    case $called in
${commands.map(commandCase).join('\n')}
    esac
}
if [[ $funcstack[1] == _watchfloor ]]; then _watchfloor "$@"; else compdef _watchfloor watchfloor; fi
`;
}

const isParent = ({ words }: DescribedCommand) => words.length > 0;

function commandCase({ path, options, words }: DescribedCommand): string {
  const named = words.map(({ word, description }) => quoted(`${word}:${escaped(shortDescription(description))}`));
  const described = [
    `words_here=(${named.join(' ')})`,
    `[[ $words[CURRENT] == -* ]] || _describe -t commands word words_here`,
  ];
  const specs = options.map((option) => `                ${spec(option)}`).join(' \\\n');
  return `        ${path.length === 0 ? "''" : quoted(path.join(' '))})
            ${words.length === 0 ? ':' : described.join('\n            ')}
            _arguments \\
${specs} ;;`;
}

/** Offers each option again after it was used; the command decides what a repetition means. */
function spec({ names, description, value }: DescribedOption): string {
  const explained = `[${escaped(shortDescription(description))}]`;
  const valueSpec = value === null ? '' : `:${escaped(value.name)}:${action(value)}`;
  return names.map((name) => quoted(`*${name}${explained}${valueSpec}`)).join(' ');
}

function action(value: OptionValue): string {
  switch (value.kind) {
    case 'choices':
      return value.isList ? `_values -s , value ${value.choices.join(' ')}` : `(${value.choices.join(' ')})`;
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'free':
      return ' ';
    default:
      return assertNever(value);
  }
}

/** Escapes the characters that have a meaning in a specification of `_arguments` or `_describe`. */
const escaped = (text: string) => text.replaceAll(/[\\[\]:$`]/g, String.raw`\$&`);
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
