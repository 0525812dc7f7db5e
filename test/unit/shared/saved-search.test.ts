import { describe, expect, it } from 'vitest';
import {
  MAX_SAVED_SEARCHES,
  parseSearches,
  printSearches,
  type SavedSearch,
  type SavedSearchProblem,
} from '../../../src-shared/domain/saved-search.ts';
import { MAX_BODY_LENGTH } from '../../../src-shared/service/search-body.ts';
import { isThorough } from '../../support/breadth.ts';

const aSearch = (id: string, body = '{}'): SavedSearch => ({ id, name: `Search ${id}`, body });
const fileOf = (...searches: readonly unknown[]) => JSON.stringify({ version: 1, searches });

describe('saved searches as text', () => {
  it('are unchanged when they are read again, whatever their bodies contain', () => {
    const searches = [aSearch('a', '{ "limit" : 5,\n\t"x": "\\u00e9\u202e" }'), aSearch('b', 'not JSON at all')];
    expect(parseSearches(printSearches(searches))).toEqual({ searches, problems: [] });
    expect(parseSearches(`\uFEFF${printSearches(searches)}`).searches).toEqual(searches);
  });

  it('are read at the maximum number and size that a profile may have', () => {
    // An escaped body is six times as long. `npm run test:long` uses the maximum length for each body.
    const worst = Array.from({ length: MAX_SAVED_SEARCHES }, (_, index) =>
      aSearch(String(index), '\u0001'.repeat(index === 0 || isThorough ? MAX_BODY_LENGTH : 1)),
    );
    expect(parseSearches(printSearches(worst)).searches).toHaveLength(MAX_SAVED_SEARCHES);
  });

  it.each<[what: string, text: string, problems: readonly SavedSearchProblem[], ids: readonly string[]]>([
    ['no JSON', '{', [{ kind: 'not-searches' }], []],
    ['a list', '[]', [{ kind: 'not-searches' }], []],
    ['null', 'null', [{ kind: 'not-searches' }], []],
    ['views', '{"version":1,"views":[]}', [{ kind: 'not-searches' }], []],
    ['another version', '{"version":2,"searches":[]}', [{ kind: 'other-version' }], []],
    ['two with one id', fileOf(aSearch('a'), aSearch('a', '[]')), [], ['a']],
    [
      'one without a name',
      fileOf({ ...aSearch('a'), name: '' }, aSearch('b')),
      [{ kind: 'not-a-search', number: 1, name: null }],
      ['b'],
    ],
    [
      'one without a body',
      fileOf(aSearch('a'), { id: 'b', name: 'B' }),
      [{ kind: 'not-a-search', number: 2, name: 'B' }],
      ['a'],
    ],
    [
      'a body that is too long',
      fileOf(aSearch('a', ' '.repeat(MAX_BODY_LENGTH + 1))),
      [{ kind: 'not-a-search', number: 1, name: 'Search a' }],
      [],
    ],
    ['null for one', fileOf(null), [{ kind: 'not-a-search', number: 1, name: null }], []],
    [
      'too many',
      fileOf(...Array.from({ length: MAX_SAVED_SEARCHES + 2 }, () => aSearch('a'))),
      [{ kind: 'too-many', left: 2 }],
      ['a'],
    ],
  ])('report a problem and keep the valid ones: %s', (_, text, problems, ids) => {
    const parsed = parseSearches(text);
    expect([parsed.problems, parsed.searches.map(({ id }) => id)]).toEqual([problems, ids]);
  });
});
