import { describe, expect, it } from 'vitest';
import {
  type FacetRowWriter,
  createFacetRowWriter,
} from '../../../../../../src-main/adapters/sqlite/events/columns/facet-row-writer.ts';
import { SELECT_FACETS } from '../../../../../../src-main/adapters/sqlite/events/rows/statements.ts';
import {
  type FacetColumn,
  facetColumns,
  facetFields,
  serviceValues,
} from '../../../../../../src-shared/domain/event/event-fields.ts';
import type { EventMark } from '../../../../../../src-shared/domain/event/event.ts';
import { undecoded } from '../../../../../doubles/undecoded.ts';
import { temporaryDatabase } from '../temporary-database.ts';

type Decoded = typeof undecoded;
const DOWNLOAD_FAILED = 'START_PROFILE_DOWNLOAD_FAILED';

/** Rows with the columns in the order of `facetColumns`. */
function rowsIn(database: ReturnType<typeof temporaryDatabase>): unknown[] {
  return database
    .prepare(SELECT_FACETS)
    .raw()
    .all(0)
    .map((row) => (row as unknown[]).slice(1));
}

const columns = facetColumns.map((column, index) => ({ ...column, index }));

/** Returns the arguments of `assign` for a facet with another value in one column. */
function withValue(decoded: Decoded, { property, shape }: FacetColumn, value: string): [string, Decoded, EventMark[]] {
  if (property === 'kind') return [value, decoded, []];
  if (property === 'marks') return ['CMP_EVENT', decoded, [{ code: 'too-deep', detail: '' }]];
  return ['CMP_EVENT', { ...decoded, [property]: shape === 'texts' ? [value] : value }, []];
}

describe('[READ-20] a field whose values never repeat', () => {
  const few = Object.fromEntries(facetFields.map((field) => [field, 2]));
  const complete: Decoded = {
    ...undecoded,
    operation: 'ENABLED',
    state: 'FAILED',
    outcome: 'failed',
    errorCode: DOWNLOAD_FAILED,
    errorCodes: [DOWNLOAD_FAILED],
    errorTypes: ['T'],
    countryCode: 'NO',
    principal: 'p',
    company: 'c',
    createdBy: 'u',
    targets: ['PAUSE'],
  };

  it.each(columns.filter(({ field }) => serviceValues(field) !== null))(
    '($property) is stored as "other" for further values, and the event keeps its other values',
    (column) => {
      const database = temporaryDatabase();
      const facets = createFacetRowWriter(database, { values: few });
      facets.assign('CMP_EVENT', complete, []);
      const given = Array.from({ length: 100 }, (_, index) =>
        facets.assign(...withValue(complete, column, `v${index}`)),
      );
      const marks = [{ code: 'too-many-values', detail: serviceValues(column.field)?.noun }];
      expect([given[0]?.marks, given.at(-1)?.marks]).toEqual([[], marks]);
      const rows = rowsIn(database);
      expect(rows.length).toBeLessThanOrEqual(4);
      const expected = columns.map(({ property, shape, index }) => {
        if (property === 'marks') return '["too-many-values"]';
        if (property !== column.property) return (rows[0] as unknown[])[index];
        return shape === 'texts' ? '["other"]' : 'other';
      });
      expect(rows.at(-1)).toEqual(expected);
    },
  );

  it('never replaces a documented operation, state, code or country, whatever came before', () => {
    const database = temporaryDatabase();
    const limits = { facets: 20, causes: 10, values: few };
    const facets = createFacetRowWriter(database, limits);
    const strange = (index: number): Decoded => ({
      ...complete,
      operation: `o${index}`,
      errorCode: `c${index % 7}`,
      errorCodes: [`c${index % 7}`],
      errorTypes: [`t${index % 5}`],
      countryCode: `country ${index % 3}`,
      principal: `p${index}`,
    });
    for (let index = 0; index < 1_000; index += 1) facets.assign('LOCALIZATION', strange(index), []);
    const before = rowsIn(database).length;
    const codes = ['NO', 'SE', 'DK'].map((countryCode) =>
      facets.assign('LOCALIZATION', { ...complete, countryCode }, []),
    );
    expect(before).toBeLessThanOrEqual(20 + 4);
    expect(codes.map(({ id }) => rowsIn(database)[id - 1])).toEqual(
      ['NO', 'SE', 'DK'].map((country) => expect.arrayContaining(['ENABLED', 'FAILED', DOWNLOAD_FAILED, country])),
    );
  });

  it('leaves room for new codes when companies, users and targets have filled the dictionary', () => {
    const database = temporaryDatabase();
    const facets = createFacetRowWriter(database, { yieldFrom: 20 });
    const of = (index: number, changes: Partial<Decoded> = {}) =>
      facets.assign('CMP_EVENT', { ...complete, company: `c${index}`, createdBy: `u${index}`, ...changes }, []);
    const [first, ...others] = Array.from({ length: 1_000 }, (_, index) => of(index));
    const coded = [of(7, { errorCode: '70', errorCodes: ['70'] }), of(7, { targets: ['GOLD'] })];
    const row = (id = 0) =>
      database.prepare('SELECT company, created_by, targets, error_code FROM facet WHERE id = ?').raw().get(id);
    expect([
      rowsIn(database).length,
      of(0).id === first?.id,
      row(others.at(-1)?.id),
      ...coded.map(({ id }) => row(id)),
    ]).toEqual([
      23,
      true,
      ['other', 'other', '["PAUSE"]', DOWNLOAD_FAILED],
      ['other', 'other', '["PAUSE"]', '70'],
      ['other', 'other', '["other"]', DOWNLOAD_FAILED],
    ]);
    expect(others.at(-1)?.marks).toEqual([{ code: 'too-many-values', detail: 'company, user' }]);
  });

  it('creates no more failure causes than the limit, even with several such fields', () => {
    const database = temporaryDatabase();
    const facets = createFacetRowWriter(database, { causes: 10 });
    for (let index = 0; index < 1_000; index += 1) {
      const [operation, errorCode] = [`o${index % 31}`, `c${index % 37}`];
      facets.assign('LOCALIZATION', { ...complete, operation, errorCode, errorCodes: [errorCode] }, []);
    }
    expect(new Set(rowsIn(database).map((row) => JSON.stringify(row))).size).toBe(11);
  });
});

