/**
 * Generates events for cases: several eUICCs and requests at a time, each with a few events in sequence, most of which
 * succeed. Each event depends only on its number, as in `generated-events.ts`.
 */
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { Dice } from './dice.ts';
import { COUNTRIES, type Pace } from './generated-events.ts';

/** 8 min between two events of one case, which is less than the silence that ends an attempt. */
export const CASE_PACE: Pace = { startAt: Date.UTC(2026, 0, 5, 8), stepMs: 5_000 };
/** Cases that run at the same time. Every third is a request. */
const CONCURRENT_CASES = 96;
const EACH = 4;
/** Separates the seeds of cases from those of single events. */
const OF_CASES = 1_000_000_000;

const FAILURES = [
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED'],
  ['PROVISIONED', 'PROVISION_PROFILE_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
  ['FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'],
] as const;
const WELL = ['ALLOCATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET'] as const;
const INNER = ['CMP-5021', 'CMP-5022', '8.8.1'] as const;

function caseEvent(index: number, { startAt, stepMs }: Pace): ReceivedEvent {
  const receivedAt = Math.floor(startAt + index * stepMs);
  const slot = index % CONCURRENT_CASES;
  const turn = Math.floor(index / CONCURRENT_CASES);
  const step = turn % EACH;
  const subject = new Dice(OF_CASES + Math.floor(turn / EACH) * CONCURRENT_CASES + slot);
  const content = slot % 3 === 2 ? request(subject, step, receivedAt) : localization(subject, step);
  const { kind, ...rest } = content;
  const createdDateTime = new Date(receivedAt - 20 - (index % 200)).toISOString();
  const data = JSON.stringify({ createdDateTime, principal: 'acme/emea/fleet', ...rest });
  return { receivedAt, kind, id: new Dice(index).uuid(), data };
}

export function* caseEvents(from: number, count: number, pace: Pace = CASE_PACE): Generator<ReceivedEvent> {
  for (let index = from; index < from + count; index += 1) yield caseEvent(index, pace);
}

/** Four of 100 eUICCs fail once. A third of those stays failed; the others continue and succeed. */
function localization(subject: Dice, step: number) {
  const device = {
    eid: `8904903200${subject.digits(22)}`,
    localizedProfile: { iccid: `89460${subject.digits(14)}`, countryCode: subject.fewOf(COUNTRIES) },
  };
  const isFailing = subject.oneIn(25);
  const stays = isFailing && subject.oneIn(3);
  const [operation, errorCode] = subject.oneOf(FAILURES);
  const inner = subject.oneOf(INNER);
  if (!isFailing || step === 0 || (step > 1 && !stays))
    return { kind: 'LOCALIZATION', operation: WELL[step] ?? '-', state: 'COMPLETED', detailedMessage: device };
  const detailedError = [
    { errorCode, errorMessage: `${operation} did not succeed.`, errorType: 'CMP_ERROR' },
    { errorCode: inner, errorMessage: 'The eUICC did not answer within the time that is set.', errorType: 'CMP_ERROR' },
  ];
  return {
    kind: 'LOCALIZATION',
    operation,
    state: 'FAILED',
    detailedMessage: { ...device, errorCode, detailedError },
  };
}

/** Every fiftieth request ends with some failed resources. */
function request(subject: Dice, step: number, at: number) {
  const isPackage = subject.oneIn(3);
  const operation = isPackage ? 'CHANGE_SUBSCRIPTIONPACKAGE' : 'CHANGE_SUBSCRIPTIONSTATE';
  const subscriptionRequestId = subject.uuid();
  const size = 2 + subject.below(12);
  const isOver = step === EACH - 1;
  const failed = isOver && subject.oneIn(50) ? 1 + subject.below(size) : 0;
  const resources = Array.from({ length: size }, (_, position) => ({
    iotSubscriptionId: subject.uuid(),
    state: position < failed ? 'FAILED' : isOver ? 'COMPLETED' : 'IN_PROGRESS',
    targets: [{ targetType: 'TARGET_SUBSCRIPTION_STATE', targetValue: 'PAUSE' }],
    ...(position < failed && {
      failureInfo: { errorCode: '73', errorType: 'VALIDATION', errorMessage: 'Not allowed.' },
    }),
  }));
  const detailedMessage = {
    subscriptionRequestId,
    subscriptionRequestType: operation,
    subscriptionRequestState: !isOver ? 'IN_PROGRESS' : failed > 0 ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED',
    createdBy: `operations-${subject.below(25)}@example.com`,
    timeCreated: { epochSecond: Math.floor(at / 1_000) - 2, nano: 0 },
    lastUpdated: { epochSecond: Math.floor(at / 1_000), nano: step },
    size,
    subscriptionRequestResourceCounters: {
      inProgress: isOver ? 0 : size,
      pending: 0,
      canceled: 0,
      rejected: 0,
      completed: isOver ? size - failed : 0,
      failed,
    },
    ...(failed > 0 && { subscriptionRequestFailureInfos: [{ errorCode: '73', errorType: 'VALIDATION' }] }),
    subscriptionRequestResources: resources,
  };
  return { kind: 'CMP_EVENT', operation, state: isOver ? 'COMPLETED' : 'IN_PROGRESS', detailedMessage };
}
