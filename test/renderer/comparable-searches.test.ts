import { expect, test } from 'vitest';
import { comparableSearches } from '../../src-renderer/screens/subscriptions/ids/comparable-searches.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';

const refused = searchSummary({ id: 'refused', rows: 0, askedAt: null, state: { kind: 'cancelled', goodUntil: null } });
const coming = searchSummary({ id: 'coming', rows: 0, state: { kind: 'asking', since: 0, waitsUntil: null } });
const kept = searchSummary({ id: 'kept', rows: 300 });
const older = searchSummary({ id: 'older', rows: 20 });

test.each([
  ['one that brought nothing', 'refused', 'kept'],
  ['one that is not there', 'gone', 'kept'],
  ['one whose rows are on their way', 'coming', 'coming'],
  ['another one', 'older', 'older'],
])('[PAGE-184] ids are looked for where rows are, or are on their way: %s', (_, search, where) => {
  const places = comparableSearches([refused, coming, kept, older], search, false);
  expect([places.where.search, places.chosen.map(({ id }) => id)]).toEqual([where, [where]]);
});
