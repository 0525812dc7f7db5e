import { describe, expect, test } from 'vitest';
import { adviceOf } from '../../../../src-main/core/cases/advice.ts';
import { storedActionEntry, JONAS, localizationEvent, minute, requestEvent } from '../../../doubles/case-events.ts';
import { type ProjectionInput, MemoryCaseProjection } from '../../../doubles/memory-case-projection.ts';

const KEY = 'eid:8904-1' as Parameters<typeof storedActionEntry>[3][number];
const failed = (seq: number) => localizationEvent(seq, seq);
const ok = (seq: number) => localizationEvent(seq, seq, { operation: 'ENABLED', state: 'COMPLETED' });
const underWay = (seq: number) => localizationEvent(seq, seq, { operation: 'PROVISIONED', state: 'COMPLETED' });
const retried = (after: number) => storedActionEntry(after, after + 0.5, { kind: 'retried' }, [KEY], JONAS);
const remind = (after: number, at: number) =>
  storedActionEntry(after, after + 0.6, { kind: 'remind', at: minute(at) }, [KEY], JONAS);
const reminded = (after: number) => storedActionEntry(after, after + 0.7, { kind: 'reminded' }, [KEY], JONAS);
const pack = (after: number) => storedActionEntry(after, after + 0.8, { kind: 'pack', ticket: null }, [KEY], JONAS);

function advice(inputs: readonly ProjectionInput[], now = 100) {
  const caseProjection = MemoryCaseProjection.of(...inputs);
  const actions = inputs.filter((each) => 'what' in each);
  return adviceOf(caseProjection.onlyCase(), caseProjection.attempts.get(KEY) ?? [], actions, minute(now));
}

const states = (...args: Parameters<typeof advice>) =>
  advice(...args)
    .map(({ state }) => state)
    .join(' ');

describe('[CASE-24] the three stages of the advice, which follow operator actions and new events', () => {
  test.for<[string, ProjectionInput[], number, string]>([
    ['recommend a retry after the first failure', [failed(1)], 2, 'due open open'],
    ['recommend waiting after an operator retried', [failed(1), retried(1)], 2, 'done due open'],
    ['keep waiting when new events report progress', [failed(1), retried(1), underWay(2)], 3, 'done due open'],
    ['mark the retry as failed when the case fails again', [failed(1), retried(1), failed(2)], 3, 'failed due open'],
    ['mark the retry as failed even if no operator recorded it', [failed(1), failed(2)], 3, 'failed due open'],
    [
      'show the wait as running while a reminder is set',
      [failed(1), failed(2), remind(2, 7)],
      6,
      'failed running open',
    ],
    ['show the wait as due when the reminder is due', [failed(1), failed(2), remind(2, 7)], 7, 'failed due open'],
    [
      'show the wait as due when the reminder was dismissed',
      [failed(1), failed(2), remind(2, 7), reminded(2)],
      6,
      'failed due open',
    ],
    [
      'wait for the result of a second retry before they recommend the provider',
      [failed(1), failed(2), retried(2)],
      9,
      'failed done open',
    ],
    [
      'recommend the provider after a second failed retry',
      [failed(1), failed(2), retried(2), failed(9)],
      10,
      'failed failed due',
    ],
    [
      'mark the provider stage as done when a support pack was made',
      [failed(1), failed(2), failed(9), pack(9)],
      10,
      'failed failed done',
    ],
    ['mark the provider stage as done even before a retry', [failed(1), pack(1)], 10, 'due open done'],
    ['mark the retry as done when the case succeeds', [failed(1), retried(1), ok(2)], 3, 'done open open'],
    [
      'recommend nothing when an operator closed the case',
      [failed(1), storedActionEntry(1, 1.5, { kind: 'done' }, [KEY])],
      3,
      'open open open',
    ],
    ['start again when the case reopens', [failed(1), retried(1), ok(2), failed(40)], 50, 'due open open'],
    [
      'do not count repeated reports of one failure as a retry',
      [
        failed(1),
        ...Array.from({ length: 70 }, (_, index) => localizationEvent(index + 2, 1 + index / 20, { created: 1 })),
      ],
      90,
      'due open open',
    ],
  ])('%s', ([, inputs, now, expected]) => {
    expect(states(inputs, now)).toBe(expected);
  });

  test('have a time and an author; the author is null if a new event changed the stage', () => {
    expect(advice([failed(1), retried(1), failed(2), failed(3), remind(3, 200), pack(3)])).toEqual([
      { stage: 'retry', state: 'failed', at: minute(1.5), by: JONAS },
      { stage: 'wait', state: 'failed', at: minute(3), by: null },
      { stage: 'provider', state: 'done', at: minute(3.8), by: JONAS },
    ]);
    expect(advice([failed(1), failed(2), remind(2, 200)])[1]).toEqual({
      stage: 'wait',
      state: 'running',
      at: minute(200),
      by: JONAS,
    });
  });

  test('do not exist for a request or without a failure', () => {
    const request = MemoryCaseProjection.of(requestEvent(1, 0, { failed: 1 })).onlyCase();
    expect([advice([ok(1)]), adviceOf(request, [], [], 0)]).toEqual([[], []]);
  });
});
