import { expect, test } from 'vitest';
import { ProviderSentenceCache } from '../../../../src-main/core/cases/provider-sentence-cache.ts';
import type { EventReader } from '../../../../src-main/core/ports/event-store.ts';
import { aGroupState, allocationFailure } from '../../../doubles/case-states.ts';

const request = { kind: 'request', operation: null, type: null, code: '73' } as const;
const codes = [
  { code: '4102', count: 56, failedSeq: 1 },
  { code: '2107', count: 54, failedSeq: 2 },
];
const refused = { errorCode: '4102', errorMessage: 'Refused', errorType: 'SIM' };

test.each([
  ['the sentence with the most frequent code', allocationFailure, codes, [refused], ['Refused', '4102', 'SIM', 56]],
  ['the code if it has no sentence', allocationFailure, codes, [{ errorCode: '4102' }], [null, '4102', null, 56]],
  ['a text without a code', allocationFailure, codes, 'No capacity', ['No capacity', '4102', null, 56]],
  [
    'no sentence with another code',
    allocationFailure,
    codes,
    [{ ...refused, errorCode: '9' }],
    [null, '4102', null, 56],
  ],
  ['the newest sentence if no case has another code', allocationFailure, [], [refused], ['Refused', '4102', 'SIM', 1]],
  ['the code of the cause for requests', request, codes, [refused, { errorCode: '73' }], [null, '73', null, 113]],
  ['a text without a code for requests', request, [], 'No capacity', ['No capacity', '73', null, 113]],
] as const)('[CASE-8] quotes %s', async (_, cause, known, detailedError, [sentence, code, type, count]) => {
  const event = { raw: JSON.stringify({ detailedMessage: { detailedError } }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the received text is read
  const reader = { event: () => Promise.resolve(event) } as unknown as Pick<EventReader, 'event'>;
  const state = aGroupState(cause, { open: 113 });
  const quoted = new ProviderSentenceCache(reader).forGroup({ state, failedSeq: 3, codes: known });
  expect(await quoted).toEqual({ sentence, code, type, count });
});
