import { describe, expect, it, test } from 'vitest';
import { providerSentences } from '../../../src-shared/service/provider-sentences.ts';

const failed = (detailedError: unknown) => ({
  eid: '8904',
  errorCode: 'START_PROFILE_ALLOCATION_FAILED',
  detailedError,
});
const documented = { errorCode: '3107', errorMessage: 'Allocation timed out', errorType: 'CMP_ERROR' };
const documentedSentence = { sentence: 'Allocation timed out', code: '3107', type: 'CMP_ERROR', count: 1 };
const plain = (sentence: string) => ({ sentence, code: null, type: null, count: 1 });

describe('the sentences of the provider', () => {
  test.each<readonly [shape: string, detailedMessage: unknown, expected: unknown]>([
    ['the documented form', failed([documented]), [documentedSentence]],
    ['one object instead of a list', failed(documented), [documentedSentence]],
    ['a list in a string', failed(JSON.stringify([documented])), [documentedSentence]],
    ['an object in a string in a list', failed([JSON.stringify(documented)]), [documentedSentence]],
    ['a plain text', failed('Allocation timed out'), [plain('Allocation timed out')]],
    ['several texts', failed(['a', ' ', 'b']), [plain('a'), plain('b')]],
    ['a text that looks like JSON', failed('{no'), [plain('{no')]],
    [
      'an errorObject',
      failed([{ errorObject: { errorCode: 3107, errorMessage: 'Allocation timed out' }, errorType: 'CMP_ERROR' }]),
      [documentedSentence],
    ],
    [
      'other field names',
      failed([{ message: 'Allocation timed out', code: 3107, type: 'CMP_ERROR' }]),
      [documentedSentence],
    ],
    ['a code alone', failed([{ errorCode: 70 }]), [{ sentence: null, code: '70', type: null, count: 1 }]],
    [
      'flat fields',
      { errorCode: '3107', errorMessage: 'Allocation timed out', errorType: 'CMP_ERROR' },
      [documentedSentence],
    ],
    [
      'repeated errors, as one with a count',
      failed([documented, documented, { ...documented, at: 1 }]),
      [{ ...documentedSentence, count: 3 }],
    ],
    ['an empty list', failed([]), []],
    ['unreadable errors, as nothing', failed([null, 7, true, [], {}, { odd: 1 }]), []],
    ['a message without errors, as nothing', { eid: '8904' }, []],
    ['a __proto__ key, as nothing', failed(JSON.parse('[{"__proto__":{"errorMessage":"x"}}]')), []],
  ])('[PAGE-80] are read from %s', (_, detailedMessage, expected) => {
    expect(providerSentences(JSON.stringify({ detailedMessage }))).toEqual(expected);
    expect(providerSentences(JSON.stringify({ detailedMessage: JSON.stringify(detailedMessage) }))).toEqual(expected);
  });

  it('[PAGE-80] come from the request and from each of its resources', () => {
    const info = (errorCode: string, errorMessage: string) => ({
      errorObject: { errorCode, errorMessage },
      errorType: 'DCP_ERROR',
    });
    const detailedMessage = {
      subscriptionRequestFailureInfos: [info('70', 'Cannot change')],
      subscriptionRequestResources: [
        { resourceFailureInfos: [info('73', 'Already there')] },
        { resourceState: 'COMPLETED' },
        { resourceFailureInfos: [info('73', 'Already there')] },
      ],
    };
    expect(providerSentences(JSON.stringify({ detailedMessage }))).toEqual([
      { sentence: 'Cannot change', code: '70', type: 'DCP_ERROR', count: 1 },
      { sentence: 'Already there', code: '73', type: 'DCP_ERROR', count: 2 },
    ]);
  });

  test.each([
    ['', []],
    ['Heartbeat with error', []],
    ['"error"', []],
    ['['.repeat(100_000), []],
    [`{"error":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, []],
    ['{"detailedMessage":{"detailedError":"\\u202Eerror"}}', [plain('\u202Eerror')]],
  ])('[PAGE-80] are not invented for an unreadable text', (raw, expected) => {
    expect(providerSentences(raw)).toEqual(expected);
  });

  it('are limited in number and length', () => {
    const errors = Array.from({ length: 2_000 }, (_, index) => ({ errorMessage: `${index} ${'x'.repeat(2_000)}` }));
    const sentences = providerSentences(JSON.stringify({ detailedMessage: { detailedError: errors } }));
    expect({
      count: sentences.length,
      longest: Math.max(...sentences.map(({ sentence }) => sentence?.length ?? 0)),
    }).toEqual({ count: 1_000, longest: 1_001 });
  });
});
