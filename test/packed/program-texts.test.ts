/** Tests the source texts of the built backend, which each thread keeps in memory. Needs a build. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../out/main/', import.meta.url));

test('no file of the backend has a character that makes V8 keep its text with two bytes for each', () => {
  const files = globSync('*.js', { cwd: program });
  expect(files).toContain('database-worker.js');
  expect(files.filter((file) => /[^\0-\xff]/.test(readFileSync(program + file, 'utf8')))).toEqual([]);
});
