/**
 * Never throws and hides nothing: a field that is missing, wrong or new becomes a mark and affects no other. A later
 * version may decode the raw text again. Source: `docs/service.md` §4.1, §5.1, §6.1; traps: §10.
 */
import { type EventClass, eventClass } from './event-class.ts';
import {
  EARLIER_STEPS,
  EVENT_STATES,
  FINAL_STEPS,
  NO_OPERATION,
  REQUEST_OPERATIONS,
  SESSION_STATES,
} from '../../service/event-vocabulary.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { MAX_ERROR_CODES } from '../../service/error-codes.ts';
import { printInstant } from '../../service/exact-time.ts';
import {
  abbreviate,
  isJsonObject,
  JsonFields,
  Marks,
  readAllVariants,
  type ReadResults,
  readJsonText,
} from '../../service/json-fields.ts';
import { readLocalization } from '../../service/localization-message.ts';
import { readRequest, type RequestMessage } from '../../service/request-message.ts';
import { epochMs, utcTime } from '../../service/utc-time.ts';
import { type DecodedEvent, decodedEventSchema, type EventMark, type Outcome, type ReceivedEvent } from './event.ts';
import { decodedFacets, sizeClassOf } from './event-fields.ts';
import { localizationOutcome, requestOutcome, worstOutcome } from './outcome.ts';

/** Increase it when the same text is decoded differently: stored rows of an older version are then decoded again. */
export const DECODER_VERSION = 3;

type Received = Pick<ReceivedEvent, 'kind' | 'data' | 'oversize' | 'streamDomain' | 'replacedBytes'>;

/** If a name has several values, the event is read with each: fields that differ are null, the outcome is the worst. */
export function decodeEvent(event: Received): DecodedEvent {
  const readings = readAllVariants((marks) => decode(event, marks));
  return readings.isComplete && readings.others.length === 0 ? readings.first : mergeReadings(readings);
}

function mergeReadings({ first, others, isComplete }: ReadResults<DecodedEvent>): DecodedEvent {
  const all = [first, ...others];
  const outcomes = all.map(({ outcome }) => outcome);
  const merged = emptyEvent(
    worstOutcome(isComplete || first.outcome === null ? outcomes : [...outcomes, 'unknown']),
    // The first reading has marked all contradictions.
    first.marks,
  );
  const values: Record<string, unknown> = merged;
  for (const name of MERGED)
    if (Array.isArray(first[name])) values[name] = distinct(all.flatMap((each) => each[name] ?? []).map(String));
    else if (others.every((other) => other[name] === first[name])) values[name] = first[name];
  return merged;
}

const MERGED = decodedEventSchema.keyof().exclude(['outcome', 'marks']).options;

function distinct(codes: readonly string[]): string[] {
  return [...new Set(codes)].slice(0, MAX_ERROR_CODES);
}

function decode(event: Received, marks: Marks): DecodedEvent {
  const kind = eventClass(event);
  if (event.replacedBytes !== undefined) marks.add('not-utf8', event.replacedBytes);
  if (kind === 'other') marks.add('unknown-kind', event.kind);
  const empty = emptyEvent(kind === 'session' ? null : 'unknown', marks.list);
  const envelope = readEnvelope(event, marks);
  if (envelope === null) return empty;

  const read = { ...empty, ...readCommon(event, envelope, kind, marks) };
  // Every kind has the same envelope, so FAILED in it counts for every kind.
  const common: DecodedEvent = read.state === 'FAILED' ? { ...read, outcome: 'failed' } : read;
  if (kind === 'session') return common;
  if (kind === 'other') return { ...common, ...readIdentifiers(envelope, marks) };
  const message = readDetailedMessage(envelope, marks);
  if (message === null) return common;
  return kind === 'localization'
    ? { ...common, ...decodeLocalization(common, message, marks) }
    : { ...common, ...decodeRequest(common, message, marks) };
}

/** Shared by all events, because creating it takes a fifth of the time of decoding. Nothing changes its lists. */
const NO_FACETS = decodedFacets<string | null, string[]>(null, []);

export function emptyEvent(outcome: Outcome | null, marks: EventMark[]): DecodedEvent {
  return {
    ...NO_FACETS,
    outcome,
    createdDateTime: null,
    createdAt: null,
    eid: null,
    iccid: null,
    errorCode: null,
    requestId: null,
    resourceCount: null,
    failedCount: null,
    marks,
  };
}

function readEnvelope({ data, oversize }: Received, marks: Marks): JsonFields | null {
  if (oversize !== undefined) {
    marks.add('oversize', `${oversize.bytes} bytes, SHA-256 ${oversize.sha256}`);
    return null;
  }
  const json = readJsonText(data, marks, '', 1);
  if (json.kind === 'too-deep') marks.add('too-deep', 'data');
  else if (json.kind === 'malformed') marks.add('malformed-json', json.detail);
  else if (isJsonObject(json.value)) return new JsonFields(json.value, marks);
  else marks.add('not-an-object', 'data');
  return null;
}

function readCommon(event: Received, envelope: JsonFields, kind: EventClass, marks: Marks) {
  // The document promises nothing about other kinds.
  if (kind !== 'other') envelope.expect('createdDateTime', 'operation', 'principal', 'state');
  const operation = envelope.text('operation');
  if (operation !== null && !isKnownOperation(kind, operation)) marks.add('unknown-operation', operation);
  const state = envelope.text('state');
  if (state !== null && kind !== 'other') markState(event, state, marks);
  const principal = envelope.identifier('principal');
  if (principal !== null && event.streamDomain !== undefined && principal !== event.streamDomain)
    marks.add('another-principal', `${abbreviate(principal)}; the session is of ${abbreviate(event.streamDomain)}`);
  return { ...readCreated(envelope), operation, state, principal };
}

