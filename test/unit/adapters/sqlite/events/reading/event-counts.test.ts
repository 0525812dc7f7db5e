import type { FacetField } from '../../../../../../src-shared/domain/event/event-fields.ts';
import { describe, expect, it } from 'vitest';
import { FacetIndex } from '../../../../../../src-main/adapters/sqlite/events/columns/facet-index.ts';
import { createFacetRowWriter } from '../../../../../../src-main/adapters/sqlite/events/columns/facet-row-writer.ts';
import { GroupClasses } from '../../../../../../src-main/adapters/sqlite/events/columns/group-classes.ts';
import type { EventGroup, SummaryBatch } from '../../../../../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../../../../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter, type FilterTerm } from '../../../../../../src-shared/domain/filter/filter.ts';
import { oneOf } from '../../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { batchOf, receivedEvent } from '../../../../../doubles/received-events.ts';
import { undecoded } from '../../../../../doubles/undecoded.ts';
import { temporaryDatabase } from '../temporary-database.ts';
import { filledStore } from '../temporary-store.ts';

const value = (field: FacetField, ...values: string[]): FilterTerm => ({
  kind: 'value',
  field,
  values,
  negated: false,
});
const not = (field: FacetField, ...values: string[]): FilterTerm => ({ kind: 'value', field, values, negated: true });

function request(seq: number, state: string, principal: string, codes: readonly string[] = []): ReceivedEvent {
  const failure = (errorCode: string) => ({ errorObject: { errorCode }, errorType: 'CMP_ERROR' });
  const detailedMessage = {
    subscriptionRequestId: `r-${seq}`,
    subscriptionRequestResources: [{ resourceId: 'one', resourceFailureInfos: codes.map(failure) }],
  };
  const data = JSON.stringify({ operation: 'CHANGE', state, principal, detailedMessage });
  return receivedEvent(seq, { kind: 'CMP_EVENT', data });
}

const events = [
  request(1, 'FAILED', 'acme', ['C1']),
  request(2, 'FAILED', 'acme', ['C1', 'C2']),
  request(3, 'FAILED', 'zeta', ['C2']),
  request(4, 'COMPLETED', 'acme'),
  request(5, 'COMPLETED', 'zeta'),
];
const all = { after: 0, to: 5 };
const byValue = (values: readonly { value: string | null; count: number }[]) =>
  Object.fromEntries(values.map((one) => [String(one.value), one.count]));

interface FailedEvent extends ReceivedEvent {
  readonly country: string;
  readonly codes: readonly string[];
}

/** Later events have codes that earlier ones do not have. */
function failedEvent(seq: number, random: (limit: number) => number): FailedEvent {
  const country = oneOf(['SE', 'DE', 'FR', 'US', 'BR'], random);
  const codes = [...new Set(Array.from({ length: 1 + random(4) }, () => `C${random(10 + Math.floor(seq / 20))}`))];
  const detailedError = codes.map((errorCode) => ({ errorCode, errorMessage: 'No.', errorType: 'CMP_ERROR' }));
  const profile = { iccid: `8946${seq}`, countryCode: country };
  const detailedMessage = { eid: `8904${seq}`, localizedProfile: profile, errorCode: codes[0], detailedError };
  const data = JSON.stringify({ operation: 'ENABLED', state: 'FAILED', principal: 'acme', detailedMessage });
  return { ...receivedEvent(seq, { kind: 'LOCALIZATION', data }), country, codes };
}

function tally(values: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (one) => one)].map(([one, { length }]) => [one, length]));
}

