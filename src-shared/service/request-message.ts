/**
 * The `detailedMessage` of a CMP_EVENT: a connectivity change request and its resources.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)", "Connectivity request failures".
 */
import type { RequestCounters, ResourceFacts } from '../domain/outcome.ts';
import { ErrorCodes } from './error-codes.ts';
import type { JsonFields, Marks } from './json-fields.ts';
import { REQUEST_ERROR_CODES, REQUEST_STATES, RESOURCE_STATES } from './notification-words.ts';

export interface RequestMessage {
  readonly requestId: string | null;
  readonly requestType: string | null;
  readonly requestState: string | null;
  readonly size: number | null;
  readonly counters: RequestCounters | null;
  readonly resources: readonly ResourceFacts[] | null;
  readonly hasFailureInfos: boolean;
  readonly errorCodes: string[];
  /** Distinct, of all resources. */
  readonly iccids: readonly string[];
}

export function readRequest(message: JsonFields, marks: Marks): RequestMessage {
  message.expect('subscriptionRequestId', 'subscriptionRequestState', 'size');
  const requestState = knownState(message, 'subscriptionRequestState', REQUEST_STATES, marks);
  const codes = new ErrorCodes(marks);
  const hasFailureInfos = readFailureInfos(message, 'subscriptionRequestFailureInfos', codes);
  const iccids = new Set<string>();
  const resources = message.objects('subscriptionRequestResources')?.map((resource): ResourceFacts => {
    readIccids(resource, iccids);
    return {
      state: knownState(resource, 'resourceState', RESOURCE_STATES, marks),
      hasFailureInfos: readFailureInfos(resource, 'resourceFailureInfos', codes),
    };
  });
  return {
    requestId: message.identifier('subscriptionRequestId'),
    requestType: message.text('subscriptionRequestType'),
    requestState,
    size: message.count('size'),
    counters: readCounters(message.object('subscriptionRequestResourceCounters')),
    resources: resources ?? null,
    hasFailureInfos,
    errorCodes: codes.list(),
    iccids: [...iccids],
  };
}

function knownState(fields: JsonFields, name: string, known: ReadonlySet<string>, marks: Marks): string | null {
  const state = fields.text(name);
  if (state !== null && !known.has(state)) marks.add('unknown-state', `${name}: ${state}`);
  return state;
}

/** True where at least one failure is told. */
function readFailureInfos(fields: JsonFields, name: string, codes: ErrorCodes): boolean {
  const infos = fields.objects(name) ?? [];
  for (const info of infos) {
    const error = info.object('errorObject');
    if (error !== null) codes.read(error, REQUEST_ERROR_CODES);
  }
  return infos.length > 0;
}

function readIccids(resource: JsonFields, iccids: Set<string>): void {
  for (const property of resource.objects('resourceProperties') ?? []) {
    if (property.text('type') !== 'ICCID') continue;
    const iccid = property.identifier('value');
    if (iccid !== null) iccids.add(iccid);
  }
}

function readCounters(counters: JsonFields | null): RequestCounters | null {
  if (counters === null) return null;
  return {
    inProgress: counters.count('inProgress') ?? 0,
    pending: counters.count('pending') ?? 0,
    canceled: counters.count('canceled') ?? 0,
    rejected: counters.count('rejected') ?? 0,
    completed: counters.count('completed') ?? 0,
    failed: counters.count('failed') ?? 0,
  };
}
