/** Computes the sort key of a row. Rows without a value, or with an empty one, come last. */
import type { ItemField } from '../../../../src-shared/service/subscription-item.ts';

/** Numbers come before texts, or after them in descending order. */
export type RowKey = string | number | null;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

export function rowKey(fields: readonly ItemField[], name: string): RowKey {
  const field = fields.find((each) => each.name === name);
  if (field === undefined || field.kind === 'null' || field.value === '') return null;
  if (field.kind === 'number') return Number(field.value);
  return field.kind === 'text' && TIME.test(field.value) ? timeKey(field.value) : field.value;
}

/** Returns UTC without trailing zeros. Such texts sort like the times, at any precision. */
function timeKey(text: string): string {
  const at = text.endsWith('Z') ? Number.NaN : Date.parse(text);
  const utc = Number.isNaN(at) ? text : new Date(at).toISOString();
  const bare = utc.replace(/Z$/, '');
  return bare.includes('.') ? bare.replace(/0+$/, '').replace(/\.$/, '') : bare;
}