describe('[READ-20] the counts of the values of a field', () => {
  const counted = (...terms: FilterTerm[]) => {
    const { reader } = filledStore(events);
    const { count, fields } = reader.facets({ ...all, filter: { terms }, fields: ['state', 'code', 'principal'] });
    return { count, ...Object.fromEntries(fields.map(({ field, values }) => [field, byValue(values)])) };
  };

  it('ignore the terms on that field, so values that could be added to the selection are counted, too', () => {
    expect(counted(value('state', 'FAILED'), value('principal', 'acme'))).toEqual({
      count: 2,
      state: { FAILED: 2, COMPLETED: 1 },
      code: { C1: 2, C2: 1 },
      principal: { acme: 2, zeta: 1 },
    });
  });

  it('show for an excluded value how many events would come back', () => {
    expect(counted(not('code', 'C1'))).toEqual({
      count: 3,
      state: { FAILED: 1, COMPLETED: 2 },
      code: { C1: 2, C2: 2, null: 2 },
      principal: { acme: 1, zeta: 2 },
    });
  });

  it('are narrowed by the terms on fields that were not requested', () => {
    const { reader } = filledStore(events);
    const filter = { terms: [value('principal', 'zeta'), value('state', 'FAILED')] };
    const { count, fields } = reader.facets({ ...all, filter, fields: ['state'] });
    expect([count, fields.map(({ values }) => byValue(values))]).toEqual([1, [{ FAILED: 1, COMPLETED: 1 }]]);
  });
});

describe('[READ-20] groups of events', () => {
  const inOrder = (groups: readonly EventGroup[]) =>
    groups.map(({ bucket, values, count }) => [bucket, ...values, count].join(' ')).toSorted();
  const grouped = (by: readonly FacetField[], edges: number[] | null, ...terms: FilterTerm[]) => {
    const { reader } = filledStore(events);
    return inOrder(reader.groups({ ...all, filter: { terms }, by, edges }).groups);
  };

  it('count an event with two codes in both groups', () => {
    expect(grouped(['principal', 'code'], null)).toEqual([
      '0 acme  1',
      '0 acme C1 2',
      '0 acme C2 1',
      '0 zeta  1',
      '0 zeta C2 1',
    ]);
  });

  it('by time alone leave out events outside the edges', () => {
    expect(grouped([], [1_000, 3_000, 5_000])).toEqual(['0 2', '1 2']);
  });

  it('by fields and time contain only events that match the filter', () => {
    expect(grouped(['state'], [0, 2_000, 9_000], value('principal', 'acme'))).toEqual([
      '0 FAILED 1',
      '1 COMPLETED 1',
      '1 FAILED 1',
    ]);
  });

  it('[READ-20] by country and code are exact for events with up to four of many codes, also after new codes', () => {
    const random = randomNumbers(20);
    const made = Array.from({ length: 600 }, (_, index) => failedEvent(index + 1, random));
    const { reader, writer } = filledStore(made.slice(0, 400));
    const check = (known: readonly FailedEvent[]) => {
      const range = { after: 0, to: known.length };
      const filter = { terms: [not('country', 'SE'), not('code', 'C7')] };
      const left = known.filter(({ country, codes }) => country !== 'SE' && !codes.includes('C7'));
      const { count, fields } = reader.facets({ ...range, filter, fields: ['code', 'country'] });
      expect(count).toBe(left.length);
      expect(fields.map(({ values }) => byValue(values))).toEqual([
        tally(known.filter(({ country }) => country !== 'SE').flatMap(({ codes }) => codes)),
        tally(known.filter(({ codes }) => !codes.includes('C7')).map(({ country }) => country)),
      ]);
      const { groups } = reader.groups({ ...range, filter, by: ['country', 'code'], edges: null });
      expect(byValue(groups.map((group) => ({ value: group.values.join(' '), count: group.count })))).toEqual(
        tally(left.flatMap(({ country, codes }) => codes.map((code) => `${country} ${code}`))),
      );
    };
    check(made.slice(0, 400));
    writer.append(batchOf('opens', made.slice(400)));
    check(made);
  });

  it('are refused before anything is counted if there would be too many', () => {
    const database = temporaryDatabase();
    const rows = createFacetRowWriter(database);
    rows.reload();
    database.transaction(() => {
      for (let position = 0; position < 5_000; position += 1)
        rows.assign('CMP_EVENT', { ...undecoded, principal: `p${position}` }, []);
    })();
    const errorCodes = Array.from({ length: 600 }, (_, position) => `C${position}`);
    rows.assign('CMP_EVENT', { ...undecoded, errorCodes, errorTypes: errorCodes }, []);
    const facetIndex = new FacetIndex(database);
    facetIndex.refresh();
    const groups = (by: readonly FacetField[], buckets: number) => () =>
      new GroupClasses(facetIndex, by, buckets).classCount;
    expect(groups(['principal'], 800)()).toBe(5_001);
    expect(groups(['principal'], 1_000)).toThrow('BAD_ARGUMENT');
    expect(groups(['code'], 1_000)()).toBe(2);
    expect(groups(['code', 'type'], 1)).toThrow('BAD_ARGUMENT');
    const codes = new GroupClasses(facetIndex, ['code'], 1);
    expect(codes.groupsOf(new Float64Array([1, 1]), 601)).toHaveLength(601);
    expect(() => codes.groupsOf(new Float64Array([1, 1]), 600)).toThrow('BAD_ARGUMENT');
  });
});

