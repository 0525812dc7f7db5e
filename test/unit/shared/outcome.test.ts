import { describe, expect, it } from 'vitest';
import { localizationOutcome, requestOutcome, type RequestOutcomeInput } from '../../../src-shared/domain/outcome.ts';

describe('the outcome of a localization', () => {
  it.each([
    // state FAILED says it all, at any step
    ['ALLOCATED', 'FAILED', 'START_PROFILE_ALLOCATION_FAILED', 'failed'],
    ['FALLBACK_SET', 'FAILED', 'SET_FALLBACK_PROFILE_FAILED', 'failed'],
    ['TELEPORTED', 'FAILED', null, 'failed'],
    [null, 'FAILED', null, 'failed'],
    // the three shapes of success
    ['ENABLED', 'COMPLETED', null, 'succeeded'],
    ['FALLBACK_SET', 'COMPLETED', null, 'succeeded'],
    ['LOCALIZED', 'COMPLETED', null, 'succeeded'],
    // an earlier step is followed by others
    ['DOWNLOADED', 'COMPLETED', null, 'in-progress'],
    ['ALLOCATED', 'COMPLETED', null, 'in-progress'],
    ['ACTIVATED', 'COMPLETED', null, 'in-progress'],
    ['PROVISIONED', 'COMPLETED', null, 'in-progress'],
    ['ENABLED', 'IN_PROGRESS', null, 'in-progress'],
    // what we do not know
    ['TELEPORTED', 'COMPLETED', null, 'unknown'],
    ['TELEPORTED', 'IN_PROGRESS', null, 'unknown'],
    ['constructor', 'COMPLETED', null, 'unknown'],
    ['FALLBACK_SET', 'DONE', null, 'unknown'],
    ['FALLBACK_SET', null, null, 'unknown'],
    [null, 'COMPLETED', null, 'unknown'],
    ['FALLBACK_SET', 'DONE', 'SET_FALLBACK_PROFILE_FAILED', 'unknown'],
  ])('%s, %s, error code %s: %s', (operation, state, errorCode, outcome) => {
    expect(localizationOutcome({ operation, state, errorCode, hasError: errorCode !== null })).toEqual({
      outcome,
      contradictions: [],
    });
  });

  it.each(['COMPLETED', 'IN_PROGRESS'])('is unknown, and a contradiction, where an error stands beside %s', (state) => {
    const facts = { operation: 'FALLBACK_SET', state, hasError: true };
    expect(
      [
        { ...facts, errorCode: 'X' },
        { ...facts, errorCode: null },
      ].map(localizationOutcome),
    ).toEqual([
      { outcome: 'unknown', contradictions: [`errorCode X beside state ${state}`] },
      { outcome: 'unknown', contradictions: [`an error beside state ${state}`] },
    ]);
  });
});

const nothing = { inProgress: 0, pending: 0, canceled: 0, rejected: 0, completed: 0, failed: 0 };
const completed = { state: 'COMPLETED', hasFailureInfos: false };
const failed = { state: 'FAILED', hasFailureInfos: true };

/** A request of two resources that were both changed. */
const clean: RequestOutcomeInput = {
  operationKnown: true,
  state: 'COMPLETED',
  requestState: 'COMPLETED',
  size: 2,
  counters: { ...nothing, completed: 2 },
  resources: [completed, completed],
  hasFailureInfos: false,
};
const withFailures: RequestOutcomeInput = { ...clean, requestState: 'COMPLETED_WITH_FAILURES', hasFailureInfos: true };
const bare = { counters: null, resources: null };

function unreadable(counter: 'pending' | 'failed'): RequestOutcomeInput {
  return { ...clean, counters: { ...nothing, completed: 2, [counter]: null }, resources: null };
}

type Row = [
  says: string,
  facts: RequestOutcomeInput,
  outcome: string,
  failedCount: number | null,
  contradictions?: string[],
  resourceCount?: number,
];

