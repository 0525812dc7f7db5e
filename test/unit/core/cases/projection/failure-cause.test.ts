import { expect, test } from 'vitest';
import { failureCause } from '../../../../../src-main/core/cases/projection/failure-cause.ts';
import { requestDigest } from '../../../../../src-main/core/requests/request-digest.ts';
import type { EventSummary } from '../../../../../src-shared/domain/event/event.ts';
import { packageChangeText } from '../../../../doubles/cases-over-store.ts';
import { localizationEvent } from '../../../../doubles/case-events.ts';

const reading = requestDigest({ raw: packageChangeText('r-1', 2, 1, 'CODE-1') });
const request = (part: Partial<EventSummary>): EventSummary => ({
  ...localizationEvent(1, 0),
  kind: 'CMP_EVENT',
  operation: 'CHANGE_SUBSCRIPTIONSTATE',
  errorCode: 'other',
  errorTypes: ['other'],
  ...part,
});

test.each<[words: string, marks: EventSummary['marks'], cause: { type: string; code: string }]>([
  ['by its text', [], { type: 'DCP_ERROR', code: 'CODE-1' }],
  [
    'by its row, if its values are not kept apart',
    [{ code: 'too-many-values', detail: 'error code' }],
    { type: 'other', code: 'other' },
  ],
])('[READ-20] groups a failed request %s', (_words, marks, cause) => {
  expect(failureCause(request({ marks }), reading).cause).toMatchObject(cause);
});
