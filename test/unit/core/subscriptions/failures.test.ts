import { describe, expect, test } from 'vitest';
import { recentFailures } from '../../../../src-main/core/subscriptions/failures.ts';
import type { EventReader } from '../../../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../../../src-shared/domain/event/event.ts';
import {
  EID,
  envelope,
  failedLocalizationMessage,
  ICCID,
  localizedMessage,
  requestMessage,
} from '../../../doubles/documented-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { storedReader } from '../exports/exported.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const DAY = 86_400_000;

function received(kind: string, message: unknown, fields: object, at: number, id: string): ReceivedEvent {
  return { receivedAt: at, kind, id, data: JSON.stringify({ ...envelope, ...fields, detailedMessage: message }) };
}
const failure = (at: number, id: string, message: object = failedLocalizationMessage) =>
  received('LOCALIZATION', message, { operation: 'ALLOCATED', state: 'FAILED' }, at, id);
const success = (at: number, id: string) =>
  received('LOCALIZATION', localizedMessage, { operation: 'FALLBACK_SET', state: 'COMPLETED' }, at, id);
const partial = (at: number, id: string) =>
  received('CMP_EVENT', requestMessage, { operation: 'CHANGE_SUBSCRIPTIONSTATE', state: 'COMPLETED' }, at, id);

const none = { count: 0, isAtLeast: false, newest: [] };
const clock = () => new FakeClock(NOW);

describe('recent failures of rows', () => {
  test('[QUERY-31] are those of the last days with one of its ids, newest first, each once', async () => {
    const reader = storedReader([
      failure(NOW - 8 * DAY, 'too-old'),
      failure(NOW - 3 * DAY, 'older'),
      success(NOW - 2 * DAY, 'fine'),
      failure(NOW - DAY, 'of-another', { ...failedLocalizationMessage, eid: '8904', localizedProfile: null }),
      partial(NOW - 1_000, 'newer'),
    ]);
    const of = [[ICCID, EID], ['89460400'], [], ['240010000000001']];
    const { of: found } = await recentFailures(reader, { of, days: 7 }, clock());
    const newer = {
      seq: 5,
      receivedAt: NOW - 1_000,
      kind: 'CMP_EVENT',
      operation: 'CHANGE_SUBSCRIPTIONSTATE',
      outcome: 'partial',
      errorCode: '70',
    };
    const older = {
      seq: 2,
      receivedAt: NOW - 3 * DAY,
      kind: 'LOCALIZATION',
      operation: 'ALLOCATED',
      outcome: 'failed',
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    };
    expect(found).toEqual([
      {
        count: 2,
        isAtLeast: false,
        newest: [
          { ...newer, by: ICCID },
          { ...older, by: ICCID },
        ],
      },
      none,
      none,
      { count: 1, isAtLeast: false, newest: [{ ...newer, by: '240010000000001' }] },
    ]);
  });

  test('[QUERY-31] are counted completely, and the newest five are listed', async () => {
    const reader = storedReader(Array.from({ length: 9 }, (_, index) => failure(NOW - 1_000 + index, `f-${index}`)));
    const { of } = await recentFailures(reader, { of: [[EID]], days: 7 }, clock());
    expect(
      of.map(({ count, isAtLeast, newest }) => ({ count, isAtLeast, seqs: newest.map(({ seq }) => seq) })),
    ).toEqual([{ count: 9, isAtLeast: false, seqs: [9, 8, 7, 6, 5] }]);
  });

  test('[QUERY-31] match an id in any case, but no part of an id', async () => {
    const reader = storedReader([failure(NOW, 'a', { ...failedLocalizationMessage, eid: 'abCD-1234' })]);
    const { of } = await recentFailures(reader, { of: [['ABcd-1234'], ['abCD-123']], days: 1 }, clock());
    expect(of.map(({ count }) => count)).toEqual([1, 0]);
  });

  test('[QUERY-31] are counted to a limit and marked as more in a storm', async () => {
    const reader = storedReader(Array.from({ length: 620 }, (_, index) => failure(NOW - 1_000 + index, `f-${index}`)));
    const { of } = await recentFailures(reader, { of: [[EID], ['8946'], []], days: 7 }, clock());
    expect(of.map(({ count, isAtLeast }) => ({ count, isAtLeast }))).toEqual([
      { count: 500, isAtLeast: true },
      { count: 0, isAtLeast: true },
      { count: 0, isAtLeast: false },
    ]);
  });

  test('[QUERY-31] are not reported as none if the search took longer than a second', async () => {
    const time = clock();
    const slow: Pick<EventReader, 'events'> = {
      async events() {
        await time.advance(700);
        return { events: [], next: 4 };
      },
    };
    const of = Array.from({ length: 17 }, (_, row) => Array.from({ length: 8 }, (_id, id) => `id-${row}-${id}`));
    const { of: found } = await recentFailures(slow, { of, days: 7 }, time);
    expect(found).toEqual(of.map(() => ({ ...none, isAtLeast: true })));
    expect(time.monotonic()).toBe(1_400);
  });

  test('are searched for many rows together, with all ids of a row in one query', async () => {
    const queries: string[][] = [];
    const reader: Pick<EventReader, 'events'> = {
      async events({ filter }) {
        queries.push(filter.terms.flatMap((term) => (term.kind === 'value' && term.field === 'id' ? term.values : [])));
        return { events: [], next: null };
      },
    };
    const of = Array.from({ length: 13 }, (_, row) => Array.from({ length: 5 }, (_id, id) => `${row}-${id}`));
    await recentFailures(reader, { of, days: 7 }, clock());
    expect(queries.map((values) => values.length)).toEqual([60, 5]);
    expect(queries.flat()).toEqual(of.flat().map((id) => `=${id}`));
  });

  test('reject if the caller has aborted', async () => {
    const abort = new AbortController();
    abort.abort(new Error('gone'));
    await expect(recentFailures(storedReader([]), { of: [[EID]], days: 7 }, clock(), abort.signal)).rejects.toThrow(
      'gone',
    );
  });
});
