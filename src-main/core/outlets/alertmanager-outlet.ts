/**
 * Sends active alerts to Alertmanager at each turn and every minute, because it ends alerts that are not sent again.
 * An ended alert is sent until it was accepted once.
 */
import type { GroupFacts, Turn } from '../../../src-shared/domain/outlets/turn.ts';
import type { OutletResponse } from '../ports/outlets.ts';
import { alertsAfter, alertsBody } from './alertmanager-format.ts';
import { isDelivered, isOver, nextFailure } from './attempts.ts';
import { deliveryOf } from './message-outlet.ts';
import type { MessageContext } from './message-formats.ts';
import type { OutletRecords, OutletState, SentAlert } from './outlet-state.ts';
import type { TurnLog } from './turn-log.ts';

export interface AlertmanagerOutletParts {
  readonly turns: Pick<TurnLog, 'after' | 'openGroups'>;
  readonly records: Pick<OutletRecords, 'add'>;
  readonly isMeant: (turn: Turn) => boolean;
  readonly profile: MessageContext['profile'];
  readonly post: (body: string, signal: AbortSignal) => Promise<OutletResponse>;
  readonly now: () => number;
  readonly random: () => number;
}

/** Alertmanager ends an alert five minutes after it was last sent, unless it is configured otherwise. */
export const RESEND_MS = 60_000;
/** Turns that are looked at in one step, and alerts in one request. */
const WINDOW = 500;

/**
 * @param isResendDue true if active alerts must be sent again although nothing changed
 * @returns the state afterwards, and whether something was accepted
 */
export async function sendAlerts(
  parts: AlertmanagerOutletParts,
  before: OutletState,
  isResendDue: boolean,
  signal: AbortSignal,
): Promise<{ readonly state: OutletState; readonly isSent: boolean }> {
  const { turns, records, now, random } = parts;
  const unchanged = { state: before, isSent: false };
  if (before.failure !== null && before.failure.nextAt > now()) return unchanged;
  const ahead = turns.after(before.through, WINDOW);
  const meant = ahead.filter((turn) => parts.isMeant(turn));
  const alerts = alertsAfter(before.alerts, meant, parts.profile);
  const through = ahead.at(-1)?.number ?? before.through;
  if (meant.length === 0 && (!isResendDue || alerts.length === 0))
    return { state: through === before.through ? before : { ...before, through }, isSent: isResendDue };
  const response = await postInParts(parts, alerts, turns.openGroups(), signal);
  if (signal.aborted) return unchanged;
  const at = now();
  const attempts = (before.failure?.attempts ?? 0) + 1;
  if (isDelivered(response)) {
    for (const turn of meant) records.add(deliveryOf(turn, { at, attempts, outcome: 'delivered', detail: null }));
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

async function postInParts(
  { post, profile }: AlertmanagerOutletParts,
  alerts: readonly SentAlert[],
  groups: ReadonlyMap<string, GroupFacts>,
  signal: AbortSignal,
): Promise<OutletResponse> {
  let response: OutletResponse = { kind: 'answered', status: 200, retryAfterMs: null, text: '' };
  for (let from = 0; from < alerts.length && isDelivered(response) && !signal.aborted; from += WINDOW)
    response = await post(alertsBody(alerts.slice(from, from + WINDOW), groups, profile), signal);
  return response;
}
