/**
 * One connectivity request, read whole out of the received text of its event: what the envelope says, what the request
 * says, and each of its resources. It is as large as the text, so that nobody keeps many of it. Never throws.
 * Source: `service-spec.md` "Connectivity request detailedMessage (CMP_EVENT)".
 */
import { exactTime } from './exact-time.ts';
import { isJsonObject, JsonFields, Marks } from './json-fields.ts';
import { parseJsonText } from './json-text.ts';
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

/** `null`: the text is no event with a message that can be read. Takes as long as `JSON.parse` does. */
export function requestDocument(raw: string): RequestDocument | null {
  const marks = new Marks();
  const document = read(raw, 'lose', marks);
  // Rare enough to do the work twice.
  return marks.list.some(({ code }) => code === 'numeric-identifier') ? read(raw, 'keep', new Marks()) : document;
}

function read(raw: string, digits: 'lose' | 'keep', marks: Marks): RequestDocument | null {
  const envelope = fieldsOf(raw, digits, marks);
  const told = envelope?.value('detailedMessage');
  const message = typeof told === 'string' ? fieldsOf(told, digits, marks) : envelope?.object('detailedMessage');
  if (!envelope || !message) return null;
  const time = (name: string) => {
    const instant = message.object(name);
    return instant === null ? null : exactTime(instant.value('epochSecond'), instant.value('nano'));
  };
  return {
    operation: envelope.text('operation'),
    state: envelope.text('state'),
    message: readRequest(message, marks),
    companyId: message.identifier('companyId'),
    companyName: message.text('companyName'),
    createdBy: message.identifier('createdBy'),
    timeCreated: time('timeCreated'),
    lastUpdated: time('lastUpdated'),
    infos: failureInfos(message, 'subscriptionRequestFailureInfos'),
    resources: message.objects('subscriptionRequestResources')?.map(resourceDetail) ?? null,
  };
}

function fieldsOf(text: string, digits: 'lose' | 'keep', marks: Marks): JsonFields | null {
  const json = parseJsonText(text, digits);
  return json.kind === 'value' && isJsonObject(json.value) ? new JsonFields(json.value, marks) : null;
}
