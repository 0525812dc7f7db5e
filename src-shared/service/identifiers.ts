/** Collects identifiers by kind; for a request of all its resources. Source: `docs/service.md` §5.1, §6.1, §6.2. */
import { recordOf } from '../lib/record-of.ts';
import { isJsonObject, JsonFields, type Marks, readAllVariants, readJsonText } from './json-fields.ts';

export const identifierKinds = ['eid', 'iccid', 'imsi', 'msisdn', 'request', 'resource'] as const;
type IdentifierKind = (typeof identifierKinds)[number];

export type Identifiers = Readonly<Record<IdentifierKind, readonly string[]>>;

const NO_IDENTIFIERS: Identifiers = recordOf(identifierKinds, () => []);

type Found = Readonly<Record<IdentifierKind, Set<string>>>;

/** A text without any of these has no identifiers and need not be parsed. */
const IDENTIFIER_HINT = /eid|iccid|imsi|msisdn|subscriptionrequestid|resourceid|\\u/i;
/** Limit against malicious events; the received text keeps the rest. */
const MAX_PER_KIND = 50_000;

/** Distinct, as `decode-event.ts` reads them, with all values of a repeated name. Never throws. */
export function identifiersOf(raw: string): Identifiers {
  if (!IDENTIFIER_HINT.test(raw)) return NO_IDENTIFIERS;
  const { first: found, others } = readAllVariants((marks) => read(raw, marks));
  for (const other of others)
    for (const kind of identifierKinds) for (const identifier of other[kind]) found[kind].add(identifier);
  return recordOf(identifierKinds, (kind) => [...found[kind]]);
}

function read(raw: string, marks: Marks): Found {
  const found: Found = recordOf(identifierKinds, () => new Set());
  const json = readJsonText(raw, marks, '');
  if (json.kind !== 'value' || !isJsonObject(json.value)) return found;
  const envelope = new JsonFields(json.value, marks);
  readNames(envelope, found);
  const message = envelope.object('detailedMessage', 1);
  if (message !== null) readMessage(message, found);
  return found;
}

function readMessage(message: JsonFields, found: Found): void {
  readNames(message, found);
  for (const resource of message.objects('subscriptionRequestResources') ?? []) {
    readNames(resource, found);
    for (const property of resource.objects('resourceProperties') ?? []) {
      const field = PROPERTIES.get(property.text('type') ?? '');
      if (field !== undefined) take(found[field], property, 'value');
    }
  }
}

/** Reads the documented names, then flat and dotted ones, which a service might use. */
function readNames(fields: JsonFields, found: Found): void {
  take(found.eid, fields, 'eid');
  const profile = fields.object('localizedProfile');
  if (profile !== null) take(found.iccid, profile, 'iccid');
  take(found.iccid, fields, 'localizedProfile.iccid');
  take(found.iccid, fields, 'iccid');
  take(found.imsi, fields, 'imsi');
  take(found.msisdn, fields, 'msisdn');
  take(found.request, fields, 'subscriptionRequestId');
  take(found.resource, fields, 'resourceId');
}

const PROPERTIES: ReadonlyMap<string, 'iccid' | 'imsi' | 'msisdn'> = new Map([
  ['ICCID', 'iccid'],
  ['IMSI', 'imsi'],
  ['MSISDN', 'msisdn'],
]);

function take(found: Set<string>, fields: JsonFields, name: string): void {
  if (!fields.has(name) || found.size === MAX_PER_KIND) return;
  const identifier = fields.identifier(name);
  if (identifier !== null) found.add(identifier);
}
