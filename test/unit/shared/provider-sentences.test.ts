import { describe, expect, it, test } from 'vitest';
import { providerSentences } from '../../../src-shared/service/provider-sentences.ts';

const failed = (detailedError: unknown) => ({
  eid: '8904',
  errorCode: 'START_PROFILE_ALLOCATION_FAILED',
  detailedError,
});
const documented = { errorCode: '3107', errorMessage: 'Allocation timed out', errorType: 'CMP_ERROR' };
const said = { sentence: 'Allocation timed out', code: '3107', type: 'CMP_ERROR', count: 1 };

describe('what the provider says', () => {
  test.each<readonly [shape: string, detailedMessage: unknown, expected: unknown]>([
    ['as documented', failed([documented]), [said]],
    ['one object, no list', failed(documented), [said]],
    ['a list in a text', failed(JSON.stringify([documented])), [said]],
    ['an object in a text, in a list', failed([JSON.stringify(documented)]), [said]],
    ['a text', failed('Allocation timed out'), [{ ...said, code: null, type: null }]],
    [
      'texts',
      failed(['a', ' ', 'b']),
      [
        { sentence: 'a', code: null, type: null, count: 1 },
        { sentence: 'b', code: null, type: null, count: 1 },
      ],
    ],
    ['a text that looks like JSON', failed('{no'), [{ sentence: '{no', code: null, type: null, count: 1 }]],
    [
      'an error in an object of its own',
      failed([{ errorObject: { errorCode: 3107, errorMessage: 'Allocation timed out' }, errorType: 'CMP_ERROR' }]),
      [said],
    ],
    ['other names', failed([{ message: 'Allocation timed out', code: 3107, type: 'CMP_ERROR' }]), [said]],
    ['a code alone', failed([{ errorCode: 70 }]), [{ sentence: null, code: '70', type: null, count: 1 }]],
    ['flat', { errorCode: '3107', errorMessage: 'Allocation timed out', errorType: 'CMP_ERROR' }, [said]],
    ['the same again and again', failed([documented, documented, { ...documented, at: 1 }]), [{ ...said, count: 3 }]],
    ['nothing in it', failed([]), []],
    ['what cannot be read', failed([null, 7, true, [], {}, { odd: 1 }]), []],
    ['none', { eid: '8904' }, []],
    ['a prototype', failed(JSON.parse('[{"__proto__":{"errorMessage":"x"}}]')), []],
  ])('[PAGE-81] %s', (_, detailedMessage, expected) => {
    expect(providerSentences(JSON.stringify({ detailedMessage }))).toEqual(expected);
    expect(providerSentences(JSON.stringify({ detailedMessage: JSON.stringify(detailedMessage) }))).toEqual(expected);
  });

  it('[PAGE-81] of a request is what stands at the request and at each resource', () => {
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
    [
      '{"detailedMessage":{"detailedError":"\\u202Eerror"}}',
      [{ sentence: '\u202Eerror', code: null, type: null, count: 1 }],
    ],
  ])('[PAGE-82] nothing is made of what cannot be read', (raw, expected) => {
    expect(providerSentences(raw)).toEqual(expected);
  });

  it('is bounded, however much is told', () => {
    const errors = Array.from({ length: 2_000 }, (_, index) => ({ errorMessage: `${index} ${'x'.repeat(2_000)}` }));
    const sentences = providerSentences(JSON.stringify({ detailedMessage: { detailedError: errors } }));
    expect({
      count: sentences.length,
      longest: Math.max(...sentences.map(({ sentence }) => sentence?.length ?? 0)),
    }).toEqual({ count: 1_000, longest: 1_001 });
  });
});
