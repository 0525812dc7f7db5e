import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bashCompletion } from '../../../src-main/hosts/cli/help/completion-bash.ts';
import { fishCompletion } from '../../../src-main/hosts/cli/help/completion-fish.ts';
import { zshCompletion } from '../../../src-main/hosts/cli/help/completion-zsh.ts';
import { type DescribedCommand, describedCommands } from '../../../src-main/hosts/cli/help/described-command.ts';
import { manPage } from '../../../src-main/hosts/cli/help/man-page.ts';
import { commandLine } from '../../../src-main/hosts/cli/program.ts';
import { TestTerminal } from '../../support/terminal.ts';

let commands: DescribedCommand[];
let page: string;
beforeAll(async () => {
  commands = describedCommands(await commandLine(new TestTerminal()));
  page = manPage(await commandLine(new TestTerminal()));
});

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

test.each(Object.entries(shells))('[CLI-69] %s completes every command and every option', (shell, script) => {
  const text = script(commands);
  const missing = commands.flatMap(({ path, options }) => {
    const names = [path.at(-1) ?? 'watchfloor', ...options.flatMap((option) => option.names)];
    const called = path.join(' ');
    const own = shell === 'fish' ? text : (text.split(`\n        '${called}')`).at(-1)?.split(';;')[0] ?? '');
    const isThere = shell === 'fish' || text.includes(`\n        '${called}')`);
    return isThere
      ? names.filter(
          (name) => !(name.startsWith('-') ? own : text).includes(shell === 'fish' ? name.replace(/^-+/, '') : name),
        )
      : [called];
  });
  expect(missing).toEqual([]);
  // Other characters could have a meaning for the shell.
  for (const { options } of commands)
    for (const { value } of options)
      if (value?.kind === 'choices') expect(value.choices.filter((word) => !/^[\w-]+$/.test(word))).toEqual([]);
});

describe.skipIf(!existsSync('/bin/bash'))('completion in a real bash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-completion-'));
  const script = join(folder, 'completion.bash');
  mkdirSync(join(folder, 'a folder'));
  writeFileSync(join(folder, 'acme profile.json'), '');

  function offered(...words: string[]): string[] {
    writeFileSync(script, bashCompletion(commands));
    const bashScript = [
      'source "$1"; shift',
      '[[ $(complete -p watchfloor) == "complete -F _watchfloor watchfloor" ]] || exit 9',
      'COMP_WORDS=(watchfloor "$@"); COMP_CWORD=$#',
      '_watchfloor; printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n');
    const output = execFileSync('/bin/bash', ['--norc', '-c', bashScript, 'bash', script, ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    return output.split('\n').filter((word) => word !== '');
  }

  test.each<[typed: string[], offers: string[]]>([
    [['cov'], ['coverage']],
    [['events', '--fol'], ['--follow']],
    [
      ['events', '--format', ''],
      ['table', 'ndjson', 'csv'],
    ],
    [['events', '--format', '=', 'c'], ['csv']],
    [['events', '--outcome', 'par'], ['partial']],
    [['events', '--fields', 'seq,ei'], ['seq,eid']],
    [
      ['secret', ''],
      ['set', 'remove', 'bind', 'help'],
    ],
    [['secret', 'set', '--prof'], ['--profile']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['collect', '--profile', 'ac'], ['acme profile.json']],
    [['events', '--data-dir', 'a'], ['a folder']],
    [['events', '--since', ''], []],
    [['nonsense', '-'], []],
  ])('[CLI-69] offers the right words for %j', (typed, offers) => expect(offered(...typed)).toEqual(offers));
});

describe('the manual page', () => {
  test('[CLI-69] describes every command and every option with its value', () => {
    const shown = page.replaceAll(String.raw`\-`, '-');
    const missing = commands.flatMap(({ path, options }) => [
      ...(path.length === 0 || shown.includes(`\n.SS "watchfloor ${path.join(' ')} `) ? [] : [path.join(' ')]),
      ...options.filter(({ option }) => !shown.includes(`\n.B "${option.flags}"\n`)).map(({ names }) => names.join()),
    ]);
    expect(missing).toEqual([]);
  });

  test('[CLI-69] is the same wherever it is made, and names no folder of the machine', () => {
    const dataDir = commands.flatMap(({ options }) => options).find(({ names }) => names.includes('--data-dir'));
    expect(typeof dataDir?.option.defaultValue).toBe('string');
    expect(page.replaceAll(String.raw`\-`, '-')).not.toContain(String(dataDir?.option.defaultValue));
  });

  test.skipIf(!existsSync('/usr/bin/groff'))('[CLI-69] causes no groff warning', () => {
    const output = execFileSync('/usr/bin/groff', ['-ww', '-man', '-Tutf8', '-k', '-z'], {
      input: page,
      stdio: ['pipe', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    expect(output).toBe('');
  });
});
