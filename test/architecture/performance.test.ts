/** Tests that docs/performance.md shows the figures of docs/performance.json, and which of them count as stale. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Core, HERE } from '../bench/checkout.ts';
import { documentedTopics, GOAL_TOPIC, readFigures, staleCores, withTables } from '../bench/document.ts';
import { atMost, type Figure } from '../bench/figures.ts';

const document = readFileSync(join(HERE.root, 'docs/performance.md'), 'utf8');

test('the tables of docs/performance.md match its figures; `npm run bench -- --document` writes them', () => {
  const figures = readFigures();
  expect(figures.length).toBeGreaterThan(40);
  expect(withTables(document, figures)).toBe(document);
  const topics = documentedTopics(document);
  expect(topics).toContain(GOAL_TOPIC);
  expect([...new Set(figures.map(({ topic }) => topic))].filter((topic) => !topics.includes(topic))).toEqual([]);
});

test('each figure has the commit, the date and the versions of what was measured', () => {
  for (const figure of readFigures())
    expect(figure).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{8}$/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      versions: { package: expect.any(Number) },
    });
});

test('each part of the product that a figure depends on states its version where `test/bench/checkout.ts` reads it', () => {
  const cores = [...new Set(readFigures().flatMap(({ versions }) => Object.keys(versions) as Core[]))];
  expect(cores.filter((core) => !Number.isSafeInteger(HERE.version(core)))).toEqual([]);
});

const FIGURE: Figure = {
  topic: 'Reads',
  name: 'newest page',
  value: 12.3,
  unit: 'ms',
  goal: atMost(10),
  aside: '',
  events: 100_000,
  commit: '0123abcd',
  date: '2026-11-27',
  pressure: 40,
  versions: { package: 1, search: 2 },
};

test('a figure is stale if a core is two versions further, and not if it is one', () => {
  const at = (search: number) => staleCores(FIGURE, (core) => (core === 'search' ? search : 1));
  expect([at(2), at(3), at(4)]).toEqual([[], [], ['search']]);
});

test('a table has a column for each number of events, and marks a missed goal', () => {
  const text = '# Reads\n\n<!-- figures: Reads -->\n\nold\n\n<!-- end of figures -->\n\nProse.\n';
  const better = { ...FIGURE, value: 9, events: 1_000_000, commit: '4567cdef', pressure: 5 };
  expect(withTables(text, [FIGURE, better])).toBe(`# Reads

<!-- figures: Reads -->

| figure      | goal | 100 k       | 1 M  | commit, date, CPU pressure                            |
| ----------- | ---- | ----------- | ---- | ----------------------------------------------------- |
| newest page | ≤ 10 | **12.3 ms** | 9 ms | 0123abcd, 2026-11-27, 40 %; 4567cdef, 2026-11-27, 5 % |

<!-- end of figures -->

Prose.
`);
});
