/** A name without the documented prefix is quoted and sent unchanged. Pure. */
import { documentedFields, FIELD_PREFIX, withFieldPrefix } from '../../../../src-shared/service/search-body.ts';

/** `iotSubscription.state` → `state`, `state` → `"state"`. */
export function fieldText(field: string): string {
  const shortName = field.startsWith(FIELD_PREFIX) ? field.slice(FIELD_PREFIX.length) : '';
  return shortName === '' || /[",:\s]/.test(shortName) ? `"${field}"` : shortName;
}

export function fieldOf(text: string): string {
  const written = text.trim();
  if (/^"[^"]*"$/.test(written)) return written.slice(1, -1);
  return withFieldPrefix(written);
}

/** Splits names at commas, except within quotes. */
export function fieldList(text: string): string[] {
  return (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
}

/** Returns each name once as it is sent: the documented ones first, then the received ones. */
export function offeredFields(receivedFields: readonly string[]): string[] {
  return [...new Set([...documentedFields, ...receivedFields].map((name) => `${FIELD_PREFIX}${name}`))];
}

/** The only field that the document shows for sorting. */
export const SORTABLE = `${FIELD_PREFIX}iotSubscriptionId`;