describe('[STORE-8] chunk columns that a chart keeps in memory', () => {
  const chart = { filter: EVERYTHING, after: 0, to: 5_000, edges: [0, 2_000_000, 9_000_000] };
  const damage = `UPDATE chunk SET places = CAST(zeroblob(8196) AS BLOB)`;
  const many = Array.from({ length: 4_500 }, (_, index) => receivedEvent(index + 1));
  // A long time budget, because a batch that ends early would not reach the damaged chunk.
  const stored = () => filledStore(many, { batchMs: 60_000 });

  it('are read again after any writer changed them', () => {
    const { database, reader } = stored();
    reader.histogram(chart);
    database.exec(damage);
    expect(() => reader.histogram(chart)).toThrow('STORE_DAMAGED');
  });

  it('are not used by a check, which reads what is stored', () => {
    const { database, reader } = stored();
    const before = reader.histogram(chart);
    // Without the trigger the change goes unnoticed, as damage on a disk does.
    database.exec(`DROP TRIGGER chunk_updated; ${damage}`);
    let flaws = 0;
    for (let after: number | null = 0; after !== null;) {
      const checked = reader.check(after);
      flaws += checked.flaws.length;
      after = checked.next;
    }
    expect([reader.histogram(chart), flaws > 0]).toEqual([before, true]);
  });
});

describe('[PAGE-59] the event at a time is found although the clock was set back at the borders of chunks', () => {
  /** Three chunks. The clock is set back by half a chunk at each border. */
  const CHUNK = 4_096;
  const timeOf = (seq: number) => 1_000 * (seq - 2_000 * Math.floor(seq / CHUNK));
  const times = Array.from({ length: 3 * CHUNK + 500 }, (_, index) => timeOf(index + 1));
  it.each([0, 1_000, 2_096_500, 3_000_000, 6_200_000, 1_000_000_000])('at %i', (at) => {
    const stored = times.map((receivedAt, index) => receivedEvent(index + 1, { receivedAt }));
    // A busy machine can end a batch before it has a row, so here every batch ends as early as possible.
    const { reader } = filledStore(stored, { batchMs: 0 });
    const found = (direction: 'older' | 'newer', kind: 'since' | 'until') => {
      const filter: Filter = { terms: [...EVERYTHING.terms, { kind, time: { kind: 'at', at } }] };
      for (let from: number | null = direction === 'older' ? Number.MAX_SAFE_INTEGER : 0; from !== null;) {
        const { rows, next }: SummaryBatch = reader.summaries({ filter, direction, from, limit: 1 });
        if (rows[0] !== undefined) return rows[0].seq;
        from = next;
      }
      return undefined;
    };
    const seqOf = (index: number) => (index < 0 ? undefined : index + 1);
    expect([found('older', 'until'), found('newer', 'since')]).toEqual([
      seqOf(times.findLastIndex((time) => time <= at)),
      seqOf(times.findIndex((time) => time >= at)),
    ]);
  });
});
