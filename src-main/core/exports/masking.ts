/** Masks what an event names of people and companies. A text that cannot be read has unknown values: it is withheld. */
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { facetColumns, serviceValues } from '../../../src-shared/domain/event/event-fields.ts';
import { idForm } from '../../../src-shared/service/id-form.ts';
import { personalValuesOf } from '../../../src-shared/service/personal-values.ts';
import { isId } from './free-text.ts';
import { Mask } from './masked-text.ts';

export interface LineEvent extends Omit<StoredEvent, 'raw'> {
  readonly raw: string | null;
}

export function maskedEvent(event: StoredEvent, fields: readonly MaskedField[]): LineEvent {
  if (fields.length === 0) return event;
  const values = personalValuesOf(event.raw);
  const { eid, iccid, requestId, principal } = event;
  // A name of several words would be masked like a sentence, whose words may be names.
  const shownNames = (['company', 'user'] as const)
    .filter((field) => !fields.includes(field))
    .flatMap((field) => values[field]);
  const allowedWords = [eid, iccid, requestId, principal, ...shownNames].filter((value) => value !== null);
  const keep = cardNumbers([...values.eid, ...values.iccid], fields);
  const known = fields.flatMap((field) => values[field]);
  return maskedBy(event, new Mask(known, { fields, keep, allowedWords, parsed: values.parsed }), values.isReadable);
}

/** An item that cannot be masked completely only states that it is withheld. */
export function maskedItem(raw: string, fields: readonly MaskedField[]): string {
  if (fields.length === 0) return raw;
  const values = personalValuesOf(raw);
  const known = fields.flatMap((field) => values[field]);
  const keep = cardNumbers([...values.eid, ...values.iccid], fields);
  const mask = new Mask(known, { fields, keep, parsed: values.parsed });
  return (values.isReadable ? mask.completeJson(raw) : null) ?? '{"withheld":true}';
}

/** Returns the EIDs and ICCIDs that must not be masked, even if a part of one is the id of a company. */
export function cardNumbers(values: readonly string[], fields: readonly MaskedField[]): string[] {
  return values.filter((value) => {
    const form = idForm(value);
    return (form === 'eid' || form === 'iccid') && !fields.includes(form);
  });
}

function maskedBy(event: StoredEvent, mask: Mask, isReadable: boolean): LineEvent {
  // The marks of such a text quote it.
  if (!isReadable)
    return { ...maskedColumns(event, mask), raw: null, marks: event.marks.map(({ code }) => ({ code, detail: '' })) };
  return { ...maskedColumns(event, mask), raw: mask.completeJson(event.raw) };
}

/** Columns with fixed words of Watchfloor. Every other column is masked, so that a new one is never forgotten. */
const OURS: ReadonlySet<string> = new Set([
  'raw',
  ...facetColumns.flatMap(({ field, property }) => (serviceValues(field) === null ? [property] : [])),
]);

function maskedColumns(event: StoredEvent, mask: Mask): StoredEvent {
  const columns = Object.entries(event).map(([column, value]: [string, unknown]) => [
    column,
    OURS.has(column) ? value : withTexts(value, column, (text, name) => (isId(name) ? mask.id(text) : mask.code(text))),
  ]);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns, each of the same type
    ...(Object.fromEntries(columns) as StoredEvent),
    marks: event.marks.map(({ code, detail }) => ({ code, detail: mask.code(detail) })),
  };
}

/** Replaces texts at every depth. `put` receives the text and the name of its property. */
export function withTexts(value: unknown, name: string, put: (text: string, name: string) => string): unknown {
  if (typeof value === 'string') return put(value, name);
  if (Array.isArray(value)) return value.map((member: unknown) => withTexts(member, name, put));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, member]) => [inner, withTexts(member, inner, put)]));
}