function readCreated(envelope: JsonFields): Pick<DecodedEvent, 'createdDateTime' | 'createdAt'> {
  const name = 'createdDateTime';
  const value = envelope.value(name);
  const usual = typeof value === 'string' ? utcTime(value) : null;
  if (usual !== null) return { createdDateTime: envelope.text(name), createdAt: usual };
  const instant = envelope.instant(name, 'text');
  const createdAt = instant === null ? null : epochMs(instant);
  if (typeof value === 'string') return { createdDateTime: envelope.text(name), createdAt };
  return { createdDateTime: instant === null ? null : printInstant(instant), createdAt };
}

function markState(event: Received, state: string, marks: Marks): void {
  const documented = SESSION_STATES.get(event.kind) ?? state;
  if (!EVENT_STATES.has(state)) marks.add('unknown-state', `state: ${state}`);
  else if (state !== documented) marks.add('contradiction', `${event.kind} beside state ${state}`);
}

function isKnownOperation(kind: EventClass, operation: string): boolean {
  switch (kind) {
    case 'session':
      return operation === NO_OPERATION;
    case 'localization':
      return EARLIER_STEPS.has(operation) || FINAL_STEPS.has(operation);
    case 'request':
      return REQUEST_OPERATIONS.has(operation);
    case 'other':
      return true; // the kind is already marked
    default:
      return assertNever(kind);
  }
}

function readDetailedMessage(envelope: JsonFields, marks: Marks): JsonFields | null {
  envelope.expect('detailedMessage');
  const message = envelope.value('detailedMessage');
  if (typeof message !== 'string') return envelope.object('detailedMessage');
  const json = readJsonText(message, marks, 'detailedMessage.', 1);
  if (json.kind === 'too-deep') marks.add('too-deep', 'detailedMessage');
  else if (json.kind === 'malformed') marks.add('detail-not-json', 'detailedMessage');
  else if (isJsonObject(json.value)) return new JsonFields(json.value, marks, 'detailedMessage.');
  else marks.add('detail-not-json', 'detailedMessage: no object');
  return null;
}

const NOTABLE_ANYWHERE: ReadonlySet<EventMark['code']> = new Set([
  'numeric-identifier',
  'contradiction',
  'encoded-twice',
]);

/** Reads the places that known kinds use, so that searches find an undocumented event. The outcome stays unknown. */
function readIdentifiers(envelope: JsonFields, marks: Marks): Partial<DecodedEvent> {
  const aside = new Marks(marks.reading);
  const message = readDetailedMessage(envelope.withMarks(aside), aside);
  const localization = message === null ? null : readLocalization(message, null, aside);
  const request = message === null ? null : readRequest(message, aside);
  for (const { code, detail } of aside.list) if (NOTABLE_ANYWHERE.has(code)) marks.add(code, detail);
  if (localization === null || request === null) return {};
  const { eid, iccid, countryCode, errorCode, errorCodes, errorTypes } = localization;
  return {
    eid,
    iccid: iccid ?? onlyIccid(request),
    countryCode,
    errorCode: errorCode ?? request.errorCodes[0] ?? null,
    errorCodes: distinct([...errorCodes, ...request.errorCodes]),
    errorTypes: distinct([...errorTypes, ...request.errorTypes]),
    requestId: request.requestId,
    company: request.company,
    createdBy: request.createdBy,
    targets: request.targets,
  };
}

function decodeLocalization(common: DecodedEvent, message: JsonFields, marks: Marks): Partial<DecodedEvent> {
  const { hasError, ...localization } = readLocalization(message, common.state, marks);
  const result = localizationOutcome({
    operation: common.operation,
    state: common.state,
    errorCode: localization.errorCodes[0] ?? null,
    hasError,
  });
  for (const words of result.contradictions) marks.add('contradiction', words);
  return { ...localization, outcome: result.outcome };
}

function decodeRequest(common: DecodedEvent, message: JsonFields, marks: Marks): Partial<DecodedEvent> {
  const request = readRequest(message, marks);
  if (request.requestType !== null && common.operation !== null && request.requestType !== common.operation)
    marks.add('contradiction', `subscriptionRequestType ${request.requestType}, operation ${common.operation}`);
  const isOperationKnown = common.operation !== null && REQUEST_OPERATIONS.has(common.operation);
  const result = requestOutcome({ ...request, isOperationKnown, state: common.state });
  for (const words of result.contradictions) marks.add('contradiction', words);
  return {
    requestId: request.requestId,
    iccid: onlyIccid(request),
    errorCode: request.errorCodes[0] ?? null,
    errorCodes: request.errorCodes,
    errorTypes: request.errorTypes,
    company: request.company,
    createdBy: request.createdBy,
    targets: request.targets,
    sizeClass: result.resourceCount === null ? null : sizeClassOf(result.resourceCount),
    outcome: result.outcome,
    resourceCount: result.resourceCount,
    failedCount: result.failedCount,
  };
}

function onlyIccid({ iccids }: RequestMessage): string | null {
  return iccids.length === 1 ? (iccids[0] ?? null) : null;
}
