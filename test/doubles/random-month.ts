/**
 * Makes the events of some days: localizations with retries, repeats, late steps and undone successes, and change
 * requests with several reports. Nothing says to which attempt an event belongs.
 */
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { oneOf } from './random-filters.ts';

type Random = (limit: number) => number;

const MINUTE_MS = 60_000;
const STEPS = [
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED'],
  ['PROVISIONED', 'PROVISION_PROFILE_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
] as const;
const [SUCCESS, UNDOING] = [
  ['LOCALIZED', 'COMPLETED'],
  ['FALLBACK_SET', 'FAILED', 'SET_FALLBACK_PROFILE_FAILED'],
] as const;

/** In order of arrival, within `days` after `start` (UTC epoch ms). */
export function randomMonth(random: Random, start: number, { days, devices }: { days: number; devices: number }) {
  const events: ReceivedEvent[] = [];
  const receive = (receivedAt: number, kind: string, data: string) =>
    events.push({ receivedAt, kind, id: `${events.length}`, data });
  for (let device = 0; device < devices; device += 1) {
    addRequest(random, start + random(days * 1_440) * MINUTE_MS, receive);
    const names = { eid: `8904${device}`, principal: `acme/${device % 3}` };
    let at = start + random(600 * MINUTE_MS);
    while (at < start + (days - 1) * 86_400_000) at = addAttempt(random, at, names, receive) + pause(random);
  }
  return events.toSorted((one, other) => one.receivedAt - other.receivedAt);
}

function pause(random: Random): number {
  return (random(2) === 0 ? 1 + random(40) : 31 + random(4_000)) * MINUTE_MS + random(1_000);
}

type Receive = (receivedAt: number, kind: string, data: string) => void;

/** Returns when the last event arrived. */
function addAttempt(random: Random, from: number, names: { eid: string; principal: string }, receive: Receive): number {
  const [country, iccid] = [oneOf(['SE', 'NO', 'DE'], random), oneOf([null, null, '891', '892'], random)];
  const reported = STEPS.slice(0, random(4)).map(([step]) => [step, 'COMPLETED'] as readonly string[]);
  const [next, code] = STEPS[reported.length + random(STEPS.length - reported.length)] ?? STEPS[0];
  const ends: readonly (readonly (readonly string[])[])[] = [
    [],
    [SUCCESS],
    [['ENABLED', 'COMPLETED']],
    [['ENABLED', 'COMPLETED'], ['FALLBACK_SET', 'IN_PROGRESS'], SUCCESS],
    [[next, 'FAILED', code]],
    [[next, 'FAILED', code]],
    [[next, 'DONE']],
    [SUCCESS, UNDOING],
    [UNDOING, SUCCESS],
  ];
  const ending = oneOf(ends, random);
  const isUnclear = ending.some(([, state]) => state === 'DONE');
  let at = from;
  const made = [...reported, ...ending].map(([operation = '', state = '', errorCode]) => {
    at += 1_000 + random(2 * MINUTE_MS);
    const detailedMessage = JSON.stringify({
      eid: names.eid,
      localizedProfile: { iccid, countryCode: country },
      errorCode,
    });
    const message = { createdDateTime: new Date(at).toISOString(), principal: names.principal, operation, state };
    return { at, data: JSON.stringify({ ...message, detailedMessage }) };
  });
  // Two neighbours arrive in the other order. The first event is not one of them: it could belong to the attempt before.
  const last = ending.includes(UNDOING) ? made.length - 2 : reported.length - 1;
  const swapped = isUnclear || random(3) > 0 || last < 1 ? -1 : 1 + random(last);
  const [one, other] = [made[swapped], made[swapped + 1]];
  if (one !== undefined && other !== undefined) [one.data, other.data] = [other.data, one.data];
  for (const event of made) {
    receive(event.at, 'LOCALIZATION', event.data);
    if (random(8) === 0) receive((at = Math.max(at, event.at + random(MINUTE_MS))), 'LOCALIZATION', event.data);
  }
  return at;
}

function addRequest(random: Random, from: number, receive: Receive): void {
  const [id, size] = [`R-${from}-${random(1_000)}`, 2 + random(5)];
  const operation = oneOf(['CHANGE_SUBSCRIPTIONPACKAGE', 'CHANGE_SUBSCRIPTIONSTATE'], random);
  const company = oneOf(['Nordwind', 'Acme', null], random);
  let at = from;
  for (let report = random(3); report >= 0; report -= 1) {
    at += (1 + random(300)) * MINUTE_MS;
    const failed = oneOf([0, random(size), size], random);
    const pending = failed === 0 && report > 0 ? random(2) : 0;
    const data = reportText({ id, size, operation, company, failed, pending, at, code: oneOf(['70', '73'], random) });
    receive(at, 'CMP_EVENT', data);
    if (random(6) === 0) receive(at + random(MINUTE_MS), 'CMP_EVENT', data);
  }
}

interface Report {
  readonly id: string;
  readonly size: number;
  readonly operation: string;
  readonly company: string | null;
  readonly failed: number;
  readonly pending: number;
  readonly at: number;
  readonly code: string;
}

function reportText({ id, size, operation, company, failed, pending, at, code }: Report): string {
  const completed = size - failed - pending;
  const infos = [{ errorType: 'DCP_ERROR', errorObject: { errorCode: code, errorMessage: 'no' } }];
  const state = failed > 0 ? 'COMPLETED_WITH_FAILURES' : pending > 0 ? 'IN_PROGRESS' : 'COMPLETED';
  const detailedMessage = JSON.stringify({
    subscriptionRequestId: id,
    subscriptionRequestType: operation,
    subscriptionRequestState: state,
    companyName: company,
    size,
    lastUpdated: { epochSecond: Math.floor(at / 1_000), nano: 5 },
    subscriptionRequestResourceCounters: { inProgress: 0, pending, canceled: 0, rejected: 0, completed, failed },
    subscriptionRequestResources: Array.from({ length: failed }, () => ({
      resourceState: 'FAILED',
      resourceFailureInfos: infos,
    })),
  });
  const createdDateTime = new Date(at).toISOString();
  return JSON.stringify({ createdDateTime, principal: 'acme', operation, state: 'COMPLETED', detailedMessage });
}
