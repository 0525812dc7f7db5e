/** Checks that the accessibility statement is complete, up to date and proved by tests that exist. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { otherCriteria, pageCriteria } from '../../build/accessibility/criteria.ts';
import { accessibilityStatement, proofsInOrder } from '../../build/accessibility/document.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Levels A and AA of WCAG 2.1, by guideline: the last numbers of its criteria. */
const WCAG: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7],
  '2.5': [1, 2, 3, 4],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4],
  '3.3': [1, 2, 3, 4],
  '4.1': [1, 2, 3],
};
const upTo = (clause: string, last: number) => Array.from({ length: last }, (_, at) => `${clause}.${at + 1}`);
const OTHERS = ['9.6', '11.5.1', ...upTo('11.5.2', 17), ...upTo('11.6', 2), '11.7', ...upTo('11.8', 5)];
const SERVICES = [...upTo('12.1', 2), '12.2.2', '12.2.3', '12.2.4'];

test('[PAGE-72] the accessibility statement has each criterion of EN 301 549, clauses 9, 11 and 12, once', () => {
  expect(pageCriteria.map(({ id }) => id)).toEqual(
    Object.entries(WCAG).flatMap(([guideline, numbers]) => numbers.map((number) => `${guideline}.${number}`)),
  );
  expect(otherCriteria.map(({ id }) => id)).toEqual([...OTHERS, ...SERVICES]);
});

test('[PAGE-72] each test that the accessibility statement names exists, and what conforms has a test', () => {
  const isThere = ([file, title]: (typeof proofsInOrder)[number]) => {
    const [before = '', after] = read(`test/${file}`).split(title);
    const isTitle = /['"`](?:\[[A-Z0-9, -]+\] )?$/.test(before);
    return after !== undefined && isTitle && !/\.(?:skip|todo|fixme|fails)\b[^;]*$/.test(before.slice(-200));
  };
  expect(proofsInOrder.filter((proof) => !isThere(proof))).toEqual([]);
  const claimed = [...pageCriteria, ...otherCriteria].filter(({ verdict }) => verdict === 'conforms');
  expect(claimed.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
});

test('[PAGE-72] a criterion that no test decides says why', () => {
  const rest = [...pageCriteria, ...otherCriteria].filter(({ verdict }) => verdict !== 'conforms');
  expect(rest.filter(({ note }) => note === '')).toEqual([]);
});

test('[PAGE-72] docs/accessibility.md is what `npm run accessibility` writes', () => {
  const document = read('docs/accessibility.md');
  const [introduction = ''] = document.split('\n| state');
  // The formatter aligns tables.
  const plain = (text: string) =>
    text
      .replaceAll(/ *\| */g, '|')
      .replaceAll(/-{3,}/g, '---')
      .trim();
  expect(plain(document)).toBe(plain(accessibilityStatement(introduction)));
});

test('[PAGE-72] the manual names the settings that are followed, and how to turn single keys off', () => {
  const [, section = ''] = read('docs/using.md').split('\n## Accessibility\n');
  const [words] = section.split('\n## ');
  const named = ['contrast', 'forced colours', 'reduced motion', 'font size', 'spacing', '_Keys_', 'Screen reader'];
  expect(named.filter((word) => words?.includes(word) !== true)).toEqual([]);
});
