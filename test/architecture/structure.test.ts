import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { productFiles, type SourceFile, sourceFile } from './source-file.ts';

const MAX_FILES_IN_FOLDER = 30;

const product = productFiles().filter(({ path }) => /\.tsx?$/.test(path));

/** Returns a path of imports that leads back to its first file, or null if there is none. Includes imports of types. */
function importCircle(files: readonly SourceFile[]): readonly string[] | null {
  const targets = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const checked = new Set<string>();
  const circleFrom = (path: string, before: readonly string[]): readonly string[] | null => {
    if (before.includes(path)) return [...before.slice(before.indexOf(path)), path];
    if (checked.has(path)) return null;
    for (const target of targets.get(path) ?? []) {
      const circle = circleFrom(target, [...before, path]);
      if (circle !== null) return circle;
    }
    checked.add(path);
    return null;
  };
  for (const { path } of files) {
    const circle = circleFrom(path, []);
    if (circle !== null) return circle;
  }
  return null;
}

test('[TEST-25] no imports of the product form a circle, not even between types', () => {
  expect(importCircle(product)).toBeNull();
});

test('a circle of imports is reported with its path', () => {
  const files = [
    sourceFile('src-main/a.ts', "import { b } from './b.ts';"),
    sourceFile('src-main/b.ts', "import type { C } from './c.ts';"),
    sourceFile('src-main/c.ts', "import type { B } from './b.ts';"),
  ];
  expect(importCircle(files)).toEqual(['src-main/b.ts', 'src-main/c.ts', 'src-main/b.ts']);
});

test('[TEST-25] no folder of the product holds more than 30 source files', () => {
  const counts = new Map<string, number>();
  for (const { path } of product) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([]);
});
