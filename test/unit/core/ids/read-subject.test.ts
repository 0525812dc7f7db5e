import { describe, expect, it } from 'vitest';
import { readSubject } from '../../../../src-main/core/ids/read-subject.ts';
import { subjectAnswer } from '../../../../src-shared/words/ids/subject-words.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';
import { anItem } from '../../../doubles/stored-items.ts';

const MINUTE = 60_000;
const ICCID = '8946200011660309494';

async function subjects(find?: Parameters<typeof readSubject>[0]['inventory']['find']) {
  const over = await casesOverStore();
  const { cases } = over.run();
  const { reader } = over.store;
  const item = {
    raw: anItem('is-0001', { iccid: ICCID, imsi: '240071111', state: 'ACTIVE' }),
    ordinal: 3,
    id: 'is-0001',
  };
  const inventory = {
    find:
      find ??
      (async ({ text }: { readonly text: string }) => ({
        found: item.raw.includes(text)
          ? [{ search: 's-1', ordinal: 3, id: 'is-0001', field: 'x', value: text, askedAt: 5_000 }]
          : [],
        next: null,
      })),
    item: async () => ({ ...item, receivedAt: 0 }),
  };
  const time = (at: number) => `${Math.round((at - start) / MINUTE)}m`;
  const start = over.clock.now();
  const read = async (value: string, from: number | null = null, to: number | null = null) => {
    await cases.waitUntilCaughtUp();
    const limits = { from: from === null ? null : start + from * MINUTE, to: to === null ? null : start + to * MINUTE };
    return readSubject({ reader, inventory, cases, clock: over.clock }, { value, ...limits });
  };
  return { ...over, read, answer: async (...of: Parameters<typeof read>) => subjectAnswer(await read(...of), time) };
}

describe('a subject', () => {
  it('[PAGE-442] joins what a stored search and an event name together, and says how old both are', async () => {
    const { read, receiveLocalizations } = await subjects();
    await receiveLocalizations({ eid: '8904-1', iccid: ICCID });
    const { ids, rows, lastEventAt, events } = await read('240071111');
    expect(ids.map(({ kind, value, joined }) => [kind, value, joined?.seq ?? joined?.row?.search ?? null])).toEqual([
      ['imsi', '240071111', null],
      ['subscription', 'is-0001', 's-1'],
      ['iccid', ICCID, 's-1'],
      ['eid', '8904-1', 1],
    ]);
    expect([rows.map(({ state, askedAt }) => [state, askedAt]), lastEventAt !== null, events.length]).toEqual([
      [['ACTIVE', 5_000]],
      true,
      1,
    ]);
  });

  it('[PAGE-442] says that stored searches were read only in part', async () => {
    const { answer } = await subjects(async () => ({ found: [], next: 'more' }));
    expect((await answer('4711-9')).sentence).toMatch(/Stored searches were read only in part\.$/);
  });

  it('[PAGE-442] is not fine while a part of the span was not recorded', async () => {
    const { answer, clock, receiveLocalizations } = await subjects();
    await clock.advance(10 * MINUTE);
    await receiveLocalizations({ operation: 'LOCALIZED', state: 'COMPLETED' });
    expect(await answer('8904-1')).toMatchObject({ mark: 'fine', sentence: expect.stringMatching(/^Nothing failed/) });
    expect(await answer('8904-1', 0, 10)).toEqual({
      mark: 'not-known',
      sentence: 'Nothing failed from 0m to 10m in what we watched. There is no record of 0m – 10m. There is no gap.',
    });
    expect(await answer('4711-9')).toEqual({
      mark: 'not-known',
      sentence: 'No event and no stored search has it: events are stored since 10m.',
    });
  });

  it('[PAGE-442] finds a failure in a span that lies before its newest 200 events', async () => {
    const { answer, clock, receiveLocalizations } = await subjects();
    await receiveLocalizations({});
    await clock.advance(MINUTE);
    for (let batch = 0; batch < 7; batch += 1)
      await receiveLocalizations(...Array.from({ length: 30 }, () => ({ operation: 'LOCALIZED', state: 'COMPLETED' })));
    expect((await answer('8904-1', 0, 0)).sentence).toMatch(/^1 failure from 0m to 0m, the last: Allocation failed/);
    expect((await answer('8904-1')).sentence).toContain('Only its newest events were read.');
  });
});
