import { expect, test } from 'vitest';
import { readNames } from '../../../../src-main/core/ids/read-names.ts';
import { nameAnswerWords } from '../../../../src-shared/words/ids/name-words.ts';
import { casesOverStore } from '../../../doubles/cases-over-store.ts';
import { requestText } from '../../../doubles/request-texts.ts';

const request = (id: string, failed: boolean, message: object = {}) =>
  [
    'CMP_EVENT',
    requestText({
      completed: 1,
      failing: failed ? [{ code: '73', count: 1 }] : [],
      message: { subscriptionRequestId: id, ...message },
    }),
  ] as const;

async function storeOfRequests() {
  const { receive, run, store } = await casesOverStore();
  await receive(
    request('REQ-1', true),
    request('REQ-2', false),
    request('REQ-3', false, { companyName: 'Borealis', createdBy: 'ada' }),
  );
  const { cases } = run();
  await cases.waitUntilCaughtUp();
  return { reader: store.scanner, cases };
}

test.each([
  ['nordw', ['company Nordwind Logistics: company of 2 requests, 1 partly failed, 1 open, last now']],
  ['ADA', ['user ada: user of 1 request, none open, last now']],
  ['none', []],
])('[PAGE-59] answers %j with the requests of each company and user', async (text, answers) => {
  const found = await readNames(await storeOfRequests(), text);
  expect(found.map((one) => `${one.field} ${one.value}: ${nameAnswerWords(one, () => 'now')}`)).toEqual(answers);
});

test('[PAGE-442] finds a name that only the oldest of many batches has', async () => {
  const { reader, cases } = await storeOfRequests();
  let before = 50;
  const slow: Parameters<typeof readNames>[0]['reader'] = {
    async facets(query, signal) {
      if (before === 0) return reader.facets(query, signal);
      before -= 1;
      return { count: 0, fields: [], next: query.to };
    },
  };
  expect((await readNames({ reader: slow, cases }, 'nordwind')).map(({ value }) => value)).toEqual([
    'Nordwind Logistics',
  ]);
});
