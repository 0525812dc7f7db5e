import { describe, expect, it } from 'vitest';
import {
  type SubscriptionMatches,
  lookUpSubscriptions,
} from '../../src-renderer/screens/subscriptions/subscription-lookup.ts';
import type { FindQuery, FindResult } from '../../src-shared/api/searches.ts';
import { WATCH } from '../doubles/page-watch.ts';

const one = (id: string | null, ordinal = 1, value = id ?? 'x') => ({
  search: 's-1',
  ordinal,
  id,
  field: 'iotSubscriptionId',
  value,
  askedAt: ordinal,
});
const piece = (next: string | null, ...found: FindResult['found']): FindResult => ({ found, next });

/** Returns the reported results and the start of each query. */
async function lookedUp(text: string, pieces: readonly FindResult[], abort = new AbortController()) {
  const asked: (string | null)[] = [];
  const told: [reach: SubscriptionMatches['progress'], ...values: string[]][] = [];
  const find = async ({ after }: FindQuery) => {
    asked.push(after);
    return pieces[Math.min(asked.length, pieces.length) - 1] ?? piece(null);
  };
  await lookUpSubscriptions(find, { watch: WATCH, text }, abort.signal, ({ found, progress }) =>
    told.push([progress, ...found.map(({ value }) => value)]),
  );
  return { asked, told };
}

describe('the lookup of stored subscriptions', () => {
  it('[PAGE-59] continues page by page and reports what it found so far', async () => {
    expect(await lookedUp('1626', [piece('a'), piece('b', one('is-1626')), piece(null, one('is-11626', 2))])).toEqual({
      asked: [null, 'a', 'b'],
      told: [
        ['looking', 'is-1626'],
        ['whole', 'is-1626', 'is-11626'],
      ],
    });
  });

  it('[PAGE-59] reports each subscription once, as in the newest search, exact matches first', async () => {
    const { told } = await lookedUp('1626', [
      piece(null, one('is-1', 1, '8946-1626'), one('is-2', 2, '1626'), one('is-1', 3), one(null, 4), one(null, 5)),
    ]);
    expect(told).toEqual([['whole', '1626', '8946-1626', 'x', 'x']]);
  });

  it('[PAGE-59] stops after enough matches or queries, and reports that there may be more', async () => {
    const many = piece('more', ...Array.from({ length: 9 }, (_, place) => one(`is-1626${place}`, place + 1)));
    const [enough, long] = [await lookedUp('1626', [many]), await lookedUp('1626', [piece('on')])];
    expect([enough.asked.length, enough.told[0]?.length, enough.told[0]?.[0]]).toEqual([1, 6, 'partly']);
    expect([long.asked.length, long.told]).toEqual([6, [['partly']]]);
  });

  it('reports nothing after it was aborted', async () => {
    const abort = new AbortController();
    abort.abort();
    expect((await lookedUp('1626', [piece(null, one('is-1626'))], abort)).told).toEqual([]);
  });
});
