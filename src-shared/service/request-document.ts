/**
 * One connectivity request, read whole out of the received text of its event: what the envelope says, what the request
 * says, and each of its resources. It is as large as the text, so that nobody keeps many of it. Never throws.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)".
 */
import { isJsonObject, JsonFields, type Marks, readJsonText, readUncontested } from './json-fields.ts';
import { readRequest, type RequestMessage } from './request-message.ts';
import { type FailureInfo, failureInfos, type ResourceDetail, resourceDetail } from './request-resources.ts';

export interface RequestDocument {
  /** The envelope's. */
  readonly operation: string | null;
  readonly state: string | null;
  /** What its outcome is computed of. */
  readonly message: RequestMessage;
  readonly companyId: string | null;
  readonly companyName: string | null;
  readonly createdBy: string | null;
  readonly timeCreated: string | null;
  readonly lastUpdated: string | null;
  /** The request's own: what went wrong with it as a whole. */
  readonly infos: readonly FailureInfo[];
  /** `null`: the event has no list of them. */
  readonly resources: readonly ResourceDetail[] | null;
}

/**
 * `null`: the text is no event with a message that can be read. What has two values is left out: nobody knows which is
 * true. Takes as long as `JSON.parse` does.
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
