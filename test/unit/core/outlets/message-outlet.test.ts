import { describe, expect, test } from 'vitest';
import { sendDue, type MessageOutletParts, type QueueState } from '../../../../src-main/core/outlets/message-outlet.ts';
import type { Delivery } from '../../../../src-shared/domain/outlets/delivery.ts';
import type { OutletResponse } from '../../../../src-main/core/ports/outlets.ts';
import type { Sendable } from '../../../../src-shared/domain/outlets/sent-event.ts';
import type { Turn } from '../../../../src-shared/domain/outlets/turn.ts';
import { aGroupTurn, ALLOCATION, CHANGE } from '../../../doubles/an-outlet.ts';
import { ACCEPTED, answered } from '../../../doubles/memory-outlets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const UNREACHABLE: OutletResponse = { kind: 'failed', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' };

/** An outlet and its receiver, whose answers the test chooses. */
function receiver({ batchSize = 1 } = {}) {
  const turns: Turn[] = [];
  const log = new Map<number, Delivery>();
  const received: string[] = [];
  const attempts: { readonly at: number; readonly ids: readonly string[] }[] = [];
  const made = {
    now: 0,
    state: { through: 0, failure: null, refused: [], hasSent: false } as QueueState,
    answer: (_sent: readonly Sendable[]): OutletResponse => ACCEPTED,
  };
  const parts: MessageOutletParts = {
    queue: {
      after: async (number, limit) => turns.filter((turn) => turn.number > number).slice(0, limit),
      get: async (number) => turns.find((turn) => turn.number === number) ?? null,
    },
    records: { add: (delivery) => log.set(delivery.turn.number, delivery) },
    isMeant: () => true,
    batchSize,
    random: () => 0.5,
    now: () => made.now,
    async send(sent) {
      const response = made.answer(sent);
      attempts.push({ at: made.now, ids: sent.map(({ id }) => id) });
      if (response.kind === 'answered' && response.status < 300) received.push(...sent.map(({ id }) => id));
      return response;
    },
  };
  const { signal } = new AbortController();
  async function settle(): Promise<void> {
    for (let isMore = true; isMore;) ({ state: made.state, isMore } = await sendDue(parts, made.state, signal));
  }
  /** Moves from one due time to the next until `until`. */
  async function advance(until: number): Promise<void> {
    await settle();
    for (;;) {
      const { failure, refused } = made.state;
      const next = Math.min(failure?.nextAt ?? Infinity, ...refused.map((one) => one.failure.nextAt));
      if (next > until) break;
      made.now = Math.max(next, made.now + 1);
      await settle();
    }
    made.now = until;
    await settle();
  }
  return {
    turns,
    log,
    received,
    attempts,
    made,
    settle,
    advance,
    outcomes: () => [...log.values()].map(({ turn, outcome }) => `${turn.id} ${outcome}`),
  };
}
describe('[OUTLET-10] turns are sent in their order, at least once, with the same id', () => {
  test('a receiver that was away for 24 hours gets every turn, once', async () => {
    const { turns, received, made, advance, outcomes } = receiver();
    made.answer = () => UNREACHABLE;
    for (let number = 1; number <= 50; number += 1) {
      turns.push(aGroupTurn(number, { at: made.now }));
      await advance(made.now + 28 * MINUTE);
    }
    await advance(24 * HOUR);
    made.answer = () => ACCEPTED;
    await advance(24 * HOUR + 6 * MINUTE);
    expect(received).toEqual(turns.map(({ id }) => id));
    expect(new Set(outcomes())).toEqual(new Set(turns.map(({ id }) => `${id} delivered`)));
  });

  test('several turns fit into one request', async () => {
    const { turns, attempts, settle } = receiver({ batchSize: 100 });
    for (let number = 1; number <= 250; number += 1) turns.push(aGroupTurn(number));
    await settle();
    expect(attempts.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
  });
});

test('[OUTLET-74] a delivery keeps the words of the receiver, also one that was refused before', async () => {
  const { turns, made, settle, advance, log } = receiver();
  made.answer = ([sent]) => (sent?.id === 'turn-1' ? answered(400) : answered(200, { text: 'nobody reads this' }));
  turns.push(aGroupTurn(1), aGroupTurn(2, { key: CHANGE }), aGroupTurn(3, { key: CHANGE }));
  await settle();
  made.answer = () => answered(200, { text: '' });
  await advance(6 * MINUTE);
  expect([...log.values()].map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['delivered', null],
    ['delivered', 'nobody reads this'],
    ['delivered', 'nobody reads this'],
  ]);
});

