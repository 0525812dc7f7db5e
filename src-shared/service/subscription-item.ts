/**
 * `docs/service.md` §7.5 does not show the shape of an item, so nested, dotted and flat fields are read alike, digit
 * for digit. Different values of one field are all listed. Never throws.
 */
import { parseJsonNodes, type JsonNode } from '../lib/json-nodes.ts';
import { documentedFields, FIELD_PREFIX, withoutFieldPrefix } from './search-body.ts';

export interface ItemField {
  /** Without the prefix; nested names are joined by dots. Distinct within an item. */
  readonly name: string;
  /** Decoded if it is a text; otherwise as written. */
  readonly value: string;
  /** `json`: a list, or an object without properties. */
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'json';
  readonly isDocumented: boolean;
}

/** Limits against malicious items; the item's text keeps the rest. */
export const MAX_FIELDS = 256;
const MAX_NAME_LENGTH = 256;
const MAX_VALUE_LENGTH = 4_096;

const ROOT_NAME = 'item';
const DOCUMENTED: ReadonlySet<string> = new Set(documentedFields);
const ROOT = FIELD_PREFIX.slice(0, -1);

export function itemFields(text: string): readonly ItemField[] {
  const fields = new Map<string, ItemField>();
  const add = (path: string, node: JsonNode): void => {
    if (node.kind === 'object' && node.members.length > 0) {
      for (const member of node.members) add(path === '' ? member.name : `${path}.${member.name}`, member.value);
      return;
    }
    // Documented fields identify a row, so they are added even after the limit.
    if (fields.size < MAX_FIELDS || isMissing(fields, withoutFieldPrefix(path)))
      note(fields, path, valueOf(text, node));
  };
  const item = parseJsonNodes(text);
  if (item.kind === 'object') for (const { name, value } of item.members) add(name === ROOT ? '' : name, value);
  else if (item.kind === 'mistake') note(fields, ROOT_NAME, { kind: 'json', value: cut(text, MAX_VALUE_LENGTH) });
  else note(fields, ROOT_NAME, valueOf(text, item));
  return [...fields.values()];
}

function isMissing(fields: ReadonlyMap<string, ItemField>, name: string): boolean {
  return DOCUMENTED.has(name) && !fields.has(name);
}

/** Keeps both values if two shapes of one item give a field different values. */
function note(fields: Map<string, ItemField>, path: string, { kind, value }: Pick<ItemField, 'kind' | 'value'>): void {
  const bare = cut(withoutFieldPrefix(path) || ROOT, MAX_NAME_LENGTH);
  let name = bare;
  for (let nth = 2; ; nth += 1) {
    const before = fields.get(name);
    if (before === undefined) break;
    if (before.kind === kind && before.value === value) return;
    name = `${bare.slice(0, MAX_NAME_LENGTH - 6)} (${nth})`;
  }
  fields.set(name, { name, value, kind, isDocumented: DOCUMENTED.has(name) });
}

function valueOf(text: string, node: JsonNode): Pick<ItemField, 'kind' | 'value'> {
  if (node.kind === 'text') return { kind: 'text', value: cut(node.value, MAX_VALUE_LENGTH) };
  const kind = node.kind === 'object' || node.kind === 'list' ? 'json' : node.kind;
  return { kind, value: cut(text.slice(node.at, node.end), MAX_VALUE_LENGTH) };
}

export function isTruncated({ value }: Pick<ItemField, 'value'>): boolean {
  return value.length === MAX_VALUE_LENGTH && value.endsWith('…');
}

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Returns the id that identifies a row, or null if it is missing or was cut, because two cut ids may be equal. */
export function subscriptionIdOf(fields: readonly ItemField[]): string | null {
  const id = fields.find(({ name }) => name === 'iotSubscriptionId');
  // Lone surrogates are all stored as the same character, so such ids are not distinct.
  if (id === undefined || isTruncated(id) || !id.value.isWellFormed()) return null;
  return (id.kind === 'text' && id.value.trim() !== '') || id.kind === 'number' ? id.value : null;
}

/** Names that events and requests use for the same identifiers. */
const NAMED = /(?:^|\.)(?:iotSubscriptionId|eid|iccid|imsi|msisdn|resourceId|subscriptionRequestId)(?: \(\d+\))?$/i;
/** EID, ICCID and IMSI have 14 to 32 digits, an MSISDN has a plus; or a UUID. */
const FORM = /^(?:\d{14,32}|\+\d{8,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const IN_LISTS = /"(\d{14,32}|\+\d{8,15})"/g;
const MAX_IDENTIFIERS = 8;
const MAX_IDENTIFIER_LENGTH = 256;

/** Distinct, the item's id first. Leaves out values that many subscriptions share (domain, type). */
export function identifiersOfItem(fields: readonly ItemField[]): readonly string[] {
  const found = new Set<string>();
  const id = subscriptionIdOf(fields);
  if (id !== null) found.add(id);
  for (const { name, value, kind } of fields) {
    if (name === 'domainId' || name === 'subscriptionType') continue;
    if (kind === 'json') for (const [, each = ''] of value.matchAll(IN_LISTS)) found.add(each);
    else if ((kind === 'text' || kind === 'number') && (NAMED.test(name) || (kind === 'text' && FORM.test(value))))
      found.add(value);
  }
  return [...found].filter((one) => one.trim() !== '' && one.length <= MAX_IDENTIFIER_LENGTH).slice(0, MAX_IDENTIFIERS);
}

/** Returns the first value of a field with this name at any depth, such as `profile.iccid`; null if there is none. */
export function identifierOf(fields: readonly ItemField[], name: string): string | null {
  const isNamed = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase() === name;
  const field = fields.find((each) => isNamed(each.name) && (each.kind === 'text' || each.kind === 'number'));
  return field === undefined || field.value.trim() === '' ? null : field.value;
}
