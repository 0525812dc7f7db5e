/** CONTRIBUTING.md, "How we write": comments and test titles are sentences with a subject, in public words. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hasWeakOpener, privateWords, sentencesOf } from './prose.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sentences that may break the rule, as `path: start of the text`. At most 20. */
const EXCEPTIONS: readonly string[] = [];

const files = globSync('{build,src-*,test}/**/*.{ts,tsx,css}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));

function faultsOf(path: string): string[] {
  const text = readFileSync(posix.join(root, path), 'utf8');
  return sentencesOf(path, text).flatMap((sentence) => {
    const words = privateWords(sentence);
    const why = [...(hasWeakOpener(sentence) ? ['no subject'] : []), ...words.map((word) => `“${word}”`)];
    return why.length === 0 ? [] : [`${path}:${sentence.line}: ${why.join(', ')}: ${sentence.text.slice(0, 100)}`];
  });
}

const isExcepted = (fault: string) =>
  EXCEPTIONS.some((exception) => {
    const [path = '', start = ''] = exception.split(': ');
    return fault.startsWith(`${path}:`) && fault.includes(`: ${start}`);
  });

test('comments and test titles have a subject and use public words', () => {
  expect(files.length).toBeGreaterThan(2_000);
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(20);
  expect(files.flatMap(faultsOf).filter((fault) => !isExcepted(fault))).toEqual([]);
});

test.each([
  ['/** Told after events were stored. */', 'comment', 1],
  ['// what is\n// stored\nconst a = 1;', 'comment', 1],
  ['/**\n * Emits when somebody asks.\n */', 'comment', 1],
  ["it.each([1])('one that is %s', () => 1);", 'title', 1],
  ["describe('the list', () => { test(`is ${a} anew`, () => 1); });", 'title', 1],
])('refuses %j', (text, kind, count) => {
  const found = sentencesOf('test/a.ts', text).filter(
    (sentence) => sentence.kind === kind && (hasWeakOpener(sentence) || privateWords(sentence).length > 0),
  );
  expect(found).toHaveLength(count);
});

test.each([
  '/** Emits after each commit. */',
  '// oxlint-disable-next-line no-x -- of no use',
  '/** `told` is a key. */',
])('accepts %j', (text) => {
  expect(
    sentencesOf('src-main/a.ts', text).filter((one) => hasWeakOpener(one) || privateWords(one).length > 0),
  ).toEqual([]);
});