describe('[READ-20] facets (combinations of values)', () => {
  const plain = { ...undecoded, operation: 'a', state: 'b', outcome: 'failed' as const };
  const numberedAfter = (...event: Parameters<FacetRowWriter['assign']>) => {
    const facets = createFacetRowWriter(temporaryDatabase());
    const first = facets.assign('CMP_EVENT', plain, []).id;
    return [facets.assign(...event).id - first, facets.assign('CMP_EVENT', plain, []).id - first];
  };

  it.each(columns)('are different if $property differs', (column) => {
    const value = column.property === 'outcome' ? 'partial' : 'x';
    expect(numberedAfter(...withValue(plain, column, value))).toEqual([1, 0]);
  });

  it.each<[what: string, decoded: Decoded]>([
    ['the border between two columns', { ...plain, operation: 'ab', state: '' }],
    ['a text that looks like a missing value', { ...plain, countryCode: '-' }],
  ])('are different if %s differs', (_what, decoded) =>
    expect(numberedAfter('CMP_EVENT', decoded, [])).toEqual([1, 0]),
  );

  it('are replaced if their text exceeds the total limit, and short ones still fit', () => {
    const facets = createFacetRowWriter(temporaryDatabase(), { chars: 2_000 });
    const of = (principal: string) => facets.assign('HEARTBEAT', { ...undecoded, principal }, []).marks.length;
    expect([of('x'.repeat(1_500)), of('y'.repeat(1_500)), of('z')]).toEqual([0, 1, 0]);
  });

  it('are the same after a restart, whatever characters they contain', () => {
    const database = temporaryDatabase();
    const values = ['half\ud800', 'nul\0l', 'nul', '監視', 'null', 'a', 'ab', ''].flatMap((kind) =>
      ['c', 'bc', '\0', null].map((operation) => ({ kind, operation })),
    );
    const ids = () => {
      const facets = createFacetRowWriter(database);
      facets.reload();
      return values.map(({ kind, operation }) => facets.assign(kind, { ...undecoded, operation }, []).id);
    };
    const first = ids();
    expect({ distinct: new Set(first).size, again: ids() }).toEqual({ distinct: values.length, again: first });
  });
});
