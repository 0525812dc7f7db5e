/**
 * Generates the completion script for bash 3.2 or later (the version on macOS). It needs no other package and starts no
 * process while the user types.
 */
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { DescribedCommand, OptionValue } from './described-command.ts';

export function bashCompletion(commands: readonly DescribedCommand[]): string {
  const parents = commands.filter(({ path, words }) => path.length > 0 && words.length > 0);
  return `# Completion of watchfloor for bash: source <(watchfloor completion bash)
_watchfloor_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_watchfloor_list() {
    local before=
    [[ $cur == *,* ]] && before=\${cur%,*},
    COMPREPLY=($(compgen -P "$before" -W "$1" -- "\${cur##*,}"))
    compopt -o nospace 2>/dev/null
}
_watchfloor_paths() {
    COMPREPLY=($(compgen "$1" -- "$cur"))
    compopt -o filenames 2>/dev/null
}
_watchfloor() {
    local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} called=
    COMPREPLY=()
    # --option=value comes as three words.
    if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}; fi
    (( COMP_CWORD > 1 )) && called=\${COMP_WORDS[1]}
    case $called in
        ${parents.map(({ path }) => path.join(' ')).join(' | ')}) (( COMP_CWORD > 2 )) && called="$called \${COMP_WORDS[2]}" ;;
    esac
    case "$called $prev" in
${commands.flatMap(valueCases).join('\n')}
    esac
    case $called in
${commands.map(wordCase).join('\n')}
    esac
}
complete -F _watchfloor watchfloor
`;
}

function valueCases({ path, options }: DescribedCommand): string[] {
  return options.flatMap(({ names, value }) => {
    // Skips options without a value: after them the shell offers the other words.
    if (value === null) return [];
    const keys = names.map((name) => quoted(`${path.join(' ')} ${name}`)).join(' | ');
    return [`        ${keys}) ${valueCompletion(value)}; return ;;`];
  });
}

function valueCompletion(value: OptionValue): string {
  switch (value.kind) {
    case 'choices':
      return `${value.isList ? '_watchfloor_list' : '_watchfloor_words'} ${lines(value.choices)}`;
    case 'file':
      return '_watchfloor_paths -f';
    case 'folder':
      return '_watchfloor_paths -d';
    case 'free':
      return ':';
    default:
      return assertNever(value);
  }
}

function wordCase({ path, options, words }: DescribedCommand): string {
  const names = options.flatMap((option) => option.names);
  const others = words.map(({ word }) => word);
  const key = path.length === 0 ? "''" : quoted(path.join(' '));
  const dashed = `if [[ $cur == -* ]]; then _watchfloor_words ${lines(names)}`;
  const rest = others.length === 0 ? '' : `; else _watchfloor_words ${lines(others)}`;
  return `        ${key}) ${dashed}${rest}; fi ;;`;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const lines = (words: readonly string[]) => `$'${words.join(String.raw`\n`)}'`;
