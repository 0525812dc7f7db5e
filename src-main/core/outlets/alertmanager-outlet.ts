/** Sends active alerts at each turn and every minute, an ended one until it was accepted. Uses the receiver's time. */
import type { Turn } from '../../../src-shared/domain/outlets/turn.ts';
import { alertsAfter, alertsBody, NO_ALERTS } from './alertmanager-format.ts';
import { isOver, isResting, nextFailure } from './attempts.ts';
import { deliveredAs, deliveryOf } from './message-outlet.ts';
import type { MessageContext } from './message-formats.ts';
import type { OutletRecords, OutletState, SentAlert } from './outlet-state.ts';
import type { ReceiverTime } from './receiver-clock.ts';
import { isDelivered, type ReceiverResponse } from './receiver-response.ts';
import type { TurnLog } from './turn-log.ts';

export interface AlertmanagerOutletParts {
  readonly turns: Pick<TurnLog, 'after' | 'openGroups'>;
  readonly records: Pick<OutletRecords, 'add'>;
  readonly isMeant: (turn: Turn) => boolean;
  readonly profile: MessageContext['profile'];
  readonly post: (body: string, signal: AbortSignal) => Promise<ReceiverResponse>;
  readonly receiverTime: () => ReceiverTime;
  readonly now: () => number;
  readonly random: () => number;
}

export const RESEND_MS = 60_000;
const WINDOW = 500;
const NOTHING_SENT: ReceiverResponse = {
  kind: 'answered',
  status: 200,
  retryAfterMs: null,
  mediaType: null,
  text: '',
  clockOffsetMs: null,
};

/** Returns the state afterwards, and whether something was accepted. Active alerts are sent again if `isResendDue`. */
export async function sendAlerts(
  parts: AlertmanagerOutletParts,
  before: OutletState,
  isResendDue: boolean,
  signal: AbortSignal,
): Promise<{ readonly state: OutletState; readonly isSent: boolean }> {
  const { turns, records, now, random } = parts;
  const unchanged = { state: before, isSent: false };
  if (isResting(before.failure, now())) return unchanged;
  const ahead = turns.after(before.through, WINDOW);
  const meant = ahead.filter((turn) => parts.isMeant(turn));
  const alerts = alertsAfter(before.alerts, meant, parts.profile);
  const through = ahead.at(-1)?.number ?? before.through;
  if (meant.length === 0 && (!isResendDue || alerts.length === 0))
    return { state: through === before.through ? before : { ...before, through }, isSent: isResendDue };
  const response = await postInParts(parts, alerts, signal);
  if (signal.aborted) return unchanged;
  const at = now();
  const attempts = (before.failure?.attempts ?? 0) + 1;
  if (isDelivered(response)) {
    for (const turn of meant) records.add(deliveredAs(turn, response, { at, attempts }));
    const active = alerts.filter(({ endsAt }) => endsAt === null);
    return { state: { ...before, through, alerts: active, failure: null, hasSent: true }, isSent: true };
  }
  const failure = nextFailure(before.failure, response, at, random());
  const { detail } = failure;
  const isGivenUp = (turn: Turn) => isOver(Math.max(turn.at, failure.since), at);
  for (const turn of meant)
    records.add(deliveryOf(turn, { at, attempts, outcome: isGivenUp(turn) ? 'not-delivered' : 'retrying', detail }));
  const given = ahead.filter((turn) => isGivenUp(turn));
  return {
    state: {
      ...before,
      failure,
      through: given.at(-1)?.number ?? before.through,
      alerts: [...alertsAfter(before.alerts, given.filter(parts.isMeant), parts.profile)],
    },
    isSent: false,
  };
}

/** Learns the receiver's time from its response to an empty list first. */
async function postInParts(
  { post, profile, turns, receiverTime }: AlertmanagerOutletParts,
  alerts: readonly SentAlert[],
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  let response = NOTHING_SENT;
  if (alerts.length > 0 && !receiverTime().isKnown) response = await post(NO_ALERTS, signal);
  const groups = turns.openGroups();
  for (let from = 0; from < alerts.length && isDelivered(response) && !signal.aborted; from += WINDOW)
    response = await post(alertsBody(alerts.slice(from, from + WINDOW), groups, profile, receiverTime()), signal);
  return response;
}
