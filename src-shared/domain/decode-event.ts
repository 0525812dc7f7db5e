/**
 * Makes what can be made of one received event. Pure, never throws, never hides: what is missing, wrong or new becomes
 * a mark, and one wrong field costs no other. The raw text stays the truth, so a later version may decode again.
 * Source: `service-spec.md` "Notification event envelope", "Localization detailedMessage", "Connectivity request
 * detailedMessage (CMP_EVENT)"; positions on its traps: `product.md` "Traps in the service document".
 */
import {
  EARLIER_STEPS,
  EVENT_STATES,
  FINAL_STEPS,
  LOCALIZATION_KIND,
  NO_OPERATION,
  REQUEST_KIND,
  REQUEST_OPERATIONS,
  SESSION_STATES,
} from '../service/notification-words.ts';
import { assertNever } from '../lib/assert-never.ts';
import { isJsonObject, JsonFields, Marks } from '../service/json-fields.ts';
import { parseJsonText } from '../service/json-text.ts';
import { readLocalization } from '../service/localization-message.ts';
import { readRequest, type RequestMessage } from '../service/request-message.ts';
import { utcTime } from '../service/utc-time.ts';
import type { DecodedEvent, EventMark, Outcome, ReceivedEvent } from './event.ts';
import { localizationOutcome, requestOutcome } from './outcome.ts';

/** Raised whenever the same text is decoded differently: stored rows of an older version are then decoded again. */
export const DECODER_VERSION = 1;

type Received = Pick<ReceivedEvent, 'kind' | 'data' | 'oversize'>;
/** Whether numbers in the place of identifiers keep their digits, see `parseJsonText`. */
type Digits = 'lose' | 'keep';

/** Takes some microseconds per kilobyte; what cannot be read out is `null` with a mark. */
export function decodeEvent(event: Received): DecodedEvent {
  const decoded = decode(event, 'lose');
  // Rare enough to do the work twice.
  return decoded.marks.some((mark) => mark.code === 'numeric-identifier') ? decode(event, 'keep') : decoded;
}

function decode(event: Received, digits: Digits): DecodedEvent {
  const marks = new Marks();
  const kind = kindOf(event.kind);
  if (kind === 'other') marks.add('unknown-kind', event.kind);
  const empty = emptyEvent(kind === 'session' ? null : 'unknown', marks.list);
  const envelope = readEnvelope(event, digits, marks);
  if (envelope === null) return empty;

  const common = { ...empty, ...readCommon(event, envelope, kind, marks) };
  if (kind === 'session') return common;
  if (kind === 'other') return { ...common, ...readNames(envelope, digits, marks) };
  const message = readDetailedMessage(envelope, digits, marks);
  // What the message would have said is unknown; that something failed, its envelope says by itself.
  if (message === null) return common.state === 'FAILED' ? { ...common, outcome: 'failed' } : common;
  return kind === 'localization'
    ? { ...common, ...decodeLocalization(common, message, marks) }
    : { ...common, ...decodeRequest(common, message, marks) };
}

type Kind = 'session' | 'localization' | 'request' | 'other';

function kindOf(kind: string): Kind {
  if (SESSION_STATES.has(kind)) return 'session';
  if (kind === LOCALIZATION_KIND) return 'localization';
  return kind === REQUEST_KIND ? 'request' : 'other';
}

/** What is decoded of an event that says nothing. */
export function emptyEvent(outcome: Outcome | null, marks: EventMark[]): DecodedEvent {
  return {
    operation: null,
    state: null,
    outcome,
    createdDateTime: null,
    createdAt: null,
    principal: null,
    eid: null,
    iccid: null,
    countryCode: null,
    errorCode: null,
    errorCodes: [],
    errorTypes: [],
    requestId: null,
    resourceCount: null,
    failedCount: null,
    marks,
  };
}

function readEnvelope({ data, oversize }: Received, digits: Digits, marks: Marks): JsonFields | null {
  if (oversize !== undefined) {
    marks.add('oversize', `${oversize.bytes} bytes, SHA-256 ${oversize.sha256}`);
    return null;
  }
  const json = parseJsonText(data, digits);
  if (json.kind === 'too-deep') marks.add('too-deep', 'data');
  else if (json.kind === 'malformed') marks.add('malformed-json', json.detail);
  else if (isJsonObject(json.value)) return new JsonFields(json.value, marks);
  else marks.add('not-an-object', 'data');
  return null;
}

