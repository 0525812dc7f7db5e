/** `readRequest` for decoding, `requestDocument` for all of an event. Source: `docs/service.md` §6.1, §6.4. */
import { recordOf } from '../lib/record-of.ts';
import { ErrorCodes } from './error-codes.ts';
import { printInstant } from './exact-time.ts';
import { isJsonObject, JsonFields, type Marks, readJsonText, readUncontested } from './json-fields.ts';
import {
  type FailureInfo,
  failureInfos,
  type ResourceDetail,
  resourceDetail,
  type ResourceOutcome,
  resourceOutcome,
  TARGET_PREFIX,
} from './request-resources.ts';
import { REQUEST_ERROR_CODES, REQUEST_STATES, RESOURCE_STATES } from './event-vocabulary.ts';

/** `subscriptionRequestResourceCounters`. A missing counter is 0; a counter that is not a number is null (unknown). */
export type RequestCounters = Readonly<Record<(typeof counterNames)[number], number | null>>;
const counterNames = ['inProgress', 'pending', 'canceled', 'rejected', 'completed', 'failed'] as const;

export interface ResourceStatus {
  readonly state: string | null;
  readonly hasFailureInfos: boolean;
}

export interface RequestMessage {
  readonly requestId: string | null;
  readonly requestType: string | null;
  readonly requestState: string | null;
  readonly size: number | null;
  /** Exact to the nanosecond: "2026-11-21T12:47:31.882000000Z". */
  readonly timeCreated: string | null;
  readonly lastUpdated: string | null;
  readonly counters: RequestCounters | null;
  readonly resources: readonly ResourceStatus[] | null;
  readonly hasFailureInfos: boolean;
  readonly errorCodes: string[];
  readonly errorTypes: string[];
  readonly iccids: readonly string[];
  /** Values of `TARGET_…` properties, sorted; the first `MAX_TARGETS`. */
  readonly targets: string[];
  /** `companyName`, else `companyId`. */
  readonly company: string | null;
  readonly createdBy: string | null;
}

/** A request sets one state or package; a malicious one could name thousands. */
const MAX_TARGETS = 8;

export function readRequest(message: JsonFields, marks: Marks): RequestMessage {
  message.expect('subscriptionRequestId', 'subscriptionRequestState', 'size');
  message.expect('subscriptionRequestResourceCounters', 'subscriptionRequestResources');
  const requestState = documentedState(message, 'subscriptionRequestState', REQUEST_STATES, marks);
  const codes = new ErrorCodes(marks);
  const hasFailureInfos = readFailureInfos(message, 'subscriptionRequestFailureInfos', codes);
  const iccids = new Set<string>();
  const targets = new Set<string>();
  const resources = message.objects('subscriptionRequestResources')?.map((resource): ResourceStatus => {
    readProperties(resource, iccids, targets);
    return {
      state: documentedState(resource, 'resourceState', RESOURCE_STATES, marks),
      hasFailureInfos: readFailureInfos(resource, 'resourceFailureInfos', codes),
    };
  });
  return {
    requestId: message.identifier('subscriptionRequestId'),
    requestType: message.text('subscriptionRequestType'),
    requestState,
    size: message.count('size'),
    timeCreated: exactTime(message, 'timeCreated'),
    lastUpdated: exactTime(message, 'lastUpdated'),
    counters: readCounters(message),
    resources: resources ?? null,
    hasFailureInfos,
    errorCodes: codes.list(),
    errorTypes: codes.types(),
    iccids: [...iccids],
    targets: [...targets].toSorted(),
    company: companyOf(message),
    createdBy: message.identifier('createdBy'),
  };
}

function companyOf(message: JsonFields): string | null {
  return message.text('companyName') ?? message.identifier('companyId');
}

function exactTime(message: JsonFields, name: string): string | null {
  const instant = message.instant(name, 'pair');
  return instant === null ? null : printInstant(instant);
}

function documentedState(
  fields: JsonFields,
  name: string,
  documented: ReadonlySet<string>,
  marks: Marks,
): string | null {
  const state = fields.text(name);
  if (state !== null && !documented.has(state)) marks.add('unknown-state', `${name}: ${state}`);
  return state;
}

function readFailureInfos(fields: JsonFields, name: string, codes: ErrorCodes): boolean {
  for (const info of fields.objects(name) ?? []) {
    codes.readType(info);
    const error = info.object('errorObject');
    if (error !== null) codes.read(error, REQUEST_ERROR_CODES);
  }
  return fields.hasContent(name);
}

