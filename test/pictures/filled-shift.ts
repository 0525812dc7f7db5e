/**
 * Fills a store with a shift, without a service: sessions and gaps of the last 20 hours, successful events, and
 * failures for the requested kind of shift. All times are relative to now, because the screens show them relative to
 * now.
 */
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { caseKey, causeKey, type CaseKey, type CauseKey } from '../../src-shared/domain/cases/case.ts';
import type { Action } from '../../src-shared/domain/cases/action.ts';
import type { GapReason } from '../../src-shared/domain/coverage/coverage.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { appendEvents, endSession } from './filled-days.ts';
import { sentLocalization, type SentLocalization, sentRequest } from '../doubles/sent-failures.ts';

export type ShiftKind = 'calm' | 'busy' | 'storm';

const MINUTE = 60_000;
const HOURS = 20;
const SESSION_MS = 30 * MINUTE;
const HEARTBEAT_MS = 30_000;
/** Reason and duration in minutes of the loss after a session. */
const LOSSES: ReadonlyMap<number, readonly [GapReason, number]> = new Map([
  [9, ['silent', 20]],
  [21, ['stopped', 25]],
  [30, ['unreachable', 12]],
]);
const COUNTRIES = ['SE', 'NO', 'FR', 'ES', 'DE', 'PL'] as const;
const WRONG_STATE = { errorCode: '2107', errorMessage: 'Profile is in a wrong state', errorType: 'CMP_ERROR' };

const ENDED = '{"operation":"-","state":"COMPLETED","principal":"acme/emea"}';

const eidOf = (number: number) => `8904903200000100000003${String(5_728_000_000 + number)}`;
const iccidOf = (number: number) => `894708001200${String(1_000_000 + number)}`;

interface FailureSeries {
  readonly operation: string;
  readonly errorCode: string;
  readonly from: number;
  readonly to: number;
  readonly countries: readonly string[];
  readonly count: number;
}

/** Failures that are still open. Times are minutes ago. */
const OPEN: readonly FailureSeries[] = [
  { operation: 'PROVISIONED', errorCode: 'PROVISION_PROFILE_FAILED', from: 290, to: 290, countries: ['ES'], count: 1 },
  {
    operation: 'ALLOCATED',
    errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    from: 150,
    to: 20,
    countries: ['SE', 'FR'],
    count: 9,
  },
  {
    operation: 'ENABLED',
    errorCode: 'START_PROFILE_ENABLE_FAILED',
    from: 190,
    to: 60,
    countries: ['DE', 'PL'],
    count: 3,
  },
  { operation: 'ACTIVATED', errorCode: 'PROFILE_QUARANTINED', from: 44, to: 40, countries: ['FR'], count: 2 },
  {
    operation: 'FALLBACK_SET',
    errorCode: 'SET_FALLBACK_PROFILE_FAILED',
    from: 360,
    to: 90,
    countries: ['NO', 'SE'],
    count: 4,
  },
  {
    operation: 'DOWNLOADED',
    errorCode: 'START_PROFILE_DOWNLOAD_FAILED',
    from: 600,
    to: 30,
    countries: COUNTRIES,
    count: 14,
  },
];
const STORM: FailureSeries = {
  operation: 'ALLOCATED',
  errorCode: 'START_PROFILE_ALLOCATION_FAILED',
  from: 5,
  to: 0.5,
  countries: ['NO', 'NO', 'NO', 'NO', 'SE'],
  count: 214,
};

export async function fillShift(store: EventStore, trouble: ShiftKind, now = Date.now()): Promise<void> {
  const start = now - HOURS * 60 * MINUTE;
  const received = [...successfulEvents(start, now), ...recoveredEvents(now), ...failures(trouble, now)];
  const events = received.toSorted((one, other) => one.receivedAt - other.receivedAt);
  let at = start;
  for (let session = 0; at < now; session += 1) {
    const end = Math.min(at + SESSION_MS, now - 1_000);
    const last = end >= now - 1_000;
    await fillSession(
      store,
      { at, end },
      events.filter(({ receivedAt }) => receivedAt >= at && receivedAt < end),
      LOSSES.get(session)?.[0] ?? (last ? 'stopped' : 'session-expired'),
    );
    at = end + (LOSSES.get(session)?.[1] ?? 0) * MINUTE + (last ? 5_000 : 300);
  }
  if (trouble !== 'calm') await store.writer.addActions(actionEntries(now));
}

async function fillSession(
  store: EventStore,
  { at, end }: { readonly at: number; readonly end: number },
  received: readonly ReceivedEvent[],
  reason: GapReason,
): Promise<void> {
  const beats = Array.from({ length: Math.max(1, Math.floor((end - at) / HEARTBEAT_MS)) }, (_, beat) => ({
    receivedAt: at + beat * HEARTBEAT_MS,
    kind: beat === 0 ? 'SUBSCRIPTION_STARTED' : 'HEARTBEAT',
    id: `${at}-${beat}`,
    data: '{"operation":"-","state":"IN_PROGRESS","principal":"acme/emea"}',
  }));
  // Must be the last event of a session: only then is a planned end a reconnect.
  const ending = { receivedAt: end - 1, kind: 'SUBSCRIPTION_ENDED', id: `${at}-end`, data: ENDED };
  const events = [...beats, ...received, ending].toSorted((one, other) => one.receivedAt - other.receivedAt);
  await endSession(store, await appendEvents(store, 'opens', events), reason);
}

