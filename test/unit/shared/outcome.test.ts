import { describe, expect, it } from 'vitest';
import {
  localizationOutcome,
  requestOutcome,
  type RequestOutcomeInput,
} from '../../../src-shared/domain/event/outcome.ts';

describe('the outcome of a localization', () => {
  it.each([
    // FAILED is final at any step.
    ['ALLOCATED', 'FAILED', 'START_PROFILE_ALLOCATION_FAILED', 'failed'],
    ['FALLBACK_SET', 'FAILED', 'SET_FALLBACK_PROFILE_FAILED', 'failed'],
    ['TELEPORTED', 'FAILED', null, 'failed'],
    [null, 'FAILED', null, 'failed'],
    // Success has three shapes.
    ['ENABLED', 'COMPLETED', null, 'succeeded'],
    ['FALLBACK_SET', 'COMPLETED', null, 'succeeded'],
    ['LOCALIZED', 'COMPLETED', null, 'succeeded'],
    // Other steps follow an earlier step.
    ['DOWNLOADED', 'COMPLETED', null, 'in-progress'],
    ['ALLOCATED', 'COMPLETED', null, 'in-progress'],
    ['ACTIVATED', 'COMPLETED', null, 'in-progress'],
    ['PROVISIONED', 'COMPLETED', null, 'in-progress'],
    ['ENABLED', 'IN_PROGRESS', null, 'in-progress'],
    ['TELEPORTED', 'COMPLETED', null, 'unknown'],
    ['TELEPORTED', 'IN_PROGRESS', null, 'unknown'],
    ['constructor', 'COMPLETED', null, 'unknown'],
    ['FALLBACK_SET', 'DONE', null, 'unknown'],
    ['FALLBACK_SET', null, null, 'unknown'],
    [null, 'COMPLETED', null, 'unknown'],
    ['FALLBACK_SET', 'DONE', 'SET_FALLBACK_PROFILE_FAILED', 'unknown'],
  ])('for operation %s, state %s and error code %s is %s', (operation, state, errorCode, outcome) => {
    expect(localizationOutcome({ operation, state, errorCode, hasError: errorCode !== null })).toEqual({
      outcome,
      contradictions: [],
    });
  });

  it.each(['COMPLETED', 'IN_PROGRESS'])(
    'is unknown, with a contradiction, for an error together with the state %s',
    (state) => {
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
    },
  );
});

const nothing = { inProgress: 0, pending: 0, canceled: 0, rejected: 0, completed: 0, failed: 0 };
const completed = { state: 'COMPLETED', hasFailureInfos: false };
const failed = { state: 'FAILED', hasFailureInfos: true };

/** A request with two resources that were both changed. */
const clean: RequestOutcomeInput = {
  isOperationKnown: true,
  state: 'COMPLETED',
  requestState: 'COMPLETED',
  size: 2,
  counters: { ...nothing, completed: 2 },
  resources: [completed, completed],
  hasFailureInfos: false,
};
const withFailures: RequestOutcomeInput = { ...clean, requestState: 'COMPLETED_WITH_FAILURES', hasFailureInfos: true };
const bare = { counters: null, resources: null };
const counters = (counts: Partial<NonNullable<RequestOutcomeInput['counters']>>) => ({
  counters: { ...nothing, ...counts },
  resources: null,
});
const resources = (...listed: NonNullable<RequestOutcomeInput['resources']>) => ({ counters: null, resources: listed });

type Row = [
  says: string,
  facts: RequestOutcomeInput,
  outcome: string,
  failedCount: number | null,
  contradictions?: string[],
  resourceCount?: number,
];

