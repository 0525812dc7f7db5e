import { describe, expect, it } from 'vitest';
import { findIds } from '../../../../src-main/core/ids/find-ids.ts';
import { type FoundIds, mergedIds } from '../../../../src-shared/api/ids/merged-ids.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';

const request = (id: string, resources: readonly object[], extra: object = {}) =>
  [
    'CMP_EVENT',
    JSON.stringify({
      operation: 'CHANGE_SUBSCRIPTIONSTATE',
      state: 'COMPLETED',
      detailedMessage: {
        subscriptionRequestId: id,
        size: resources.length,
        subscriptionRequestResources: resources,
        ...extra,
      },
    }),
  ] as const;
const resource = (resourceId: string, iccid: string, part: object = {}) => ({
  resourceId,
  resourceState: 'COMPLETED',
  resourceProperties: [{ type: 'ICCID', value: iccid }],
  ...part,
});
const FAILED = { resourceState: 'FAILED', resourceFailureInfos: [{ errorObject: { errorCode: '70' } }] };

async function found(
  text: string,
  texts: readonly (readonly [string, string])[],
  inventory: Parameters<typeof findIds>[0]['inventory'] = { find: async () => ({ found: [], next: null }) },
): Promise<FoundIds> {
  const { receive, store, clock } = await casesOverStore();
  await receive(...texts);
  let last: FoundIds | null = null;
  for await (const ids of mergedIds(text, (query) => findIds({ reader: store.scanner, inventory, clock }, query)))
    last = ids;
  if (last === null) throw new Error('No batch.');
  return last;
}
const named = ({ ids }: FoundIds) => ids.map(({ field, value, newest }) => [field, value, newest.seq]);

describe('the search for an identifier', () => {
  it('[PAGE-59] finds a resource of a request, and says what happened to it', async () => {
    const texts = [request('REQ-1', [resource('r-1', '89461111'), resource('r-2', '89462222', FAILED)])];
    const { ids, progress } = await found('89462222', texts);
    expect([progress, ...ids.map(({ field, resource: own }) => [field, own])]).toEqual([
      'whole',
      ['iccid', { state: 'FAILED', failed: true, code: '70' }],
    ]);
  });

  it('[PAGE-59] lists each once: the complete one, then those that end so, then the newest', async () => {
    const texts = [
      request('REQ-5', [resource('r-1', '1626')]),
      request('REQ-6', [resource('r-1', '8946001626')]),
      request('REQ-7', [resource('r-1', '89461626001')]),
      request('REQ-8', [resource('r-1', '89461626002'), resource('r-2', '8946001626')]),
    ];
    expect(named(await found('1626', texts))).toEqual([
      ['iccid', '1626', 1],
      ['iccid', '8946001626', 4],
      ['iccid', '89461626002', 4],
      ['iccid', '89461626001', 3],
    ]);
  });

  it('[PAGE-442] finds the text of an event only if no event has it as an identifier', async () => {
    const texts = [request('REQ-1', [], { note: 'see ticket 4711-b' }), request('REQ-4711', [])];
    expect(named(await found('4711-b', texts))).toEqual([['text', '4711-b', 1]]);
    expect(named(await found('4711', texts))).toEqual([['request', 'REQ-4711', 2]]);
    expect(named(await found('4712', texts))).toEqual([]);
  });

  it('[PAGE-442] finds the oldest identifier of a store that answers only in part within a second', async () => {
    const { receive, store, clock } = await casesOverStore();
    await receive(request('REQ-1', [resource('r-1', '89462222')]));
    let partial = 20;
    const reader: Parameters<typeof findIds>[0]['reader'] = {
      async events(query, signal) {
        if (partial === 0) return store.scanner.events(query, signal);
        partial -= 1;
        await clock.advance(1_000);
        return { events: [], next: query.from };
      },
    };
    const inventory = { find: async () => ({ found: [], next: null }) };
    let last: FoundIds | null = null;
    for await (const ids of mergedIds('89462222', (query) => findIds({ reader, inventory, clock }, query))) last = ids;
    expect(last?.ids.map(({ field }) => field)).toEqual(['iccid']);
  });

  it('[PAGE-59] stops in an endless store, and reports that not everything was searched', async () => {
    const texts = Array.from({ length: 30 }, (_, index) =>
      request(`REQ-${index}`, [resource(`r-${index}`, `16261${index}0`)]),
    );
    const result = await found('1626', texts);
    expect([result.ids.length, result.progress]).toEqual([8, 'partly']);
    const row = (ordinal: number) => ({
      search: 's',
      ordinal,
      id: `is-${ordinal}`,
      field: 'iccid',
      value: '1',
      askedAt: 0,
    });
    const endless = { find: async () => ({ found: [row(1), row(2)], next: '1 2' }) };
    const { stored, progress } = await found('1626', [request('REQ-1', [])], endless);
    expect([stored.map(({ ordinal }) => ordinal), progress]).toEqual([[1, 2], 'partly']);
  });
});
