/**
 * Names of fields as people write and read them: without the prefix that the document gives all of them. A name that has
 * no such prefix stands in quotes, and is sent just so. Pure.
 */
import { documentedFields, FIELD_PREFIX } from '../../../../src-shared/service/search-body.ts';

/** `iotSubscription.state` → `state`, `state` → `"state"` */
export function fieldText(field: string): string {
  const own = field.startsWith(FIELD_PREFIX) ? field.slice(FIELD_PREFIX.length) : '';
  return own === '' || /[",:\s]/.test(own) ? `"${field}"` : own;
}

/** Shown where nothing is written back from it. */
export function fieldName(field: string): string {
  return field.startsWith(FIELD_PREFIX) ? field.slice(FIELD_PREFIX.length) : field;
}

/** As it is sent. */
export function fieldOf(text: string): string {
  const written = text.trim();
  if (/^"[^"]*"$/.test(written)) return written.slice(1, -1);
  return written.startsWith(FIELD_PREFIX) ? written : `${FIELD_PREFIX}${written}`;
}

/** Names between commas; quotes hold a comma. */
export function fieldList(text: string): string[] {
  return (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
}

/** The documented ones first, then those that answers have shown; as they are sent, each once. */
export function knownFields(receivedFields: readonly string[]): string[] {
  return [...new Set([...documentedFields, ...receivedFields].map((name) => `${FIELD_PREFIX}${name}`))];
}

/** Only of this one the document says that it can be sorted by. */
export const SORTABLE = `${FIELD_PREFIX}iotSubscriptionId`;
