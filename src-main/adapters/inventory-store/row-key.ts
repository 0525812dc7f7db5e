/** By what rows are sorted: a field's value as it compares. What has none, or an empty one, stands last. */
import type { ItemField } from '../../../src-shared/service/subscription-item.ts';

/** Numbers stand before texts; the other way round they stand behind them. */
export type RowKey = string | number | null;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

export function rowKey(fields: readonly ItemField[], name: string): RowKey {
  const field = fields.find((each) => each.name === name);
  if (field === undefined || field.kind === 'null' || field.value === '') return null;
  if (field.kind === 'number') return Number(field.value);
  return field.kind === 'text' && TIME.test(field.value) ? timeKey(field.value) : field.value;
}

/** Texts of times in UTC without the zeros at their end compare as the times do, whatever their precision. */
function timeKey(text: string): string {
  const at = text.endsWith('Z') ? Number.NaN : Date.parse(text);
  const utc = Number.isNaN(at) ? text : new Date(at).toISOString();
  const bare = utc.replace(/Z$/, '');
  return bare.includes('.') ? bare.replace(/0+$/, '').replace(/\.$/, '') : bare;
}
