import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { offeredWords } from '../../../src-main/hosts/cli/help/completion.ts';
import { type DescribedCommand, describedCommands } from '../../../src-main/hosts/cli/help/described-command.ts';
import { manPage } from '../../../src-main/hosts/cli/help/man-page.ts';
import { runCommandLine } from '../../../src-main/hosts/cli/main.ts';
import { commandLine } from '../../../src-main/hosts/cli/program.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';
import { TestTerminal } from '../../support/terminal.ts';

let commands: DescribedCommand[];
let page: string;
beforeAll(async () => {
  commands = describedCommands(await commandLine(new TestTerminal()));
  page = manPage(await commandLine(new TestTerminal()));
});

/** Names of the scenarios are in the help of the simulator. */
const scenarios = expect.arrayContaining(['calm-shift']) as string[];

test.each<[typed: string[], offers: string[], paths?: string]>([
  [['cov'], ['coverage']],
  [['events', '--fol'], ['--follow']],
  [
    ['events', '--format', ''],
    ['table', 'ndjson', 'csv', 'xlsx'],
  ],
  [['events', '--outcome', 'par'], ['partial']],
  [['events', '--fields', 'seq,ei'], ['seq,eid']],
  [['events', '--fields', '$(reboot),ei'], []],
  [
    ['secret', ''],
    ['set', 'remove', 'bind', 'help'],
  ],
  [['secret', 'set', '--prof'], ['--profile']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', 'powershell'],
  ],
  [['start', '--practice', ''], scenarios],
  [['start', '--practice', '--dat'], ['--data-dir']],
  [['collect', '--profile', 'ac'], [], 'file'],
  [['events', '--data-dir', 'a'], [], 'folder'],
  [['events', '--since', ''], []],
  [['nonsense', '-'], []],
])('[CLI-69] completion offers the right words for %j', (typed, words, paths = 'none') => {
  const offered = offeredWords(commands, typed);
  expect({ words: offered.offers.map(({ word }) => word), paths: offered.paths }).toEqual({ words, paths });
});

test('[CLI-69] completion offers every option of every command', () => {
  for (const { path, options } of commands) {
    const { offers } = offeredWords(commands, [...path, '-']);
    expect(offers.map(({ word }) => word)).toEqual(options.flatMap(({ names }) => names));
  }
});

test('[CLI-69] the script of each shell asks for completions, which end with the directive for files', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  for (const shell of ['zsh', 'fish', 'powershell']) {
    await runCommandLine(['node', 'watchfloor', 'completion', shell], new TestTerminal());
    expect(log.mock.lastCall?.[0]).toMatch(/watchfloor complete '?--'? /);
  }
  log.mockRestore();
  const terminal = new TestTerminal();
  await runCommandLine(['node', 'watchfloor', 'complete', '--', 'events', '--forma'], terminal);
  expect(terminal.output.stdout).toBe('--format\toutput format\n:4\n');
});

describe.skipIf(!existsSync('/bin/bash'))('the script for bash', () => {
  /** Presses Tab after these words. Returns what the script asks `watchfloor`, one word per line, and what it offers. */
  async function pressTab(words: readonly string[]): Promise<{ asked: string; offered: string }> {
    const terminal = new TestTerminal();
    await runCommandLine(['node', 'watchfloor', 'completion', 'bash'], terminal);
    const folder = temporaryDirectory();
    const typed = words.map((word) => `'${word}'`).join(' ');
    const session = `${terminal.output.stdout}
watchfloor() { printf '%s\\n' "$@" > asked; printf 'partial\\ta word\\n:4\\n'; }
COMP_WORDS=(watchfloor ${typed}) COMP_CWORD=${words.length}
_watchfloor
printf '%s' "\${COMPREPLY[*]}"`;
    const offered = execFileSync('/bin/bash', ['--norc', '-c', session], { cwd: folder, encoding: 'utf8' });
    const files = readdirSync(folder);
    expect(files.filter((name) => name !== 'asked')).toEqual([]);
    return { asked: files.length === 0 ? '' : readFileSync(join(folder, 'asked'), 'utf8'), offered };
  }

  test('[CLI-69] asks with the typed words and offers the answer', async () => {
    expect(await pressTab(['events', '--outcome', 'par'])).toEqual({
      asked: 'complete\n--\nevents\n--outcome\npar\n',
      offered: 'partial',
    });
  });

  test('[CLI-69] reads --option=value', async () => {
    expect((await pressTab(['events', '--outcome', '='])).asked).toBe('complete\n--\nevents\n--outcome\n\n');
  });

  test('[CLI-69] runs no typed command and opens no file', async () => {
    const { asked } = await pressTab(['events', '--query', '"$(touch ran)"', '`touch ran`', '']);
    expect(asked).toContain('"$(touch ran)"\n`touch ran`\n');
    expect(await pressTab(['events', '>', 'report.csv'])).toEqual({ asked: '', offered: '' });
  });
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
