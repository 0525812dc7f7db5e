/** What people read agrees with what is there: links lead somewhere, pictures exist, and every trouble has its place. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { interruptionKindSchema } from '../../src-shared/domain/stream-status.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = globSync(['*.md', 'docs/*.md'], { cwd: root });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** As GitHub makes an anchor of a heading. */
function anchorsOf(path: string): Set<string> {
  const headings = read(path).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Links to files and places of this checkout. */
function brokenLinks(path: string): string[] {
  const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const named = file === '' ? path : relative(root, join(root, dirname(path), file));
      if (!existsSync(join(root, named))) return true;
      return anchor !== undefined && named.endsWith('.md') && !anchorsOf(named).has(anchor);
    })
    .map((target) => `${path}: ${target}`);
}

test('[PAGE-338] every link of a document leads to what is there, and every picture is', () => {
  expect(documents.length).toBeGreaterThan(10);
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

test('[PAGE-338] troubleshooting has a place for every state, every cause and every code', () => {
  const text = read('docs/troubleshooting.md');
  const [, facts = ''] =
    /export interface AppErrorDetails \{\n([\s\S]*?)\n\}/.exec(read('src-shared/api/errors.ts')) ?? [];
  const codes = [...facts.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(40);
  const states = ['Watching', 'Reconnecting', 'Blind', 'Seat taken', 'Sign-in needed'].map((state) => `| **${state}**`);
  const wanted = [...states, ...[...codes, ...interruptionKindSchema.options].map((code) => `\`${code}\``)];
  expect(wanted.length).toBeGreaterThan(60);
  expect(wanted.filter((what) => !text.includes(what))).toEqual([]);
});

test('[PAGE-338] every command and option that a document shows is one that there is', () => {
  const sources = globSync(['src-main/hosts/cli/*.ts', 'src-simulator/command.ts'], { cwd: root }).map(read).join('\n');
  const commands = new Set([...sources.matchAll(/new Command\('([a-z-]+)'\)/g)].map(([, name]) => name));
  const options = new Set([...sources.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option));
  const lines = documents.flatMap((path) =>
    [...read(path).matchAll(/^(?:npx )?watchfloor ([a-z-]+)(.*)$/gm)].map(([line, name = '', rest = '']) => {
      // What follows a `#` is said of it, and a filter is not of the command line.
      const shown = rest.replace(/ # .*$/, '').replaceAll(/'[^']*'/g, '');
      return {
        line: `${path}: ${line}`,
        name,
        shown: [...shown.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option),
      };
    }),
  );
  expect(lines.length).toBeGreaterThan(20);
  const wrong = lines.filter(({ name, shown }) => !commands.has(name) || shown.some((option) => !options.has(option)));
  expect(wrong.map(({ line }) => line)).toEqual([]);
});
