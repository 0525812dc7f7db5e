import { describe, expect, it } from 'vitest';
import { FacetRowWriter } from '../../../../../../src-main/adapters/sqlite/events/columns/facet-row-writer.ts';
import { undecoded } from '../../../../../doubles/undecoded.ts';
import { temporaryDatabase } from '../temporary-database.ts';

type Decoded = typeof undecoded;
const DOWNLOAD_FAILED = 'START_PROFILE_DOWNLOAD_FAILED';

/** Columns: `[kind, operation, state, errorCode, errorCodes, errorTypes, countryCode, principal, markCodes]` */
function rowsIn(database: ReturnType<typeof temporaryDatabase>): unknown[] {
  const columns = 'kind, operation, state, error_code, error_codes, error_types, country_code, principal, mark_codes';
  return database.prepare(`SELECT ${columns} FROM facet ORDER BY id`).raw().all();
}

describe('[STORE-21] a field whose values never repeat', () => {
  const few = { kind: 2, operation: 2, state: 2, code: 2, type: 2, country: 2, principal: 2 };
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
  };
  const storedValues = [
    'LOCALIZATION',
    'ENABLED',
    'FAILED',
    DOWNLOAD_FAILED,
    `["${DOWNLOAD_FAILED}"]`,
    '["T"]',
    'NO',
    'p',
  ];
  const at = (column: number, value: string) => storedValues.map((one, index) => (index === column ? value : one));

  it.each<[words: string, change: (value: string) => { kind?: string; decoded?: Partial<Decoded> }, last: string[]]>([
    ['kind', (value) => ({ kind: value }), at(0, 'other')],
    ['operation', (value) => ({ decoded: { operation: value } }), at(1, 'other')],
    ['state', (value) => ({ decoded: { state: value } }), at(2, 'other')],
    ['error code', (value) => ({ decoded: { errorCode: value } }), at(3, 'other')],
    [
      'error code',
      (value) => ({ decoded: { errorCodes: [DOWNLOAD_FAILED, value] } }),
      at(4, `["${DOWNLOAD_FAILED}","other"]`),
    ],
    ['error type', (value) => ({ decoded: { errorTypes: ['T', value] } }), at(5, '["T","other"]')],
    ['country', (value) => ({ decoded: { countryCode: value } }), at(6, 'other')],
    ['principal', (value) => ({ decoded: { principal: value } }), at(7, 'other')],
  ])('(%s) is stored as "other" for further values, and the event keeps its other values', (words, change, last) => {
    const database = temporaryDatabase();
    const facets = new FacetRowWriter(database, { values: few });
    const given = Array.from({ length: 100 }, (_, index) => {
      const { kind = 'LOCALIZATION', decoded } = change(`v${index}`);
      return facets.assign(kind, { ...complete, ...decoded }, []);
    });
    const marks = [{ code: 'too-many-values', detail: words }];
    expect([given[0]?.marks, given.at(-1)?.marks]).toEqual([[], marks]);
    expect(rowsIn(database).length).toBeLessThanOrEqual(3);
    expect(rowsIn(database).at(-1)).toEqual([...last, '["too-many-values"]']);
  });

  it('never replaces a documented operation, state, code or country, whatever came before', () => {
    const database = temporaryDatabase();
    const limits = { facets: 20, causes: 10, values: few };
    const facets = new FacetRowWriter(database, limits);
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

  it('creates no more failure causes than the limit, even with several such fields', () => {
    const database = temporaryDatabase();
    const facets = new FacetRowWriter(database, { causes: 10 });
    for (let index = 0; index < 1_000; index += 1) {
      const [operation, errorCode] = [`o${index % 31}`, `c${index % 37}`];
      facets.assign('LOCALIZATION', { ...complete, operation, errorCode, errorCodes: [errorCode] }, []);
    }
    expect(new Set(rowsIn(database).map((row) => JSON.stringify(row))).size).toBe(11);
  });
});

describe('[STORE-21] facets (combinations of values)', () => {
  const plain = { ...undecoded, operation: 'a', state: 'b', outcome: 'failed' as const };
  it.each<[what: string, kind: string, decoded: typeof undecoded]>([
    ['its kind', 'LOCALIZATION', plain],
    ['its operation', 'CMP_EVENT', { ...plain, operation: 'x' }],
    ['its state', 'CMP_EVENT', { ...plain, state: 'x' }],
    ['its outcome', 'CMP_EVENT', { ...plain, outcome: 'partial' }],
    ['its error code', 'CMP_EVENT', { ...plain, errorCode: 'x' }],
    ['its error codes', 'CMP_EVENT', { ...plain, errorCodes: ['x'] }],
    ['its error types', 'CMP_EVENT', { ...plain, errorTypes: ['x'] }],
    ['its country', 'CMP_EVENT', { ...plain, countryCode: 'x' }],
    ['its principal', 'CMP_EVENT', { ...plain, principal: 'x' }],
    ['the border between two columns', 'CMP_EVENT', { ...plain, operation: 'ab', state: '' }],
    ['a text that looks like a missing value', 'CMP_EVENT', { ...plain, countryCode: '-' }],
  ])('are different if %s differs', (_what, kind, decoded) => {
    const facets = new FacetRowWriter(temporaryDatabase());
    const first = facets.assign('CMP_EVENT', plain, []);
    expect([facets.assign(kind, decoded, []).id, facets.assign('CMP_EVENT', plain, []).id]).toEqual([
      first.id + 1,
      first.id,
    ]);
  });

  it('are replaced if their text exceeds the total limit, and short ones still fit', () => {
    const facets = new FacetRowWriter(temporaryDatabase(), { chars: 2_000 });
    const of = (principal: string) => facets.assign('HEARTBEAT', { ...undecoded, principal }, []).marks.length;
    expect([of('x'.repeat(1_500)), of('y'.repeat(1_500)), of('z')]).toEqual([0, 1, 0]);
  });

  it('are the same after a restart, whatever characters they contain', () => {
    const database = temporaryDatabase();
    const values = ['half\ud800', 'nul\0l', 'nul', '監視', 'null', 'a', 'ab', ''].flatMap((kind) =>
      ['c', 'bc', '\0', null].map((operation) => ({ kind, operation })),
    );
    const ids = () => {
      const facets = new FacetRowWriter(database);
      facets.reload();
      return values.map(({ kind, operation }) => facets.assign(kind, { ...undecoded, operation }, []).id);
    };
    const first = ids();
    expect({ distinct: new Set(first).size, again: ids() }).toEqual({ distinct: values.length, again: first });
  });
});
