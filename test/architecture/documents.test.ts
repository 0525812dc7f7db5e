/** Checks that the documents match the product: links, citations, pictures, causes and codes, commands and options. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands as listedCommands } from '../../src-main/hosts/cli/commands.ts';
import { interruptionKindSchema } from '../../src-shared/domain/coverage/interruption-kind.ts';
import { sentencesOf } from './prose.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesOf = (...patterns: string[]) => globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
/** Maps of folders, for those who change the code. */
const maps = filesOf('src-*/**/README.md', 'test/README.md');
const documents = [...filesOf('*.md', 'docs/*.md', 'docs/design/*.md', 'docs/grafana/*.md'), ...maps];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const headingsOf = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

function anchorsOf(path: string): Set<string> {
  return new Set(
    headingsOf(path).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

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

test('[PAGE-338] every link of a document leads to an existing file or heading, and every picture exists', () => {
  expect(documents.length).toBeGreaterThan(10);
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

/** Comments of all files that name a document. */
const comments = globSync('{build,src-*,test}/**/*.{ts,tsx,js,css}', { cwd: root }).flatMap((path) => {
  const file = read(path);
  const sentences = file.includes('.md') ? sentencesOf(path, file) : [];
  return sentences.flatMap(({ kind, line, text }) => (kind === 'comment' ? [{ at: `${path}:${line}`, text }] : []));
});

/** Returns the numbers after `§`, such as 1 and 2.3, and the headings in quotes that follow the name of a document. */
function citationsIn(text: string): { readonly document: string; readonly section: string }[] {
  const lists = text.matchAll(/(docs\/[\w/-]+\.md)`?((?:(?:,| to| and)? §\d+(?:\.\d+)*)+| "[^"]+")/g);
  return [...lists].flatMap(([, document = '', list = '']) =>
    [...list.matchAll(/§([\d.]*\d)|"([^"]+)"/g)].map(([, number, heading = '']) => ({
      document,
      section: number ?? heading,
    })),
  );
}

test('[PAGE-338] a comment names only documents that are in the repository', () => {
  const named = comments.flatMap(({ at, text }) =>
    [...text.matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => ({ at, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
});

test('[PAGE-338] a section or heading that a comment or document cites is in its document', () => {
  const texts = [...comments, ...documents.map((path) => ({ at: path, text: read(path) }))];
  const cited = texts.flatMap(({ at, text }) => citationsIn(text).map((one) => ({ at, ...one })));
  expect(cited.length).toBeGreaterThan(100);
  // `## 2. Sign-in` and `### 2.1 Token` have numbers, and can be cited by them.
  const sectionsOf = (document: string) =>
    headingsOf(document).flatMap((heading) => [heading, /^([\d.]*\d)\.? /.exec(heading)?.[1]]);
  expect(cited.filter(({ document, section }) => !sectionsOf(document).includes(section))).toEqual([]);
});

const MAX_MAP_LINES = 40;
const testSources = filesOf('test/**/*.{ts,tsx}');

/** Returns what the map of a folder names and what does not exist. */
function missingIn(map: string): string[] {
  const text = read(map);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const inFolder = filesOf(`${posix.dirname(map)}/**/*.{ts,tsx}`);
  const promises = read('docs/rules.md');
  const isFile = (name: string) =>
    existsSync(join(root, name)) || [...inFolder, ...testSources].some((path) => path.endsWith(`/${name}`));
  const isTested = (pattern: string) =>
    testSources.some((path) => path.includes(pattern) && /\.(?:test|pw)\.tsx?$/.test(path));
  return [
    ...found(/`([^`\s*]+\.tsx?)`/g).filter((name) => !isFile(name)),
    ...found(/\b([A-Z]+-\d+)\b/g).filter((id) => !promises.includes(`- **${id}** `)),
    ...found(/`npm test -- ([^`]+)`/g)
      .flatMap((patterns) => patterns.split(' '))
      .filter((pattern) => !isTested(pattern)),
  ].map((name) => `${map}: ${name}`);
}

test('the README of a folder has at most 40 lines and names only files, promises and tests that exist', () => {
  expect(maps.length).toBeGreaterThanOrEqual(12);
  expect(maps.filter((map) => read(map).trimEnd().split('\n').length > MAX_MAP_LINES)).toEqual([]);
  expect(maps.flatMap(missingIn)).toEqual([]);
});

test('[PAGE-338] troubleshooting has an entry for every state, every cause and every code', () => {
  const text = read('docs/troubleshooting.md');
  const [, facts = ''] =
    /export interface AppErrorDetails \{\n([\s\S]*?)\n\}/.exec(read('src-shared/api/errors.ts')) ?? [];
  const codes = [...facts.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(40);
  const states = ['Watching', 'Reconnecting', 'Blind', 'Stream in use', 'Sign-in needed'].map(
    (state) => `| **${state}**`,
  );
  const expected = [...states, ...[...codes, ...interruptionKindSchema.options].map((code) => `\`${code}\``)];
  expect(expected.length).toBeGreaterThan(60);
  expect(expected.filter((what) => !text.includes(what))).toEqual([]);
});

test('[PAGE-338] every command and option that a document shows exists', () => {
  const sources = globSync(
    ['src-main/hosts/cli/**/*.ts', 'src-simulator/command.ts', 'src-simulator/configuration/setting-table.ts'],
    { cwd: root },
  )
    .map(read)
    .join('\n');
  const commands = new Set([
    ...Object.keys(listedCommands),
    ...[...sources.matchAll(/new Command\('([a-z-]+)'\)/g)].map(([, name]) => name),
  ]);
  const options = new Set([...sources.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option));
  const lines = documents.flatMap((path) =>
    [...read(path).matchAll(/^(?:npx )?watchfloor ([a-z-]+)(.*)$/gm)].map(([line, name = '', rest = '']) => {
      // Removes comments after `#`, and filters, which are not options.
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