function readProperties(resource: JsonFields, iccids: Set<string>, targets: Set<string>): void {
  for (const property of resource.objects('resourceProperties') ?? []) {
    const type = property.text('type');
    if (type !== 'ICCID' && type?.startsWith(TARGET_PREFIX) !== true) continue;
    const value = property.identifier('value');
    if (value === null) continue;
    if (type === 'ICCID') iccids.add(value);
    else if (targets.size < MAX_TARGETS) targets.add(value);
  }
}

function readCounters(message: JsonFields): RequestCounters | null {
  const name = 'subscriptionRequestResourceCounters';
  const counters = message.object(name);
  if (counters === null) return message.has(name) ? recordOf(counterNames, () => null) : null;
  if (!counterNames.some((counter) => counters.has(counter))) return null;
  return recordOf(counterNames, (counter) => (counters.has(counter) ? counters.count(counter) : 0));
}

/** A request without what only a user looks at: identifiers of its resources. */
export interface RequestOutline extends Pick<RequestDocument, 'operation' | 'state' | 'createdBy' | 'infos'> {
  readonly message: RequestSummary;
  readonly resources: readonly ResourceOutcome[] | null;
}

type RequestSummary = Omit<
  RequestMessage,
  'requestId' | 'errorCodes' | 'errorTypes' | 'iccids' | 'targets' | 'createdBy'
>;

/** Takes as much memory as the received text, so do not keep many. */
export interface RequestDocument {
  readonly operation: string | null;
  readonly state: string | null;
  readonly message: RequestMessage;
  readonly companyId: string | null;
  readonly companyName: string | null;
  readonly createdBy: string | null;
  /** Failures of the request itself, not of a resource. */
  readonly infos: readonly FailureInfo[];
  readonly resources: readonly ResourceDetail[] | null;
}

/** Null if it has no readable message. Leaves out names with several values. Takes as long as `JSON.parse`. */
export function requestDocument(raw: string): RequestDocument | null {
  return readUncontested((marks) => readEnvelope(raw, marks, readDocument));
}

/** `isUnmarked`: the decoder marked nothing in the event. Takes less time then. */
export function requestOutline(raw: string, isUnmarked: boolean): RequestOutline | null {
  return readUncontested((marks) => readEnvelope(raw, marks, readOutline), isUnmarked);
}

function readEnvelope<Result>(
  raw: string,
  marks: Marks,
  read: (envelope: JsonFields, fields: JsonFields, marks: Marks) => Result,
): Result | null {
  const json = readJsonText(raw, marks, '');
  if (json.kind !== 'value' || !isJsonObject(json.value)) return null;
  const envelope = new JsonFields(json.value, marks);
  const fields = envelope.object('detailedMessage', 1);
  return fields === null ? null : read(envelope, fields, marks);
}

function readOutline(envelope: JsonFields, fields: JsonFields): RequestOutline {
  const resources =
    fields.objects('subscriptionRequestResources')?.map((resource) => resourceOutcome(resource)) ?? null;
  return {
    operation: envelope.text('operation'),
    state: envelope.text('state'),
    message: {
      requestType: fields.text('subscriptionRequestType'),
      requestState: fields.text('subscriptionRequestState'),
      size: fields.count('size'),
      timeCreated: exactTime(fields, 'timeCreated'),
      lastUpdated: exactTime(fields, 'lastUpdated'),
      counters: readCounters(fields),
      resources,
      hasFailureInfos: fields.hasContent('subscriptionRequestFailureInfos'),
      company: companyOf(fields),
    },
    createdBy: fields.identifier('createdBy'),
    infos: failureInfos(fields, 'subscriptionRequestFailureInfos'),
    resources,
  };
}

function readDocument(envelope: JsonFields, fields: JsonFields, marks: Marks): RequestDocument {
  const message = readRequest(fields, marks);
  return {
    operation: envelope.text('operation'),
    state: envelope.text('state'),
    message,
    companyId: fields.identifier('companyId'),
    companyName: fields.text('companyName'),
    createdBy: fields.identifier('createdBy'),
    infos: failureInfos(fields, 'subscriptionRequestFailureInfos'),
    resources: fields.objects('subscriptionRequestResources')?.map((resource) => resourceDetail(resource)) ?? null,
  };
}
