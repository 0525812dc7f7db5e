/** Masks what an event names of people and companies. A text that cannot be read has unknown values: it is withheld. */
import type { MaskedField } from '../../../src-shared/domain/event/masked-fields.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { facetColumns, serviceValues } from '../../../src-shared/domain/event/event-fields.ts';
import { idForm } from '../../../src-shared/service/id-form.ts';
import { personalValuesOf } from '../../../src-shared/service/personal-values.ts';
import { isId } from './free-text.ts';
import { personalValuesIn, Shapes } from './json-shapes.ts';
import { Mask } from './masked-text.ts';

export interface LineEvent extends Omit<StoredEvent, 'raw'> {
  readonly raw: string | null;
}

export function maskedEvent(event: StoredEvent, fields: readonly MaskedField[]): LineEvent {
  if (fields.length === 0) return event;
  const shaped = shapes.find(event.raw);
  const values = shaped === null ? personalValuesOf(event.raw) : personalValuesIn(shaped);
  if (shaped === null && values.isReadable) learn(event.raw, values.parsed);
  const { eid, iccid, requestId, principal } = event;
  // A name of several words would be masked like a sentence, whose words may be names.
  const shownNames = (['company', 'user'] as const)
    .filter((field) => !fields.includes(field))
    .flatMap((field) => values[field]);
  const allowedWords = [eid, iccid, requestId, principal, ...shownNames].filter((value) => value !== null);
  const keep = cardNumbers([...values.eid, ...values.iccid], fields);
  const known = fields.flatMap((field) => values[field]);
  const mask = new Mask(known, { fields, keep, allowedWords, parsed: values.parsed });
  const columns = maskedColumns(event, mask);
  // The marks of such a text quote it.
  if (!values.isReadable)
    return Object.assign(columns, { raw: null, marks: event.marks.map(({ code }) => ({ code, detail: '' })) });
  const raw = shaped === null ? undefined : mask.shapedJson(shaped);
  return Object.assign(columns, { raw: raw === undefined ? mask.completeJson(event.raw) : raw });
}

let shapes = new Shapes();
let dice = 0;

/** Learns one of four, because events may all have other shapes. */
function learn(raw: string, parsed: ReadonlySet<string>): void {
  dice = (Math.imul(dice, 1_664_525) + 1_013_904_223) >>> 0;
  if (dice >= 2 ** 30) return;
  if (shapes.isFull) shapes = new Shapes();
  shapes.learn(raw, parsed);
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

/** Columns with fixed words of Watchfloor. Every other column is masked, so that a new one is never forgotten. */
const OURS: ReadonlySet<string> = new Set([
  'raw',
  ...facetColumns.flatMap(({ field, property }) => (serviceValues(field) === null ? [property] : [])),
]);

function maskedColumns(event: StoredEvent, mask: Mask): StoredEvent {
  const put = (text: string, name: string) => (isId(name) ? mask.id(text) : mask.code(text));
  const masked: Record<string, unknown> = { ...event };
  for (const column in masked) {
    const value = masked[column];
    if (typeof value === 'string' || (typeof value === 'object' && value !== null))
      if (!OURS.has(column)) masked[column] = withTexts(value, column, put);
  }
  masked['marks'] = event.marks.map(({ code, detail }) => ({ code, detail: mask.code(detail) }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns, each of the same type
  return masked as unknown as StoredEvent;
}

/** Replaces texts at every depth. `put` receives the text and the name of its property. */
export function withTexts(value: unknown, name: string, put: (text: string, name: string) => string): unknown {
  if (typeof value === 'string') return put(value, name);
  if (Array.isArray(value)) return value.map((member: unknown) => withTexts(member, name, put));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, member]) => [inner, withTexts(member, inner, put)]));
}
