/**
 * The way out of a refused filter: where a body filters by lastModifiedAt with a type that the document does not show, the
 * documented `between` can ask for the same. Of any other field the document shows no filter, so nothing is offered. Pure.
 */
import { fieldsOf } from '../../../../src-shared/lib/fields-of.ts';
import { listWith, withMember } from '../../../../src-shared/lib/json-edits.ts';
import { jsonPlaces } from '../../../../src-shared/lib/json-places.ts';
import { betweenText, FIELD_PREFIX, readSearchBody } from '../../../../src-shared/service/search-body.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { FAR } from './changed-span.ts';
import { formatBody } from './format-body.ts';

const CHANGED = `${FIELD_PREFIX}lastModifiedAt`;
/** Which end the only time of a filter is, by the name of its type. */
const FROM = /after|greater|since|gte?$|from|>/i;
const TO = /before|less|until|lte?$|<|to$/i;

/** @returns another body; `null` where there is no such way. */
export function askWithBetween(text: string): string | null {
  if (readSearchBody(text).kind === 'mistake') return null;
  const body = jsonPlaces(text);
  if (body.kind !== 'object') return null;
  const filters = body.members.find(({ name }) => name === 'filters')?.value;
  if (filters?.kind !== 'list') return null;
  const written = filters.elements.map(({ at, end }) => text.slice(at, end));
  const odd = written.flatMap((filter, index) => {
    const asked: unknown = JSON.parse(filter);
    const { fields, type } = fieldsOf(asked);
    const isChanged = Array.isArray(fields) && fields.length === 1 && fields[0] === CHANGED;
    return isChanged && type !== 'between' ? [{ index, values: valuesOf(asked) }] : [];
  });
  const [first] = odd;
  if (first === undefined || first.values === null || odd.length > 1) return null;
  const elements = written.with(first.index, betweenText(first.values));
  // All else stays letter by letter: numbers may have more digits than a page counts with.
  return formatBody(withMember(text, body, 'filters', listWith(text, filters, elements)));
}

function valuesOf(filter: unknown): { min: string; max: string } | null {
  const { type, values } = fieldsOf(filter);
  const times = Object.values(fieldsOf(values))
    .flat()
    .filter((value): value is string => typeof value === 'string' && utcTime(value) !== null)
    .toSorted((one, other) => (utcTime(one) ?? 0) - (utcTime(other) ?? 0));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || times.length > 2) return null;
  if (times.length === 2) return { min: first, max: last };
  if (typeof type !== 'string') return null;
  if (FROM.test(type)) return { ...FAR, min: first };
  return TO.test(type) ? { ...FAR, max: first } : { min: first, max: first };
}