describe('[OUTLET-10] a receiver that does not take turns is tried again for a day; then it shows what was not delivered', () => {
  test('pauses grow to five minutes', async () => {
    const { turns, attempts, made, advance } = receiver();
    made.answer = () => UNREACHABLE;
    turns.push(aGroupTurn(1));
    await advance(HOUR);
    const pauses = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
    expect(pauses.slice(0, 4)).toEqual([500, 1_750, 3_500, 7_000]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5 * MINUTE);
    expect(Math.min(...pauses.slice(9))).toBeGreaterThanOrEqual(3 * MINUTE);
  });

  test('after a day', async () => {
    const { turns, made, advance, outcomes, received } = receiver();
    made.answer = () => answered(500);
    turns.push(aGroupTurn(1));
    await advance(HOUR);
    turns.push(aGroupTurn(2, { at: made.now }));
    await advance(24 * HOUR + 10 * MINUTE);
    expect(outcomes()).toEqual(['turn-1 not-delivered', 'turn-2 retrying']);
    made.answer = () => ACCEPTED;
    await advance(24 * HOUR + 20 * MINUTE);
    expect([outcomes(), received]).toEqual([['turn-1 not-delivered', 'turn-2 delivered'], ['turn-2']]);
  });

  test.each([
    ['does not answer', UNREACHABLE],
    ['refuses', answered(400)],
  ])('a clock that is set back delays no attempt at a receiver that %s', async (_what, answer) => {
    const { turns, made, advance, attempts } = receiver();
    made.answer = () => answer;
    turns.push(aGroupTurn(1));
    await advance(HOUR);
    made.now -= 10 * HOUR;
    const { length } = attempts;
    await advance(made.now + 6 * MINUTE);
    expect(attempts.length).toBeGreaterThan(length);
  });

  test('after a day, also if the clock is set back meanwhile', async () => {
    const { turns, made, advance, outcomes } = receiver();
    made.answer = () => answered(400);
    turns.push(aGroupTurn(1));
    await advance(HOUR);
    made.now -= 10 * HOUR;
    await advance(made.now + 23 * HOUR);
    expect(outcomes()).toEqual(['turn-1 retrying']);
    await advance(made.now + 2 * HOUR);
    expect(outcomes()).toEqual(['turn-1 not-delivered']);
  });

  test.for([
    ['too many requests', answered(429, { retryAfterMs: 10 * MINUTE }), 10 * MINUTE],
    ['unavailable', answered(503, { retryAfterMs: 2 * MINUTE }), 2 * MINUTE],
    ['asks for more than an hour', answered(429, { retryAfterMs: 24 * HOUR }), HOUR],
  ] as const)('waits as long as the receiver asks: %s', async ([, response, pause]) => {
    const { turns, attempts, made, advance } = receiver();
    made.answer = () => response;
    turns.push(aGroupTurn(1));
    await advance(pause + 1);
    expect(attempts.map(({ at }) => at)).toEqual([0, pause]);
  });
});

describe('[OUTLET-10] a refused turn holds back only its own subject', () => {
  const refusing = (id: string) => (sent: readonly Sendable[]) =>
    sent.some((turn) => turn.id === id) ? answered(400) : ACCEPTED;

  test('other subjects go on; later turns of the subject keep their order', async () => {
    const { turns, received, made, advance, outcomes } = receiver();
    made.answer = refusing('turn-1');
    turns.push(
      aGroupTurn(1, { key: ALLOCATION }),
      aGroupTurn(2, { key: CHANGE }),
      aGroupTurn(3, { key: ALLOCATION, turn: 'ended' }),
      aGroupTurn(4, { key: CHANGE, turn: 'ended' }),
    );
    await advance(MINUTE);
    expect(received).toEqual(['turn-2', 'turn-4']);
    made.answer = () => ACCEPTED;
    await advance(6 * MINUTE);
    expect(received).toEqual(['turn-2', 'turn-4', 'turn-1', 'turn-3']);
    expect(new Set(outcomes().map((each) => each.split(' ')[1]))).toEqual(new Set(['delivered']));
  });

  test('a refused batch is sent one by one', async () => {
    const { turns, received, made, advance } = receiver({ batchSize: 10 });
    made.answer = refusing('turn-2');
    turns.push(aGroupTurn(1), aGroupTurn(2, { key: CHANGE }), aGroupTurn(3));
    await advance(0);
    expect(received).toEqual(['turn-1', 'turn-3']);
  });

  test('after a day it is given up, and the next of its subject is sent', async () => {
    const { turns, received, made, advance, outcomes } = receiver();
    made.answer = refusing('turn-1');
    turns.push(aGroupTurn(1), aGroupTurn(2, { turn: 'ended' }));
    await advance(24 * HOUR + 10 * MINUTE);
    expect([outcomes(), received]).toEqual([['turn-1 not-delivered', 'turn-2 delivered'], ['turn-2']]);
  });
});

test('[OUTLET-10] whatever a receiver does and whenever the process is killed, nothing is lost and order holds within a subject', async () => {
  let seed = 7;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (let run = 0; run < 200; run += 1) {
    const { turns, received, made, advance } = receiver({ batchSize: run % 3 === 0 ? 5 : 1 });
    made.answer = () => {
      const fate = random();
      return fate < 0.4 ? ACCEPTED : fate < 0.6 ? answered(400) : fate < 0.8 ? answered(500) : UNREACHABLE;
    };
    let committed = made.state;
    for (let number = 1; number <= 12; number += 1) {
      turns.push(aGroupTurn(number, { at: made.now, key: random() < 0.5 ? ALLOCATION : CHANGE }));
      if (random() < 0.3) committed = made.state;
      await advance(made.now + MINUTE);
      // Killed: what was not committed is sent again.
      if (random() < 0.3) made.state = committed;
    }
    made.answer = () => ACCEPTED;
    await advance(made.now + 2 * HOUR);
    expect(new Set(received)).toEqual(new Set(turns.map(({ id }) => id)));
    for (const key of [ALLOCATION, CHANGE]) {
      const first = turns.filter((turn) => turn.key === key).map(({ id }) => received.lastIndexOf(id));
      expect(first).toEqual(first.toSorted((one, other) => one - other));
    }
  }
});