function* successfulEvents(start: number, now: number): Generator<ReceivedEvent> {
  for (let number = 0; start + number * 4 * MINUTE < now - 2 * MINUTE; number += 1) {
    const at = start + number * 4 * MINUTE + (number % 7) * 9_000;
    const operation = ['FALLBACK_SET', 'ENABLED', 'LOCALIZED'][number % 3] ?? 'LOCALIZED';
    yield localization(10_000 + number, at, { operation });
    if (number % 5 === 0)
      yield sentRequest(`REQ-1121-${2_000 + number}`, at + 30_000, { completed: 3 + (number % 40), failing: [] });
  }
}

function* recoveredEvents(now: number): Generator<ReceivedEvent> {
  for (let number = 0; number < 11; number += 1) {
    const at = now - (40 + number * 35) * MINUTE;
    yield localization(20_000 + number, at, { operation: 'ENABLED', errorCode: 'START_PROFILE_ENABLE_FAILED' });
    yield localization(20_000 + number, at + 6 * MINUTE, { operation: 'PROVISIONED' });
    yield localization(20_000 + number, at + 7 * MINUTE, { operation: 'FALLBACK_SET' });
  }
}

function* failures(trouble: ShiftKind, now: number): Generator<ReceivedEvent> {
  if (trouble === 'calm') return;
  for (const [index, failed] of OPEN.entries()) yield* eventsOfSeries(failed, 1_000 * (index + 1), now);
  // The second attempt failed too, so the advice shows its second stage.
  for (const minutesAgo of [38, 25])
    yield localization(40_000, now - minutesAgo * MINUTE, {
      operation: 'ALLOCATED',
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
      country: 'NO',
    });
  const failing = [
    { code: '73', count: 31, sentence: 'Cannot move a subscription to the package it already belongs to' },
    { code: '70', count: 9, sentence: 'Cannot change the current subscription state DEACTIVATED to ACTIVE' },
    { code: '412', count: 3, sentence: 'Quota of the package is exhausted' },
  ];
  yield sentRequest(PARTIAL_REQUEST, now - 95 * MINUTE, { completed: 171, failing });
  const states = { operation: 'CHANGE_SUBSCRIPTIONSTATE', target: 'PAUSE' };
  yield sentRequest('REQ-1121-0418', now - 70 * MINUTE, {
    completed: 0,
    failing: [{ code: '70', count: 8 }],
    ...states,
  });
  yield sentRequest('REQ-1121-0419', now - 26 * MINUTE, {
    completed: 9,
    failing: [{ code: '70', count: 1 }],
    message: { size: 12 },
    ...states,
  });
  if (trouble === 'storm') yield* eventsOfSeries(STORM, 30_000, now);
}

export const PARTIAL_REQUEST = 'REQ-1121-0417';

function* eventsOfSeries(
  { operation, errorCode, from, to, countries, count }: FailureSeries,
  first: number,
  now: number,
): Generator<ReceivedEvent> {
  for (let number = 0; number < count; number += 1) {
    const at = now - (from - ((from - to) * number) / Math.max(1, count - 1)) * MINUTE;
    const country = countries[number % countries.length] ?? 'SE';
    const iccid = operation === 'DOWNLOADED' ? null : iccidOf(first + number);
    const errors = number % 3 === 2 ? { errors: [WRONG_STATE] } : {};
    yield localization(first + number, at, { operation, errorCode, country, iccid, ...errors });
  }
}

function localization(
  number: number,
  at: number,
  fields: Partial<SentLocalization> & { readonly operation: string },
): ReceivedEvent {
  return sentLocalization({
    eid: eidOf(number),
    at,
    iccid: iccidOf(number),
    country: COUNTRIES[number % 6] ?? 'SE',
    ...fields,
  });
}

export const CASES: Readonly<
  Record<'unusable' | 'reachable' | 'not-known' | 'may-swap-back' | 'unchanged' | 'tried', CaseKey>
> = {
  unusable: keyOf(1_000),
  reachable: keyOf(3_000),
  'not-known': keyOf(4_000),
  'may-swap-back': keyOf(5_000),
  unchanged: keyOf(6_001),
  tried: keyOf(40_000),
};

export const ALLOCATION_CAUSE = causeOf(OPEN[1]);
export const REQUEST_CAUSE = causeKey({
  kind: 'request',
  operation: 'CHANGE_SUBSCRIPTIONSTATE',
  type: 'DCP_ERROR',
  code: '70',
});

function keyOf(number: number): CaseKey {
  return caseKey({ kind: 'eid', eid: eidOf(number) });
}

function causeOf(failed: FailureSeries | undefined): CauseKey {
  const { operation = null, errorCode: code = null } = failed ?? {};
  return causeKey({ kind: 'localization', operation, type: null, code });
}

const INES = { id: 'ines-1', name: 'Ines Haugen' };
const MARTIN = { id: 'martin-1', name: 'Martin Okafor' };

function actionEntries(now: number) {
  const done = (
    minutesAgo: number,
    author: typeof INES,
    subjects: (CaseKey | CauseKey)[],
    what: Action,
    text = '',
  ) => ({
    id: `action-${minutesAgo}-${what.kind}`,
    at: now - minutesAgo * MINUTE,
    author,
    subjects,
    what,
    text,
  });
  const fallback = Array.from({ length: 4 }, (_, number) => keyOf(5_000 + number));
  return [
    done(110, INES, [CASES.unusable], { kind: 'take' }, 'Asked the provider'),
    done(108, INES, [CASES.unusable], { kind: 'pack', ticket: 'CS-20931' }),
    done(
      55,
      MARTIN,
      [causeOf(OPEN[4]), ...fallback],
      { kind: 'mute', ends: { kind: 'worse' } },
      'Known since yesterday',
    ),
    done(15, INES, [CASES.tried], { kind: 'retried' }, 'Antenna checked on site'),
    done(12, INES, [CASES.tried], { kind: 'note' }, 'Driver says it lost power at 12:40. Trying again at the depot.'),
  ];
}
