/**
 * Sends turns in their order, at least once. A receiver that does not answer is tried again with growing pauses for a
 * day; then its turns are given up, visibly. A turn that the receiver refuses holds back only its own subject.
 */
import type { Delivery, DeliveryFailure } from '../../../src-shared/domain/outlets/delivery.ts';
import type { Turn } from '../../../src-shared/domain/outlets/turn.ts';
import type { OutletResponse } from '../ports/outlets.ts';
import { nextFailure, isRefusal, isDelivered, isOver } from './attempts.ts';
import type { OutletRecords, OutletState } from './outlet-state.ts';
import type { TurnLog } from './turn-log.ts';

export interface MessageOutletParts {
  readonly turns: Pick<TurnLog, 'after'>;
  readonly records: Pick<OutletRecords, 'add'>;
  readonly isMeant: (turn: Turn) => boolean;
  /** Most turns in one request. */
  readonly batchSize: number;
  readonly send: (turns: readonly Turn[], signal: AbortSignal) => Promise<OutletResponse>;
  readonly now: () => number;
  readonly random: () => number;
}

/** Turns that are looked at in one step. */
const WINDOW = 500;

/**
 * Sends what is due.
 * @returns the state afterwards, and whether more is due immediately
 */
export async function sendDue(
  parts: MessageOutletParts,
  before: OutletState,
  signal: AbortSignal,
): Promise<{ readonly state: OutletState; readonly isMore: boolean }> {
  const { turns, records, now } = parts;
  const isResting = before.failure !== null && before.failure.nextAt > now();
  const due = before.refused.find(({ failure }) => failure.nextAt <= now());
  if (due !== undefined && !isResting) return { state: await sendRefused(parts, before, due, signal), isMore: true };
  const ahead = turns.after(before.through, WINDOW);
  const [first] = ahead;
  if (first === undefined || isResting) return { state: before, isMore: false };
  const held = new Set(before.refused.flatMap(({ number }) => turnNumbered(parts, number)?.key ?? []));
  if (!parts.isMeant(first)) return { state: { ...before, through: first.number }, isMore: true };
  if (held.has(first.key)) {
    const failure = before.refused.findLast(({ number }) => turnNumbered(parts, number)?.key === first.key)?.failure;
    if (failure !== undefined)
      return { state: withRefused(before, first, { ...failure, since: now(), attempts: 1 }), isMore: true };
  }
  const batch: Turn[] = [];
  for (const turn of ahead) {
    if (batch.length >= parts.batchSize || held.has(turn.key) || !parts.isMeant(turn)) break;
    batch.push(turn);
  }
  const response = await parts.send(batch, signal);
  if (signal.aborted) return { state: before, isMore: false };
  const at = now();
  const attempts = (before.failure?.attempts ?? 0) + 1;
  if (isDelivered(response)) {
    for (const turn of batch) records.add(deliveryOf(turn, { at, attempts, outcome: 'delivered', detail: null }));
    const through = batch.at(-1)?.number ?? before.through;
    return { state: { ...before, through, failure: null, hasSent: true }, isMore: true };
  }
  const failure = nextFailure(before.failure, response, at, parts.random());
  const { detail } = failure;
  if (isRefusal(response) && batch.length === 1) {
    records.add(deliveryOf(first, { at, attempts, outcome: 'retrying', detail }));
    return {
      state: withRefused({ ...before, failure: null }, first, nextFailure(null, response, at, parts.random())),
      isMore: true,
    };
  }
  if (isRefusal(response)) {
    // Sending each alone shows which of them is refused.
    return sendDue({ ...parts, batchSize: 1 }, before, signal);
  }
  let through = before.through;
  for (const turn of ahead) {
    const started = Math.max(turn.at, failure.since);
    if (!isOver(started, at)) break;
    through = turn.number;
    if (parts.isMeant(turn)) records.add(deliveryOf(turn, { at, attempts, outcome: 'not-delivered', detail }));
  }
  if (through === before.through) records.add(deliveryOf(first, { at, attempts, outcome: 'retrying', detail }));
  return { state: { ...before, through, failure }, isMore: through !== before.through };
}

async function sendRefused(
  parts: MessageOutletParts,
  before: OutletState,
  due: OutletState['refused'][number],
  signal: AbortSignal,
): Promise<OutletState> {
  const { records, now } = parts;
  const others = before.refused.filter((one) => one !== due);
  const turn = turnNumbered(parts, due.number);
  if (turn === null) return { ...before, refused: others };
  const response = await parts.send([turn], signal);
  if (signal.aborted) return before;
  const at = now();
  const attempts = due.failure.attempts + 1;
  if (isDelivered(response)) {
    records.add(deliveryOf(turn, { at, attempts, outcome: 'delivered', detail: null }));
    // Later turns of the subject are due now.
    const refused = others.map((one) =>
      turnNumbered(parts, one.number)?.key === turn.key ? { ...one, failure: { ...one.failure, nextAt: at } } : one,
    );
    return { ...before, refused, hasSent: true };
  }
  const failure = nextFailure(due.failure, response, at, parts.random());
  const { detail } = failure;
  const isGivenUp = isOver(due.failure.since, at);
  records.add(deliveryOf(turn, { at, attempts, outcome: isGivenUp ? 'not-delivered' : 'retrying', detail }));
  const refused = before.refused.flatMap((one) => {
    if (one === due) return isGivenUp ? [] : [{ ...one, failure }];
    // Later turns of the subject wait for it.
    return turnNumbered(parts, one.number)?.key === turn.key && !isGivenUp
      ? [{ ...one, failure: { ...one.failure, nextAt: failure.nextAt } }]
      : [one];
  });
  return { ...before, refused };
}

function withRefused(before: OutletState, { number }: Turn, failure: DeliveryFailure): OutletState {
  return { ...before, through: number, refused: [...before.refused, { number, failure }] };
}

function turnNumbered({ turns }: Pick<MessageOutletParts, 'turns'>, number: number): Turn | null {
  const [turn] = turns.after(number - 1, 1);
  return turn?.number === number ? turn : null;
}

export function deliveryOf(turn: Turn, outcome: Omit<Delivery, 'turn'>): Delivery {
  const { number, id, key, turn: name, at } = turn;
  return { turn: { number, id, subject: key, name, at }, ...outcome };
}
