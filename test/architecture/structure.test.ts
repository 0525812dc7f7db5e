import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { circlesBetweenChildren, floorFaults, floorsIn } from './floors.ts';
import { filesIn, productFiles, root, sourceFile } from './source-file.ts';

const MAX_FILES_IN_FOLDER = 30;

const product = productFiles().filter(({ path }) => /\.tsx?$/.test(path));
const code = [...product, ...filesIn('build', 'test').filter(({ path }) => /\.tsx?$/.test(path))];
const floors = floorsIn(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));

test('files and folders beside each other do not import in a circle, not even types', () => {
  expect(circlesBetweenChildren(code)).toEqual([]);
});

test('imports between the children of the largest folders go down the floors in CONTRIBUTING.md', () => {
  expect(floors.size).toBeGreaterThan(10);
  expect(floorFaults(code, floors)).toEqual([]);
});

const circle = [
  sourceFile('src-main/a/one.ts', "import { b } from '../b/one.ts';"),
  sourceFile('src-main/b/one.ts', ''),
  sourceFile('src-main/b/two.ts', "import type { C } from '../c.ts';"),
  sourceFile('src-main/c.ts', "import { a } from './a/one.ts';"),
];

test('a circle between folders is reported with the imports that tie it', () => {
  expect(circlesBetweenChildren(circle)).toEqual([
    'src-main: a > b > c.ts > a: src-main/a/one.ts imports src-main/b/one.ts, src-main/b/two.ts imports src-main/c.ts, src-main/c.ts imports src-main/a/one.ts',
  ]);
});

test.each([
  {
    fault: 'an import that goes up',
    list: 'b > c.ts > a',
    reported: ['src-main: a is not above b, but src-main/a/one.ts imports src-main/b/one.ts'],
  },
  {
    fault: 'an import between children of one floor',
    list: 'b, c.ts > a',
    reported: [
      'src-main: a is not above b, but src-main/a/one.ts imports src-main/b/one.ts',
      'src-main: b is not above c.ts, but src-main/b/two.ts imports src-main/c.ts',
    ],
  },
  {
    fault: 'a child without a floor',
    list: 'c.ts > a',
    reported: ['add b to the floors of src-main in CONTRIBUTING.md, above all that it imports'],
  },
  {
    fault: 'a floor without a child',
    list: 'b >\n  c.ts > a, d',
    reported: [
      'remove d from the floors of src-main in CONTRIBUTING.md: it is no child of it',
      'src-main: a is not above b, but src-main/a/one.ts imports src-main/b/one.ts',
    ],
  },
])('$fault is reported with the list to change', ({ list, reported }) => {
  const written = floorsIn(`# Work\n\n## Floors\n\nWords.\n\n\`\`\`text\nsrc-main: ${list}\n\`\`\`\n`);
  expect(floorFaults(circle, written)).toEqual(reported);
});

test('no folder of the product holds more than 30 source files', () => {
  const counts = new Map<string, number>();
  for (const { path } of product) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([]);
});
