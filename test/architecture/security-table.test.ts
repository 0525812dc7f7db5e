/**
 * Checks that each row of the checklist in SECURITY.md and of the threat model names existing tests, and that SECURITY.md says
 * how to report a fault.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** Rows like `| S1 | what | SAFE-31, LEAK-1 |`. */
const rows = [...read('SECURITY.md').matchAll(/^\| ([ES]\d+b?) +\|[^|]+\| +([^|]+?) +\|$/gm)].map(
  ([, row = '', ids = '']) => ({ row, ids: ids.split(/, */) }),
);
const titles = globSync('test/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
  [...read(path).matchAll(/['"`]\[((?:[A-Z]+-\d+(?:, )?)+)\] /g)].flatMap(([, ids]) => ids?.split(', ') ?? []),
);

const numbered = (letter: string, to: number) => Array.from({ length: to }, (_, index) => `${letter}${index + 1}`);

test('[SAFE-42] the table has every row of the checklist once', () => {
  const expected = [...numbered('E', 20), 'E19b', ...numbered('S', 15)];
  expect(rows.map(({ row }) => row).toSorted()).toEqual(expected.toSorted());
});

test('[SAFE-42] every row of the table names at least one test, and every named test exists', () => {
  const existing = new Set(titles);
  expect(
    rows.flatMap(({ row, ids }) => ids.filter((id) => !existing.has(id)).map((id) => `${row}: no test ${id}`)),
  ).toEqual([]);
});

test('[SAFE-42] the threat model fits on a page, and each of its lines names promises that exist', () => {
  const text = read('docs/threat-model.md');
  const [, table = ''] = text.split('\n## From whom, and by what\n');
  const lines = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  const promises = read('docs/rules.md');
  const isPromised = (id: string) => titles.includes(id) && promises.includes(`- **${id}** `);
  const faults = lines.slice(2).filter((line) => {
    const ids = line.split('|').at(-2)?.trim().split(', ') ?? [];
    return !ids.every(isPromised);
  });
  expect(lines.length).toBeGreaterThan(10);
  expect(faults).toEqual([]);
  expect(text.split('\n').length).toBeLessThan(70);
});

test('[SAFE-42] the row for the sandbox also names the test of an installed program', () => {
  expect(rows.find(({ row }) => row === 'E4')?.ids).toEqual(['SAFE-2', 'SAFE-26']);
});

test('[SAFE-42] SECURITY.md says where to report a fault in private, and that the current version is supported', () => {
  const text = read('SECURITY.md');
  expect(text).toMatch(/^## Report a fault$[\s\S]*_Security_, then _Report a\s+vulnerability_/m);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [, supported] = /^### Supported versions$[\s\S]*?^\| (\S+) +\| yes/m.exec(text) ?? [];
  expect(supported).toBe(version.replace(/\.\d+$/, '.x'));
});
