/** Believable events for tests of the page. Deterministic: the same number gives the same event. */
import { undecoded } from './undecoded.ts';
import type { EventSummary, StoredEvent } from '../../src-shared/domain/event.ts';

const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'ENABLED', 'FALLBACK_SET'];
const CODES = [
  'START_PROFILE_DOWNLOAD_FAILED',
  'START_PROFILE_ALLOCATION_FAILED',
  'START_PROFILE_ACTIVATION_FAILED',
  'START_PROFILE_ENABLE_FAILED',
  'SET_FALLBACK_PROFILE_FAILED',
];
const COUNTRIES = ['SE', 'DE', 'US', 'BR', 'IN', 'FR'];

export function exampleEvent(seq: number, receivedAt: number): StoredEvent {
  const eid = `8904903200000000${String(7_418_529_630 + seq * 7919).padStart(16, '0')}`;
  const iccid = `894620381${String(10_000_000_000 + seq * 104_729).slice(-10)}`;
  const country = COUNTRIES[seq % COUNTRIES.length] ?? 'SE';
  const step = (seq * 7) % STEPS.length;
  switch (seq % 11) {
    case 0:
    case 4:
      return plain(
        seq,
        receivedAt,
        { kind: 'HEARTBEAT', operation: '-', state: 'IN_PROGRESS', outcome: null },
        'Heartbeat',
      );
    case 2:
    case 6:
      return plain(
        seq,
        receivedAt,
        {
          kind: 'LOCALIZATION',
          operation: STEPS[step] ?? '',
          state: 'FAILED',
          outcome: 'failed',
          eid,
          iccid: step === 0 ? null : iccid,
          countryCode: country,
          errorCode: CODES[step] ?? '',
          errorCodes: [CODES[step] ?? ''],
        },
        {
          eid,
          localizedProfile: { iccid: step === 0 ? null : iccid, countryCode: country },
          errorCode: CODES[step],
          detailedError: [{ errorCode: '5021', errorMessage: 'Upstream did not answer', errorType: 'CMP_ERROR' }],
        },
      );
    case 8: {
      const failed = seq % 3 === 0 ? 5 : 2;
      return plain(
        seq,
        receivedAt,
        {
          kind: 'CMP_EVENT',
          operation: seq % 2 === 0 ? 'CHANGE_SUBSCRIPTIONSTATE' : 'CHANGE_SUBSCRIPTIONPACKAGE',
          state: 'COMPLETED',
          outcome: failed === 5 ? 'failed' : 'partial',
          requestId: `req-${(seq * 2654435761).toString(16).slice(-12)}`,
          errorCode: '70',
          errorCodes: ['70'],
          resourceCount: 5,
          failedCount: failed,
        },
        { subscriptionRequestId: 'req', size: 5 },
      );
    }
    case 9:
      return seq % 2 === 0
        ? plain(
            seq,
            receivedAt,
            {
              kind: 'PROFILE_AUDIT',
              operation: 'CHECKED',
              state: 'COMPLETED',
              outcome: 'unknown',
              marks: [{ code: 'unknown-kind', detail: 'PROFILE_AUDIT' }],
            },
            'audit',
          )
        : plain(
            seq,
            receivedAt,
            {
              kind: 'CMP_EVENT',
              operation: 'CHANGE_SUBSCRIPTIONPACKAGE',
              state: 'COMPLETED',
              outcome: 'succeeded',
              requestId: `req-${(seq * 2654435761).toString(16).slice(-12)}`,
              resourceCount: 12,
              failedCount: 0,
            },
            { subscriptionRequestId: 'req', size: 12 },
          );
    default:
      return plain(
        seq,
        receivedAt,
        {
          kind: 'LOCALIZATION',
          operation: seq % 2 === 0 ? 'ENABLED' : 'LOCALIZED',
          state: 'COMPLETED',
          outcome: 'succeeded',
          eid,
          iccid,
          countryCode: country,
        },
        { eid, localizedProfile: { iccid, countryCode: country } },
      );
  }
}

/** A row with nothing in it but what is given. */
export function summaryOf(seq: number, fields: Partial<EventSummary> = {}): EventSummary {
  return {
    seq,
    receivedAt: 1_000 * seq,
    kind: 'HEARTBEAT',
    id: null,
    repeats: 0,
    ...undecoded,
    operation: '-',
    state: 'IN_PROGRESS',
    ...fields,
  };
}

function plain(
  seq: number,
  receivedAt: number,
  fields: Partial<EventSummary>,
  detailedMessage: string | object,
): StoredEvent {
  const createdAt = receivedAt - 240;
  const createdDateTime = new Date(createdAt).toISOString();
  const principal = 'acme:eu';
  return {
    ...summaryOf(seq, { receivedAt, createdAt, createdDateTime, principal, id: `e-${seq}`, ...fields }),
    whole: null,
    raw: JSON.stringify({
      createdDateTime,
      detailedMessage: typeof detailedMessage === 'string' ? detailedMessage : JSON.stringify(detailedMessage),
      operation: fields.operation,
      principal,
      state: fields.state,
    }),
  };
}
