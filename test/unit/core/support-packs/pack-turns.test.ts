import { expect, test } from 'vitest';
import { createSupportPacks } from '../../../../src-main/core/support-packs/create-support-packs.ts';
import { packsOverStore, requestCaseKey, packQuery } from '../../../doubles/packs-over-store.ts';
import { requestText, type RequestTextFields } from '../../../doubles/request-texts.ts';
import { rounds } from '../../../support/breadth.ts';

const KEY = requestCaseKey('REQ-20261121-0417');
/** `npm run test:long` uses 10 000 resources. */
const RESOURCES = rounds({ usual: 2_500, thorough: 10_000 });
const MANY = {
  completed: RESOURCES - 1_000,
  failing: [{ code: '73', count: 1_000, sentence: 'Already in this package' }],
};

const FEW = { failing: [{ ...MANY.failing[0], code: '73', count: 100 }] };

async function largePack(fields: RequestTextFields = MANY) {
  const made = await packsOverStore();
  await made.receive(['CMP_EVENT', requestText(fields)]);
  await made.cases.waitUntilCaughtUp();
  const turns: number[] = [];
  let now = 0;
  let turnsBefore = 0;
  const reads = { events: 0, coverage: 0, turnsWhileCollecting: 0 };
  const { scanner } = made.store;
  const packs = createSupportPacks({
    cases: made.cases,
    projection: made.cases.projection,
    scanner: {
      extent: () => scanner.extent(),
      events: (...query) => scanner.events(...query),
      actions: (...query) => scanner.actions(...query),
      combinations: (...query) => scanner.combinations(...query),
      projectionRecords: (name) => scanner.projectionRecords(name),
      event: (seq) => {
        if (reads.events === 0) turnsBefore = turns.length;
        reads.events += 1;
        return scanner.event(seq);
      },
      coverage: (span) => {
        reads.coverage += 1;
        return scanner.coverage(span);
      },
    },
    clock: {
      now: () => made.clock.now(),
      elapsed: () => now,
      // Each step takes the maximum time, so the code yields after each.
      monotonic: () => (now += 100),
      async sleep(_, signal) {
        signal.throwIfAborted();
        turns.push(now);
        await new Promise((resolve) => setImmediate(resolve));
      },
    },
    label() {
      // Asked for when the personal values are collected.
      reads.turnsWhileCollecting ||= turns.length - turnsBefore;
      return { profile: 'Acme Europe', domain: 'acme:eu', practice: false };
    },
    files: made.files,
  });
  return { ...made, packs, reads, turns };
}

test('[EXPORT-3] masks a request of thousands of resources in steps and yields between them', async () => {
  const { packs, reads, turns } = await largePack();
  const { masks } = await packs.preview(packQuery([KEY]));
  const numbers = masks.filter(({ mask }) => mask === 'imsi' || mask === 'msisdn').map(({ values }) => values);
  expect(numbers).toEqual([RESOURCES, RESOURCES]);
  expect(turns.length).toBeGreaterThan(RESOURCES / 100);
  // Collecting has five steps for any number of resources. Without steps there are two turns, for the other work.
  expect(reads.turnsWhileCollecting).toBeGreaterThanOrEqual(5);
});

test('[PACK-1] shows the next preview after an option changed without reading the events again', async () => {
  const { packs, reads, receive, cases } = await largePack({ ...FEW, completed: 10 });
  await packs.preview(packQuery([KEY]));
  const first = { ...reads };
  const seen = await packs.preview(packQuery([KEY], { mask: ['imsi'], parts: ['report'], ticket: '88213' }));
  expect(seen.files.map(({ name }) => name)).toEqual(['report.html', 'report.txt']);
  expect(JSON.stringify(seen.blocks)).toContain('Nordwind Logistics');
  expect(reads.coverage).toBe(first.coverage);
  await receive(['CMP_EVENT', requestText({ ...FEW, completed: 11 })]);
  await cases.waitUntilCaughtUp();
  const parts = (await packs.preview(packQuery([KEY]))).parts.find(({ part }) => part === 'raw');
  expect(parts?.count).toBe(2);
});

test('[EXPORT-3] stops a cancelled pack between two steps and leaves no file', async () => {
  const { packs, turns, files } = await largePack();
  const giving = new AbortController();
  const saving = packs.save(packQuery([KEY]), giving.signal);
  while (turns.length < 5) await new Promise((resolve) => setImmediate(resolve));
  giving.abort(new Error('nobody waits'));
  await expect(saving).rejects.toThrow('nobody waits');
  expect([...files.files.keys(), ...files.unfinished]).toEqual([]);
});
