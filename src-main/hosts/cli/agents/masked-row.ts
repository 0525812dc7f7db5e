/** Masks a printed row for a reader outside the team. */
import type { MaskedField } from '../../../../src-shared/domain/event/masked-fields.ts';
import { isJsonObject } from '../../../../src-shared/service/json-fields.ts';
import { personalValuesOf } from '../../../../src-shared/service/personal-values.ts';
import { isId } from '../../../core/exports/free-text.ts';
import { Mask } from '../../../core/exports/masked-text.ts';
import { cardNumbers, withTexts } from '../../../core/exports/masking.ts';

/** Fields of a row whose words are Watchfloor's: only values in them are masked. Elsewhere each word may be a name. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'sentence',
  'title',
  'name',
  'words',
  'how',
  'why',
  'contradictions',
  'note',
  'query',
]);

/** @param line a JSON object */
export function maskedRow(line: string, fields: readonly MaskedField[]): string {
  if (fields.length === 0) return line;
  const values = personalValuesOf(line);
  if (!values.isReadable) return '{"withheld":true}';
  const row: object = JSON.parse(line);
  const known = [...fields.flatMap((field) => values[field]), ...facetValues(row, fields)];
  const mask = new Mask(known, { fields, keep: cardNumbers([...values.eid, ...values.iccid], fields) });
  const putService = (text: string, name: string) => (isId(name) ? mask.id(text) : mask.code(text));
  const masked = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    withTexts(value, name, OWN_WORDS.has(name) && typeof value === 'string' ? (text) => mask.text(text) : putService),
  ]);
  return JSON.stringify(Object.fromEntries(masked));
}

/** Values of facets, such as `{ "field": "company", "value": "Telia" }`. */
function facetValues(row: unknown, fields: readonly MaskedField[]): string[] {
  if (Array.isArray(row)) return row.flatMap((member: unknown) => facetValues(member, fields));
  if (!isJsonObject(row)) return [];
  const { field, value } = row;
  const isFacet = typeof value === 'string' && fields.some((masked) => masked === field);
  return [...(isFacet ? [value] : []), ...Object.values(row).flatMap((member) => facetValues(member, fields))];
}
