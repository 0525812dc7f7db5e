/**
 * Reads a complete connectivity request from the received text of its event: the envelope, the request and each
 * resource. The result is as large as the text, so do not keep many. Never throws. Source: `service-spec.md`
 * "Connectivity request detailedMessage (CMP_EVENT)".
 */
import { isJsonObject, JsonFields, type Marks, readJsonText, readUncontested } from './json-fields.ts';
import { readRequest, type RequestMessage } from './request-message.ts';
import { type FailureInfo, failureInfos, type ResourceDetail, resourceDetail } from './request-resources.ts';

export interface RequestDocument {
  readonly operation: string | null;
  readonly state: string | null;
  readonly message: RequestMessage;
  readonly companyId: string | null;
  readonly companyName: string | null;
  readonly createdBy: string | null;
  readonly timeCreated: string | null;
  readonly lastUpdated: string | null;
  /** Failures of the request itself, not of a resource. */
  readonly infos: readonly FailureInfo[];
  readonly resources: readonly ResourceDetail[] | null;
}

/**
 * Returns null if the text is not an event with a readable message. Leaves out names with several values, because it is
 * not known which is true. Takes as long as `JSON.parse`.
 */
export function requestDocument(raw: string): RequestDocument | null {
  return readUncontested((marks) => read(raw, marks));
}

function read(raw: string, marks: Marks): RequestDocument | null {
  const json = readJsonText(raw, marks, '');
  if (json.kind !== 'value' || !isJsonObject(json.value)) return null;
  const envelope = new JsonFields(json.value, marks);
  const fields = envelope.object('detailedMessage', 1);
  if (fields === null) return null;
  const message = readRequest(fields, marks);
  return {
    operation: envelope.text('operation'),
    state: envelope.text('state'),
    message,
    companyId: fields.identifier('companyId'),
    companyName: fields.text('companyName'),
    createdBy: fields.identifier('createdBy'),
    timeCreated: message.timeCreated,
    lastUpdated: message.lastUpdated,
    infos: failureInfos(fields, 'subscriptionRequestFailureInfos'),
    resources: fields.objects('subscriptionRequestResources')?.map(resourceDetail) ?? null,
  };
}
