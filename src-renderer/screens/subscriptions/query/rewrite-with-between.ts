/** The documented `between` can express an undocumented filter type on lastModifiedAt; no other field has one. Pure. */
import { asRecord } from '../../../../src-shared/lib/as-record.ts';
import { listWith, withMember } from '../../../../src-shared/lib/json-edits.ts';
import { parseJsonNodes } from '../../../../src-shared/lib/json-nodes.ts';
import { betweenText, FIELD_PREFIX, parseSearchBody } from '../../../../src-shared/service/search-body.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { OPEN_RANGE } from './changed-range.ts';
import { formatBody } from './format-body.ts';

const CHANGED_FIELD = `${FIELD_PREFIX}lastModifiedAt`;
/** Patterns for the type's name, which decide if a single time is the start or the end. */
const LOWER_BOUND_TYPES = /after|greater|since|gte?$|from|>/i;
const UPPER_BOUND_TYPES = /before|less|until|lte?$|<|to$/i;

export function rewriteWithBetween(text: string): string | null {
  if (parseSearchBody(text).kind === 'mistake') return null;
  const body = parseJsonNodes(text);
  if (body.kind !== 'object') return null;
  const filters = body.members.find(({ name }) => name === 'filters')?.value;
  if (filters?.kind !== 'list') return null;
  const written = filters.elements.map(({ at, end }) => text.slice(at, end));
  const odd = written.flatMap((filter, index) => {
    const parsed: unknown = JSON.parse(filter);
    const { fields, type } = asRecord(parsed);
    const isChanged = Array.isArray(fields) && fields.length === 1 && fields[0] === CHANGED_FIELD;
    return isChanged && type !== 'between' ? [{ index, values: valuesOf(parsed) }] : [];
  });
  const [first] = odd;
  if (first === undefined || first.values === null || odd.length > 1) return null;
  const elements = written.with(first.index, betweenText(first.values));
  // Keeps everything else character by character, because numbers may have more digits than JavaScript can represent.
  return formatBody(withMember(text, body, 'filters', listWith(text, filters, elements)));
}

function valuesOf(filter: unknown): { min: string; max: string } | null {
  const { type, values } = asRecord(filter);
  const times = Object.values(asRecord(values))
    .flat()
    .filter((value): value is string => typeof value === 'string' && utcTime(value) !== null)
    .toSorted((one, other) => (utcTime(one) ?? 0) - (utcTime(other) ?? 0));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || times.length > 2) return null;
  if (times.length === 2) return { min: first, max: last };
  if (typeof type !== 'string') return null;
  if (LOWER_BOUND_TYPES.test(type)) return { ...OPEN_RANGE, min: first };
  return UPPER_BOUND_TYPES.test(type) ? { ...OPEN_RANGE, max: first } : { min: first, max: first };
}
