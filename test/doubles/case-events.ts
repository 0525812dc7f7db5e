/** Makes rows of localizations and requests by decoding texts of a service, and entries of actions. */
import type { StoredActionEntry } from '../../src-shared/domain/cases/action.ts';
import type { CaseKey, CauseKey } from '../../src-shared/domain/cases/case.ts';
import { decodeEvent } from '../../src-shared/domain/event/decode-event.ts';
import type { EventSummary, StoredEvent } from '../../src-shared/domain/event/event.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const OFFSET_MS = 2 * 3_600_000;

/** Returns a time in minutes after noon of our clock, as a whole number of milliseconds. */
export function minute(at: number): number {
  return NOON + Math.round(at * 60_000);
}

export interface LocalizationFields {
  readonly operation?: unknown;
  readonly state?: unknown;
  readonly eid?: unknown;
  readonly iccid?: string | null;
  readonly country?: string;
  readonly code?: unknown;
  readonly inner?: readonly string[];
  /** Creation time in minutes after noon of our clock; null leaves it out. Defaults to the time of arrival. */
  readonly created?: number | null;
}

export function localizationEvent(seq: number, at: number, fields: LocalizationFields = {}): EventSummary {
  const {
    operation = 'ALLOCATED',
    state = 'FAILED',
    eid = '8904-1',
    iccid = null,
    country = 'SE',
    code,
    inner,
  } = fields;
  const errorCode = code === undefined && state === 'FAILED' ? CODES.get(String(operation)) : code;
  const detailedMessage = {
    eid,
    localizedProfile: { iccid, countryCode: country },
    ...(errorCode !== undefined && { errorCode }),
    ...(inner !== undefined && { detailedError: inner.map((name) => ({ errorCode: name, errorType: 'CMP_ERROR' })) }),
  };
  return row(seq, at, 'LOCALIZATION', { ...created(fields.created, at), operation, state, detailedMessage });
}

export interface RequestFields {
  readonly id?: unknown;
  readonly operation?: string;
  readonly requestState?: string;
  readonly size?: unknown;
  readonly failed?: number;
  readonly pending?: number;
  readonly code?: string;
  /** Seconds of `lastUpdated`; null leaves it out. */
  readonly updated?: number | null;
  readonly created?: number | null;
}

export function requestEvent(seq: number, at: number, fields: RequestFields = {}): StoredEvent {
  const { id = 'REQ-1', operation = 'CHANGE_SUBSCRIPTIONPACKAGE', size = 2, failed = 0, pending = 0 } = fields;
  const { requestState = failed > 0 ? 'COMPLETED_WITH_FAILURES' : 'COMPLETED', code = '73', updated = seq } = fields;
  const completed = Number(size) - failed - pending;
  const infos = [{ errorType: 'DCP_ERROR', errorObject: { errorCode: code, errorMessage: 'no' } }];
  const detailedMessage = {
    subscriptionRequestId: id,
    subscriptionRequestType: operation,
    subscriptionRequestState: requestState,
    createdBy: 'r.albrecht',
    size,
    ...(updated !== null && { lastUpdated: { epochSecond: 1_700_000_000 + updated, nano: 5 } }),
    subscriptionRequestResourceCounters: { inProgress: 0, pending, canceled: 0, rejected: 0, completed, failed },
    subscriptionRequestResources: Array.from({ length: failed }, () => ({
      resourceState: 'FAILED',
      resourceFailureInfos: infos,
    })),
  };
  return row(seq, at, 'CMP_EVENT', { ...created(fields.created, at), operation, state: 'COMPLETED', detailedMessage });
}

function created(minutes: number | null | undefined, at: number): object {
  if (minutes === null) return {};
  return { createdDateTime: new Date(Math.round(minute(minutes ?? at)) + OFFSET_MS).toISOString() };
}

function row(seq: number, at: number, kind: string, data: object): StoredEvent {
  const raw = JSON.stringify({ principal: 'acme', ...data });
  const decoded = decodeEvent({ kind, data: raw });
  return { seq, receivedAt: minute(at), kind, id: null, repeats: 0, seen: false, ...decoded, raw, whole: null };
}

const CODES = new Map([
  ['DOWNLOADED', 'START_PROFILE_DOWNLOAD_FAILED'],
  ['ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED'],
  ['ACTIVATED', 'START_PROFILE_ACTIVATION_FAILED'],
  ['PROVISIONED', 'PROVISION_PROFILE_FAILED'],
  ['ENABLED', 'START_PROFILE_ENABLE_FAILED'],
  ['FALLBACK_SET', 'SET_FALLBACK_PROFILE_FAILED'],
]);

export const INES = { id: 'ines-1', name: 'Ines Duarte' };
export const JONAS = { id: 'jonas-1', name: 'Jonas Lind' };

export function storedActionEntry(
  afterSeq: number,
  at: number,
  what: StoredActionEntry['what'],
  subjects: readonly (CaseKey | CauseKey)[],
  author: StoredActionEntry['author'] = INES,
): StoredActionEntry {
  const number = afterSeq * 1_000 + Math.round(at);
  return { id: `action-${number}`, at: minute(at), author, subjects: [...subjects], what, text: '', number, afterSeq };
}
