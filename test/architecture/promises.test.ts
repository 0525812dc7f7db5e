import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const rules = read('docs/rules.md');
/** Ids of items like `- **STORE-1** …`. Each item is one promise. */
const promised = [...rules.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \S/gm)].map(([, id]) => id ?? '');
/** Ids at the beginning of test titles: `[STORE-1] …` or `[STORE-1, DECODE-5] …`. */
const tested = new Set(
  globSync('test/**/*.{ts,tsx}', { cwd: root })
    .flatMap((path) => [...read(path).matchAll(/['"`]\[((?:[A-Z]+-\d+(?:, )?)+)\] /g)])
    .flatMap(([, ids]) => ids?.split(', ') ?? []),
);

test('docs/rules.md gives each promise its own id, and can be read in one go: at most 250 promises and 40 kB', () => {
  expect(promised.length).toBeGreaterThan(200);
  expect(promised.length).toBeLessThanOrEqual(250);
  expect(Buffer.byteLength(rules)).toBeLessThanOrEqual(40_000);
  expect(promised.filter((id, index) => promised.indexOf(id) !== index)).toEqual([]);
});

test('every promise of docs/rules.md has a test', () => {
  expect(promised.filter((id) => !tested.has(id))).toEqual([]);
});

/** Ids in tests that `npm test` runs: not in `test/long`, and not with the tag `@long`. */
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

test('every promise of docs/rules.md has a test in npm test', () => {
  expect(promised.filter((id) => !testedUsually.has(id))).toEqual([]);
});

test('no test names a promise that docs/rules.md does not make', () => {
  expect([...tested].filter((id) => !promised.includes(id))).toEqual([]);
});