describe('the outcome of a change request', () => {
  it.each<Row>([
    ['all completed', clean, 'succeeded', 0],
    ['completed by the counters alone', { ...clean, ...counters({ completed: 2 }) }, 'succeeded', 0],
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
    ['failures in the counters alone', { ...withFailures, ...counters({ failed: 2 }) }, 'failed', 2],
    ['failures in the resources alone', { ...withFailures, ...resources(failed, completed) }, 'partial', 1],
    [
      'one listed failed resource in a larger request',
      { ...withFailures, ...bare, size: 9, resources: [failed] },
      'partial',
      1,
    ],
    ['rejected resources, which were not changed', { ...withFailures, ...counters({ rejected: 2 }) }, 'failed', 2],
    ['failures without any count', { ...withFailures, ...bare, size: null }, 'partial', null],
    ['failures while others are pending', { ...withFailures, ...counters({ pending: 1, failed: 1 }) }, 'partial', 1],
    [
      'failures, in a request state of a later version',
      { ...withFailures, requestState: 'ABORTED', ...counters({ failed: 2 }) },
      'failed',
      2,
    ],
    [
      'failures, in an operation of a later version',
      { ...withFailures, isOperationKnown: false, ...counters({ failed: 2 }) },
      'failed',
      2,
    ],

    ['resources in progress', { ...clean, ...counters({ inProgress: 1, completed: 1 }) }, 'in-progress', 0],
    [
      'resources pending in a state of a later version',
      { ...clean, requestState: 'QUEUED', ...counters({ pending: 2 }) },
      'in-progress',
      0,
    ],

    ['completed, without counters and list', { ...clean, ...bare }, 'unknown', null],
    ['completed, with an empty list', { ...clean, ...resources() }, 'unknown', null],
    ['completed, with an incomplete list of resources', { ...clean, size: 3, counters: null }, 'unknown', null],
    ['completed, without a size', { ...clean, size: null }, 'unknown', 0, [], 2],
    [
      'completed by the counters, one of which is not a number',
      { ...clean, ...counters({ completed: 2, pending: null }) },
      'unknown',
      0,
    ],
    [
      'completed, with a failed counter that is not a number',
      { ...clean, ...counters({ completed: 2, failed: null }) },
      'unknown',
      null,
    ],
    ['no state in the envelope', { ...clean, state: null }, 'unknown', 0],
    ['a request state of a later version', { ...clean, requestState: 'ARCHIVED' }, 'unknown', 0],
    ['no request state', { ...clean, requestState: null }, 'unknown', 0],
    ['an operation of a later version', { ...clean, isOperationKnown: false }, 'unknown', 0],
    ['an envelope state of a later version', { ...clean, state: 'ARCHIVED' }, 'unknown', 0],
    [
      'a resource state of a later version',
      { ...clean, resources: [completed, { state: 'PARKED', hasFailureInfos: false }] },
      'unknown',
      0,
    ],
    [
      'cancelled resources, which may be unchanged',
      { ...clean, ...counters({ completed: 1, canceled: 1 }) },
      'unknown',
      0,
    ],
    [
      'an envelope with the state COMPLETED and nothing else',
      { ...clean, ...bare, size: null, requestState: null },
      'unknown',
      null,
    ],
    [
      'an envelope with the state FAILED and nothing else',
      { ...clean, ...bare, size: null, requestState: null, state: 'FAILED' },
      'failed',
      null,
    ],
    [
      'an envelope with the state FAILED, without counters',
      { ...withFailures, ...bare, state: 'FAILED' },
      'failed',
      null,
    ],
    [
      'an envelope with the state FAILED, some resources failed and none completed',
      { ...withFailures, state: 'FAILED', ...counters({ failed: 1 }), size: 2 },
      'failed',
      1,
      ['counters add up to 1, size is 2'],
    ],
    [
      'an envelope with the state FAILED although some resources are completed',
      { ...withFailures, state: 'FAILED', ...counters({ failed: 1, completed: 1 }) },
      'partial',
      1,
    ],
    [
      'a request state FAILED, without counters',
      { ...clean, ...bare, size: null, requestState: 'FAILED' },
      'failed',
      null,
    ],
    [
      'a request state FAILED with pending resources',
      { ...clean, requestState: 'FAILED', ...counters({ pending: 2 }) },
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
      'an envelope with the state FAILED and a successful request',
      { ...clean, state: 'FAILED' },
      'failed',
      0,
      ['state FAILED, subscriptionRequestState COMPLETED'],
    ],
    [
      'a failed resource with the request state COMPLETED',
      { ...clean, ...resources(failed, completed) },
      'partial',
      1,
      ['1 failed, subscriptionRequestState COMPLETED'],
    ],
    [
      'COMPLETED_WITH_FAILURES without failed resources',
      { ...clean, requestState: 'COMPLETED_WITH_FAILURES' },
      'partial',
      0,
      ['none failed, subscriptionRequestState COMPLETED_WITH_FAILURES'],
    ],
    [
      'failure infos without failed resources',
      { ...clean, hasFailureInfos: true },
      'partial',
      0,
      ['subscriptionRequestFailureInfos, none failed'],
    ],
    [
      'failures that are missing in the counters',
      { ...withFailures, resources: [failed, failed] },
      'failed',
      2,
      ['0 failed by the counters, 2 by the resources'],
    ],
    [
      'a resource that is COMPLETED and has failure infos',
      { ...withFailures, ...resources(completed, { state: 'COMPLETED', hasFailureInfos: true }) },
      'partial',
      1,
      ['resourceFailureInfos beside resourceState COMPLETED'],
    ],
  ])(
    'is correct for %s',
    (_says, facts, outcome, failedCount, contradictions = [], resourceCount = facts.size ?? undefined) => {
      expect(requestOutcome(facts)).toEqual({
        outcome,
        failedCount,
        contradictions,
        resourceCount: resourceCount ?? null,
      });
    },
  );

  it('counts the resources if no size is given', () => {
    expect(requestOutcome({ ...clean, size: null, counters: { ...nothing, completed: 3 } }).resourceCount).toBe(3);
  });
});
