import { expect, test } from 'vitest';
import { heldRows } from '../../src-renderer/lists/held-rows.ts';

const rows = (...texts: readonly string[]) => texts.map((text) => ({ key: text[0] ?? '', text }));

test.each<[string, string[], string[], string[], changes: number]>([
  ['nothing if nothing changed', ['a', 'b'], ['a', 'b'], ['a', 'b'], 0],
  ['rows that change in place', ['a', 'b'], ['a7', 'b'], ['a7', 'b'], 0],
  ['a new row', ['a', 'b'], ['c', 'a', 'b'], ['a', 'b'], 1],
  ['a row that went away', ['a', 'b'], ['b'], ['a gone', 'b'], 1],
  ['rows that moved', ['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'b', 'c'], 3],
])('[PAGE-3] a held list keeps its order and counts what waits: %s', (_, shown, fresh, expected, changes) => {
  const held = heldRows(rows(...shown), rows(...fresh));
  expect([held.rows.map(({ key, text }) => (held.gone.has(key) ? `${text} gone` : text)), held.pendingChanges]).toEqual(
    [expected, changes],
  );
});
