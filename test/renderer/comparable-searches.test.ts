import { expect, test } from 'vitest';
import { comparableSearches } from '../../src-renderer/screens/subscriptions/ids/comparable-searches.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';

const refused = searchSummary({ id: 'refused', rows: 0, askedAt: null, state: { kind: 'cancelled', goodUntil: null } });
const coming = searchSummary({ id: 'coming', rows: 0, state: { kind: 'asking', since: 0, waitsUntil: null } });
const kept = searchSummary({ id: 'kept', rows: 300 });
const older = searchSummary({ id: 'older', rows: 20 });

test.each([
  ['a search without rows', 'refused', 'kept'],
  ['an unknown search', 'gone', 'kept'],
  ['a search that is loading rows', 'coming', 'coming'],
  ['another search', 'older', 'older'],
])('[PAGE-184] ids are compared with a search that has rows or is loading them: %s', (_, search, where) => {
  const places = comparableSearches([refused, coming, kept, older], search, false);
  expect([places.scope.search, places.chosen.map(({ id }) => id)]).toEqual([where, [where]]);
});
