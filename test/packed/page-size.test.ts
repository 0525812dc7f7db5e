/** Tests the size of the page as it is sent, without fonts, which are compressed already. Needs a build. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const assets = new URL('../../out/renderer/assets/', import.meta.url);

const DOCUMENTS = /^DocumentLibrary-.*\.js$/;

function kilobytes(name: RegExp, except?: RegExp): number {
  const files = readdirSync(assets).filter((file) => name.test(file) && except?.test(file) !== true);
  expect(files).not.toEqual([]);
  return (
    files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, assets)), { level: 9 }).length, 0) / 1_000
  );
}

test('the chunk that shows an alarm has, with all styles, less than 334 kB, and the complete page, with the writer of workbooks, less than 560 kB', () => {
  expect(kilobytes(/^(index-.*\.js|.*\.css)$/)).toBeLessThan(334);
  expect(kilobytes(/\.(js|css)$/, DOCUMENTS)).toBeLessThan(560);
});

test('the documents of users, which only an open document loads, have less than 120 kB', () => {
  expect(kilobytes(DOCUMENTS)).toBeLessThan(120);
});

test('both chunks share one stylesheet, so that another try to load the second chunk misses no style', () => {
  expect(readdirSync(assets).filter((file) => file.endsWith('.css'))).toHaveLength(1);
});
