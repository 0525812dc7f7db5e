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

function advice(taken: readonly ProjectionInput[], now = 100) {
  const book = MemoryCaseProjection.of(...taken);
  const facts = taken.filter((each) => 'deed' in each);
  return adviceOf(book.onlyCase(), book.attempts.get(KEY) ?? [], facts, minute(now));
}

const states = (...args: Parameters<typeof advice>) =>
  advice(...args)
    .map(({ state }) => state)
    .join(' ');

describe('[CASE-14] the three stages tick by what people say, and by new events alone', () => {
  test.for<[string, ProjectionInput[], number, string]>([
    ['a failure: retry', [failed(1)], 2, 'due open open'],
    ['somebody retried: nothing was heard yet', [failed(1), retried(1)], 2, 'done due open'],
    ['it was heard of, and goes on', [failed(1), retried(1), underWay(2)], 3, 'done due open'],
    ['and failed again', [failed(1), retried(1), failed(2)], 3, 'failed due open'],
    ['it was retried, though nobody said so', [failed(1), failed(2)], 3, 'failed due open'],
    ['a reminder counts down', [failed(1), failed(2), remind(2, 7)], 6, 'failed running open'],
    ['its time came', [failed(1), failed(2), remind(2, 7)], 7, 'failed due open'],
    ['nobody wants it any more', [failed(1), failed(2), remind(2, 7), reminded(2)], 6, 'failed due open'],
    [
      'retried again: only if that fails is the provider next',
      [failed(1), failed(2), retried(2)],
      9,
      'failed done open',
    ],
    ['which failed again', [failed(1), failed(2), retried(2), failed(9)], 10, 'failed failed due'],
    ['the provider was asked', [failed(1), failed(2), failed(9), pack(9)], 10, 'failed failed done'],
    ['the provider was asked at once', [failed(1), pack(1)], 10, 'due open done'],
    ['and it succeeded', [failed(1), retried(1), ok(2)], 3, 'done open open'],
    ['said to be done', [failed(1), storedActionEntry(1, 1.5, { kind: 'done' }, [KEY])], 3, 'open open open'],
    [
      'what came before it was open again counts no more',
      [failed(1), retried(1), ok(2), failed(40)],
      50,
      'due open open',
    ],
    [
      'the same failure told often within minutes is no retry',
      [
        failed(1),
        ...Array.from({ length: 70 }, (_, place) => localizationEvent(place + 2, 1 + place / 20, { created: 1 })),
      ],
      90,
      'due open open',
    ],
  ])('%s', ([, taken, now, expected]) => {
    expect(states(taken, now)).toBe(expected);
  });

  test('each says when, and by whom: nobody where a new event told it', () => {
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

  test('there is none for a request, nor where nothing failed', () => {
    const request = MemoryCaseProjection.of(requestEvent(1, 0, { failed: 1 })).onlyCase();
    expect([advice([ok(1)]), adviceOf(request, [], [], 0)]).toEqual([[], []]);
  });
});
