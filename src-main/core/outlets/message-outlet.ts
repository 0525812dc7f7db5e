/**
 * Sends turns, or the events of a view, in order and at least once. A receiver that does not answer is tried again for
 * a day; then messages are given up, visibly. A refusal holds back only its own subject.
 */
import type { Delivery, DeliveryFailure } from '../../../src-shared/domain/outlets/delivery.ts';
import type { Sendable } from '../../../src-shared/domain/outlets/sent-event.ts';
import { isOver, isRefusal, isResting, nextFailure } from './attempts.ts';
import type { OutletRecords, OutletState } from './outlet-state.ts';
import { isDelivered, type ReceiverResponse, receiverWords } from './receiver-response.ts';

export interface SendQueue {
  after(number: number, limit: number, signal: AbortSignal): Promise<readonly Sendable[]>;
  get(number: number): Promise<Sendable | null>;
}

/** The part of the state that one queue changes. All queues of an outlet share `failure` and `hasSent`. */
export type QueueState = Pick<OutletState, 'through' | 'refused' | 'failure' | 'hasSent'>;

export interface MessageOutletParts {
  readonly queue: SendQueue;
  readonly records: Pick<OutletRecords, 'add'>;
  readonly isMeant: (sendable: Sendable) => boolean;
  readonly batchSize: number;
  readonly send: (batch: readonly Sendable[], signal: AbortSignal) => Promise<ReceiverResponse>;
  readonly now: () => number;
  readonly random: () => number;
}

const WINDOW = 500;
/** A receiver that refuses more than these is treated as one that takes nothing: their list is stored with each step. */
const MAX_REFUSED = 100;

/** @returns the state afterwards, and whether more is due immediately */
export async function sendDue(
  parts: MessageOutletParts,
  before: QueueState,
  signal: AbortSignal,
): Promise<{ readonly state: QueueState; readonly isMore: boolean }> {
  const { queue, records, now } = parts;
  const rests = isResting(before.failure, now());
  const due = before.refused.find(({ failure }) => !isResting(failure, now()));
  if (due !== undefined && !rests) return { state: await sendRefused(parts, before, due, signal), isMore: true };
  const ahead = await queue.after(before.through, WINDOW, signal);
  const [first] = ahead;
  if (first === undefined) return { state: before, isMore: false };
  if (rests) {
    const state = withoutOverdue(parts, before, ahead);
    return { state, isMore: state.through !== before.through };
  }
  const held = new Map(before.refused.map(({ key, failure }) => [key, failure]));
  if (!parts.isMeant(first)) return { state: { ...before, through: first.number }, isMore: true };
  const earlier = held.get(first.key);
  if (earlier !== undefined) {
    if (before.refused.length >= MAX_REFUSED) return { state: before, isMore: false };
    return { state: withRefused(before, first, { ...earlier, since: now(), attempts: 1 }), isMore: true };
  }
  const batch: Sendable[] = [];
  for (const sendable of ahead) {
    if (batch.length >= parts.batchSize || held.has(sendable.key) || !parts.isMeant(sendable)) break;
    batch.push(sendable);
  }
  const response = await parts.send(batch, signal);
  if (signal.aborted) return { state: before, isMore: false };
  const at = now();
  const attempts = (before.failure?.attempts ?? 0) + 1;
  if (isDelivered(response)) {
    for (const sent of batch) records.add(deliveredAs(sent, response, { at, attempts }));
    const through = batch.at(-1)?.number ?? before.through;
    return { state: { ...before, through, failure: null, hasSent: true }, isMore: true };
  }
  // Sending each alone shows which of them is refused.
  if (isRefusal(response) && batch.length > 1) return sendDue({ ...parts, batchSize: 1 }, before, signal);
  const failure = nextFailure(before.failure, response, at, parts.random());
  const { detail } = failure;
  const retrying = deliveryOf(first, { at, attempts, outcome: 'retrying', detail });
  if (isRefusal(response) && before.refused.length < MAX_REFUSED) {
    records.add(retrying);
    const refusal = nextFailure(null, response, at, parts.random());
    return { state: withRefused({ ...before, failure: null }, first, refusal), isMore: true };
  }
  const state = withoutOverdue(parts, { ...before, failure }, ahead);
  if (state.through === before.through) records.add(retrying);
  return { state, isMore: state.through !== before.through };
}

/** Gives up what the receiver has not taken for a day. Call only while it rests after a failed attempt. */
function withoutOverdue(
  { records, isMeant, now }: MessageOutletParts,
  before: QueueState,
  ahead: readonly Sendable[],
): QueueState {
  const { failure } = before;
  if (failure === null) return before;
  const { attempts, detail, since } = failure;
  const at = now();
  let { through } = before;
  for (const sendable of ahead) {
    if (!isOver(Math.max(sendable.at, since), at)) break;
    through = sendable.number;
    if (isMeant(sendable)) records.add(deliveryOf(sendable, { at, attempts, outcome: 'not-delivered', detail }));
  }
  return { ...before, through };
}

async function sendRefused(
  parts: MessageOutletParts,
  before: QueueState,
  due: OutletState['refused'][number],
  signal: AbortSignal,
): Promise<QueueState> {
  const { queue, records, now } = parts;
  const others = before.refused.filter((one) => one !== due);
  const refused = await queue.get(due.number);
  if (refused === null) return { ...before, refused: others };
  const response = await parts.send([refused], signal);
  if (signal.aborted) return before;
  const at = now();
  const attempts = due.failure.attempts + 1;
  if (isDelivered(response)) {
    records.add(deliveredAs(refused, response, { at, attempts }));
    // Later ones of the subject are due now.
    const dueNow = others.map((one) =>
      one.key === due.key ? { ...one, failure: { ...one.failure, nextAt: at } } : one,
    );
    return { ...before, refused: dueNow, hasSent: true };
  }
  const failure = nextFailure(due.failure, response, at, parts.random());
  const { detail } = failure;
  const isGivenUp = isOver(due.failure.since, at);
  records.add(deliveryOf(refused, { at, attempts, outcome: isGivenUp ? 'not-delivered' : 'retrying', detail }));
  const stillRefused = before.refused.flatMap((one) => {
    if (one === due) return isGivenUp ? [] : [{ ...one, failure }];
    // Later ones of the subject wait for it.
    return one.key === due.key && !isGivenUp
      ? [{ ...one, failure: { ...one.failure, nextAt: failure.nextAt } }]
      : [one];
  });
  return { ...before, refused: stillRefused };
}

function withRefused(before: QueueState, { number, key }: Sendable, failure: DeliveryFailure): QueueState {
  return { ...before, through: number, refused: [...before.refused, { number, key, failure }] };
}

export function deliveryOf(sent: Sendable, outcome: Omit<Delivery, 'turn'>): Delivery {
  const { number, id, key, at } = sent;
  return { turn: { number, id, subject: key, name: sent.kind === 'event' ? 'event' : sent.turn, at }, ...outcome };
}

/** With the words of the receiver: some accept a message and say that they do nothing with it. */
export function deliveredAs(
  sent: Sendable,
  response: ReceiverResponse,
  when: Pick<Delivery, 'at' | 'attempts'>,
): Delivery {
  return deliveryOf(sent, { ...when, outcome: 'delivered', detail: receiverWords(response) || null });
}