describe('the outcome of a connectivity request', () => {
  it.each<Row>([
    ['all completed', clean, 'succeeded', 0],
    ['completed by the counters alone', { ...clean, resources: null }, 'succeeded', 0],
    ['completed by the resources alone', { ...clean, counters: null }, 'succeeded', 0],

    [
      'all resources failed though the envelope says COMPLETED',
      { ...withFailures, counters: { ...nothing, failed: 2 }, resources: [failed, failed] },
      'failed',
      2,
    ],
    [
      'some resources failed though the envelope says COMPLETED',
      { ...withFailures, counters: { ...nothing, completed: 1, failed: 1 }, resources: [failed, completed] },
      'partial',
      1,
    ],
    [
      'failures in the counters alone',
      { ...withFailures, counters: { ...nothing, failed: 2 }, resources: null },
      'failed',
      2,
    ],
    [
      'failures in the resources alone',
      { ...withFailures, counters: null, resources: [failed, completed] },
      'partial',
      1,
    ],
    [
      'a failed resource listed of a larger request',
      { ...withFailures, ...bare, size: 9, resources: [failed] },
      'partial',
      1,
    ],
    [
      'rejected resources, which were not changed',
      { ...withFailures, counters: { ...nothing, rejected: 2 }, resources: null },
      'failed',
      2,
    ],
    ['failures without any count', { ...withFailures, ...bare, size: null }, 'partial', null],
    [
      'failures while others are pending',
      { ...withFailures, counters: { ...nothing, pending: 1, failed: 1 }, resources: null },
      'partial',
      1,
    ],
    [
      'failures, in a request state of a later version',
      { ...withFailures, requestState: 'ABORTED', counters: { ...nothing, failed: 2 }, resources: null },
      'failed',
      2,
    ],
    [
      'failures, in an operation of a later version',
      { ...withFailures, operationKnown: false, counters: { ...nothing, failed: 2 }, resources: null },
      'failed',
      2,
    ],

    [
      'resources in progress',
      { ...clean, counters: { ...nothing, inProgress: 1, completed: 1 }, resources: null },
      'in-progress',
      0,
    ],
    [
      'resources pending in a state of a later version',
      { ...clean, requestState: 'QUEUED', counters: { ...nothing, pending: 2 }, resources: null },
      'in-progress',
      0,
    ],

    ['completed, but nothing counted or listed', { ...clean, ...bare }, 'unknown', null],
    ['completed, with an empty list', { ...clean, counters: null, resources: [] }, 'unknown', null],
    ['completed, with a part of the resources listed', { ...clean, size: 3, counters: null }, 'unknown', null],
    ['completed, but nobody says how many there are', { ...clean, size: null }, 'unknown', 0, [], 2],
    ['completed by the counters, one of which is no number', unreadable('pending'), 'unknown', 0],
    ['completed, with a counter of the failed that is no number', unreadable('failed'), 'unknown', null],
    ['no state in the envelope', { ...clean, state: null }, 'unknown', 0],
    ['a request state of a later version', { ...clean, requestState: 'ARCHIVED' }, 'unknown', 0],
    ['no request state', { ...clean, requestState: null }, 'unknown', 0],
    ['an operation of a later version', { ...clean, operationKnown: false }, 'unknown', 0],
    ['an envelope state of a later version', { ...clean, state: 'ARCHIVED' }, 'unknown', 0],
    [
      'a resource state of a later version',
      { ...clean, resources: [completed, { state: 'PARKED', hasFailureInfos: false }] },
      'unknown',
      0,
    ],
    [
      'cancelled resources, which nobody says were changed',
      { ...clean, counters: { ...nothing, completed: 1, canceled: 1 }, resources: null },
      'unknown',
      0,
    ],
    [
      'nothing but an envelope that says COMPLETED',
      { ...clean, ...bare, size: null, requestState: null },
      'unknown',
      null,
    ],
    [
      'nothing but an envelope that says FAILED',
      { ...clean, ...bare, size: null, requestState: null, state: 'FAILED' },
      'failed',
      null,
    ],
    [
      'an envelope that says FAILED, with nothing counted',
      { ...withFailures, ...bare, state: 'FAILED' },
      'failed',
      null,
    ],
    [
      'an envelope that says FAILED, some failed and none completed',
      { ...withFailures, state: 'FAILED', counters: { ...nothing, failed: 1 }, resources: null, size: 2 },
      'failed',
      1,
      ['counters add up to 1, size is 2'],
    ],
    [
      'an envelope that says FAILED, though some are known to be completed',
      { ...withFailures, state: 'FAILED', counters: { ...nothing, failed: 1, completed: 1 }, resources: null },
      'partial',
      1,
    ],
    [
      'a request that says FAILED, with nothing counted',
      { ...clean, ...bare, size: null, requestState: 'FAILED' },
      'failed',
      null,
    ],
    [
      'a request that says FAILED, in progress',
      { ...clean, requestState: 'FAILED', counters: { ...nothing, pending: 2 }, resources: null },
      'failed',
      0,
      ['none failed, state FAILED'],
    ],

    [
      'counters that do not add up to the size',
      { ...clean, size: 5, resources: null },
      'unknown',
      0,
      ['counters add up to 2, size is 5'],
    ],
    [
      'an envelope that says FAILED over a request that succeeded',
      { ...clean, state: 'FAILED' },
      'failed',
      0,
      ['state FAILED, subscriptionRequestState COMPLETED'],
    ],
    [
      'a failed resource in a request that says COMPLETED',
      { ...clean, counters: null, resources: [failed, completed] },
      'partial',
      1,
      ['1 failed, subscriptionRequestState COMPLETED'],
    ],
    [
      'COMPLETED_WITH_FAILURES where none failed',
      { ...clean, requestState: 'COMPLETED_WITH_FAILURES' },
      'partial',
      0,
      ['none failed, subscriptionRequestState COMPLETED_WITH_FAILURES'],
    ],
    [
      'failure infos where none failed',
      { ...clean, hasFailureInfos: true },
      'partial',
      0,
      ['subscriptionRequestFailureInfos, none failed'],
    ],
    [
      'failures that the counters do not count',
      { ...withFailures, resources: [failed, failed] },
      'failed',
      2,
      ['0 failed by the counters, 2 by the resources'],
    ],
    [
      'a resource that is COMPLETED and has failure infos',
      { ...withFailures, counters: null, resources: [completed, { state: 'COMPLETED', hasFailureInfos: true }] },
      'partial',
      1,
      ['resourceFailureInfos beside resourceState COMPLETED'],
    ],
  ])('%s', (_says, facts, outcome, failedCount, contradictions = [], resourceCount = facts.size ?? undefined) => {
    expect(requestOutcome(facts)).toEqual({
      outcome,
      failedCount,
      contradictions,
      resourceCount: resourceCount ?? null,
    });
  });

  it('counts the resources where no size is given', () => {
    expect(requestOutcome({ ...clean, size: null, counters: { ...nothing, completed: 3 } }).resourceCount).toBe(3);
  });
});
