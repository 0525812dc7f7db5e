import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** `- **STORE-1** …`, one list item for each promise. */
const promised = [...read('docs/rules.md').matchAll(/^- \*\*([A-Z]+-\d+)\*\* \S/gm)].map(([, id]) => id ?? '');
/** A test's title begins with the promises that it keeps: `[STORE-1] …`, or `[STORE-1, STORE-2] …`. */
const tested = new Set(
  globSync('test/**/*.{ts,tsx}', { cwd: root })
    .flatMap((path) => [...read(path).matchAll(/['"`]\[((?:[A-Z]+-\d+(?:, )?)+)\] /g)])
    .flatMap(([, ids]) => ids?.split(', ') ?? []),
);

test('docs/rules.md gives each promise an id of its own', () => {
  expect(promised.length).toBeGreaterThan(80);
  expect(promised.filter((id, index) => promised.indexOf(id) !== index)).toEqual([]);
});

test('every promise of docs/rules.md is named by a test', () => {
  expect(promised.filter((id) => !tested.has(id))).toEqual([]);
});

/** The promises of tests that `npm test` runs: not those in `test/long`, nor those that carry the tag `@long`. */
const testedUsually = new Set(
  globSync('test/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.startsWith('test/long/'))
    .flatMap((path) =>
      read(path)
        .split(/['"`]\[(?=[A-Z]+-\d)/)
        .slice(1),
    )
    .filter((title) => !/^[^]*?(?=async|=>)/.exec(title)?.[0].includes("'@long'"))
    .flatMap((title) => /^((?:[A-Z]+-\d+(?:, )?)+)\] /.exec(title)?.[1]?.split(', ') ?? []),
);

test('npm test has a test for every promise of docs/rules.md, not only npm run test:long', () => {
  expect(promised.filter((id) => !testedUsually.has(id))).toEqual([]);
});

test('no test names a promise that docs/rules.md does not make', () => {
  expect([...tested].filter((id) => !promised.includes(id))).toEqual([]);
});