function readCommon(event: Received, envelope: JsonFields, kind: Kind, marks: Marks) {
  // The document promises nothing about events of other kinds.
  if (kind !== 'other') envelope.expect('createdDateTime', 'operation', 'principal', 'state');
  const createdDateTime = envelope.text('createdDateTime');
  const createdAt = createdDateTime === null ? null : utcTime(createdDateTime);
  if (createdDateTime !== null && createdAt === null) marks.add('invalid-time', `createdDateTime: ${createdDateTime}`);
  const operation = envelope.text('operation');
  if (operation !== null && !isKnownOperation(kind, operation)) marks.add('unknown-operation', operation);
  const state = envelope.text('state');
  if (state !== null && kind !== 'other') markState(event, state, marks);
  return { createdDateTime, createdAt, operation, state, principal: envelope.identifier('principal') };
}

function markState(event: Received, state: string, marks: Marks): void {
  const documented = SESSION_STATES.get(event.kind) ?? state;
  if (!EVENT_STATES.has(state)) marks.add('unknown-state', `state: ${state}`);
  else if (state !== documented) marks.add('contradiction', `${event.kind} beside state ${state}`);
}

function isKnownOperation(kind: Kind, operation: string): boolean {
  switch (kind) {
    case 'session':
      return operation === NO_OPERATION;
    case 'localization':
      return EARLIER_STEPS.has(operation) || FINAL_STEPS.has(operation);
    case 'request':
      return REQUEST_OPERATIONS.has(operation);
    case 'other':
      return true; // the kind is marked already
    default:
      return assertNever(kind);
  }
}

/** An object, or one in a string: unwrapped once and no further, whatever the string holds. */
function readDetailedMessage(envelope: JsonFields, digits: Digits, marks: Marks): JsonFields | null {
  envelope.expect('detailedMessage');
  const message = envelope.value('detailedMessage');
  if (typeof message !== 'string') return envelope.object('detailedMessage');
  const json = parseJsonText(message, digits);
  if (json.kind === 'too-deep') marks.add('too-deep', 'detailedMessage');
  else if (json.kind === 'malformed') marks.add('detail-not-json', 'detailedMessage');
  else if (isJsonObject(json.value)) return new JsonFields(json.value, marks, 'detailedMessage.');
  else marks.add('detail-not-json', 'detailedMessage: no object');
  return null;
}

/**
 * Of a kind that the document does not know: identifiers and codes that stand where the known kinds have them, so that
 * the event is found by them. Nothing is missed there, and what it means stays unknown.
 */
function readNames(envelope: JsonFields, digits: Digits, marks: Marks): Partial<DecodedEvent> {
  const aside = new Marks();
  const message = readDetailedMessage(envelope.marking(aside), digits, aside);
  if (message === null) return {};
  const { eid, iccid, countryCode, errorCode, errorCodes, errorTypes } = readLocalization(message, null, aside);
  const request = readRequest(message, aside);
  for (const { code, detail } of aside.list) if (code === 'numeric-identifier') marks.add(code, detail);
  const codes = [...new Set([...errorCodes, ...request.errorCodes])];
  return {
    eid,
    iccid: iccid ?? onlyIccid(request),
    countryCode,
    errorCode: errorCode ?? request.errorCodes[0] ?? null,
    errorCodes: codes,
    errorTypes: [...new Set([...errorTypes, ...request.errorTypes])],
    requestId: request.requestId,
  };
}

function decodeLocalization(common: DecodedEvent, message: JsonFields, marks: Marks): Partial<DecodedEvent> {
  const { tellsError, ...localization } = readLocalization(message, common.state, marks);
  const verdict = localizationOutcome({
    operation: common.operation,
    state: common.state,
    errorCode: localization.errorCodes[0] ?? null,
    tellsError,
  });
  for (const words of verdict.contradictions) marks.add('contradiction', words);
  return { ...localization, outcome: verdict.outcome };
}

function decodeRequest(common: DecodedEvent, message: JsonFields, marks: Marks): Partial<DecodedEvent> {
  const request = readRequest(message, marks);
  if (request.requestType !== null && common.operation !== null && request.requestType !== common.operation)
    marks.add('contradiction', `subscriptionRequestType ${request.requestType}, operation ${common.operation}`);
  const operationKnown = common.operation !== null && REQUEST_OPERATIONS.has(common.operation);
  const verdict = requestOutcome({ ...request, operationKnown, state: common.state });
  for (const words of verdict.contradictions) marks.add('contradiction', words);
  return {
    requestId: request.requestId,
    iccid: onlyIccid(request),
    errorCode: request.errorCodes[0] ?? null,
    errorCodes: request.errorCodes,
    errorTypes: request.errorTypes,
    outcome: verdict.outcome,
    resourceCount: verdict.resourceCount,
    failedCount: verdict.failedCount,
  };
}

function onlyIccid({ iccids }: RequestMessage): string | null {
  return iccids.length === 1 ? (iccids[0] ?? null) : null;
}
