import { describe, expect, it } from 'vitest';
import { FacetRows } from '../../../../src-main/adapters/event-store/facet-rows.ts';
import { undecoded } from '../../../doubles/undecoded.ts';
import { temporaryDatabase } from './temporary-database.ts';

describe('[STORE-21] combinations of values', () => {
  const small = { facets: 4, chars: 2_000, reduced: 2 };

  it('are kept apart as long as there is room, then by kind and outcome, then by documented kinds alone', () => {
    const database = temporaryDatabase();
    const facets = new FacetRows(database, small);
    facets.reload();
    const of = (kind: string, operation: string) => facets.of(kind, { ...undecoded, operation, outcome: 'failed' }, []);
    const given = [
      ...['a', 'b', 'c', 'd'].map((operation) => of('CMP_EVENT', operation)),
      of('CMP_EVENT', 'e'),
      of('CMP_EVENT', 'f'),
      of('strange', 'a'),
      of('stranger', 'a'),
      of('LOCALIZATION', 'a'),
      of('CMP_EVENT', 'a'),
    ];
    const rows = database.prepare('SELECT id, kind, operation, outcome, mark_codes FROM facet').raw().all();
    const reduced = (id: number) => ({ id, isReduced: true });
    expect({ given, rows }).toEqual({
      given: [
        ...[1, 2, 3, 4].map((id) => ({ id, isReduced: false })),
        reduced(5),
        reduced(5),
        reduced(6),
        reduced(7),
        reduced(8),
        { id: 1, isReduced: false },
      ],
      rows: [
        ...['a', 'b', 'c', 'd'].map((operation, index) => [index + 1, 'CMP_EVENT', operation, 'failed', '[]']),
        [5, 'CMP_EVENT', null, 'failed', '["too-many-values"]'],
        [6, 'strange', null, 'failed', '["too-many-values"]'],
        [7, 'other', null, 'failed', '["too-many-values"]'],
        [8, 'LOCALIZATION', null, 'failed', '["too-many-values"]'],
      ],
    });
  });

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
    ['a text in the column beside it', 'CMP_EVENT', { ...plain, operation: 'ab', state: '' }],
    ['a text that looks like none', 'CMP_EVENT', { ...plain, countryCode: '-' }],
  ])('are two if %s differs', (_what, kind, decoded) => {
    const facets = new FacetRows(temporaryDatabase());
    const first = facets.of('CMP_EVENT', plain, []);
    expect([facets.of(kind, decoded, []).id, facets.of('CMP_EVENT', plain, []).id]).toEqual([first.id + 1, first.id]);
  });

  it('as long as books take no more room than others', () => {
    const facets = new FacetRows(temporaryDatabase(), { facets: 100, chars: 2_000, reduced: 2 });
    const of = (principal: string) => facets.of('HEARTBEAT', { ...undecoded, principal }, []).isReduced;
    expect([of('x'.repeat(1_500)), of('y'.repeat(1_500)), of('z')]).toEqual([false, true, false]);
  });

  it('are the same ones after a restart, whatever signs they hold', () => {
    const database = temporaryDatabase();
    const values = ['half\ud800', 'nul\0l', 'nul', '監視', 'null', 'a', 'ab', ''].flatMap((kind) =>
      ['c', 'bc', '\0', null].map((operation) => ({ kind, operation })),
    );
    const ids = () => {
      const facets = new FacetRows(database);
      facets.reload();
      return values.map(({ kind, operation }) => facets.of(kind, { ...undecoded, operation }, []).id);
    };
    const first = ids();
    expect({ distinct: new Set(first).size, again: ids() }).toEqual({ distinct: values.length, again: first });
  });
});
