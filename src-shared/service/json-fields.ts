/**
 * Reads the properties of one JSON object one by one, so that a wrong one costs nothing but itself. What is missing or
 * of another type is noted as a mark and read as `null`; nothing here throws.
 */
import type { EventMark } from './event-mark.ts';
import { NumericIdentifier } from './json-text.ts';

/** Longest text taken into a column; no documented value reaches a quarter of it. The raw text keeps the whole. */
const MAX_TEXT = 256;
/** Enough to see what is wrong with an event; a poisoned one could give thousands. */
const MAX_MARKS = 32;
/** Longest piece of a received value that a mark repeats. */
const MAX_DETAIL = 120;

/** The marks of one event: each said once. */
export class Marks {
  readonly list: EventMark[] = [];

  add(code: EventMark['code'], detail: string): void {
    const shown = detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail;
    // A numeric identifier is read again because of its mark.
    if (this.list.length >= MAX_MARKS && code !== 'numeric-identifier') return;
    if (this.list.some((mark) => mark.code === code && mark.detail === shown)) return;
    this.list.push({ code, detail: shown });
  }
}

export class JsonFields {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #marks: Marks;

  constructor(source: Readonly<Record<string, unknown>>, marks: Marks, path = '') {
    this.#source = source;
    this.#marks = marks;
    this.#path = path;
  }

  /** The same fields; what is noticed about them goes elsewhere. */
  marking(marks: Marks): JsonFields {
    return new JsonFields(this.#source, marks, this.#path);
  }

  has(name: string): boolean {
    return this.value(name) !== null;
  }

  /** Whether anything is told there, of whatever type: no empty list, object or text. */
  saysSomething(name: string): boolean {
    const value = this.value(name);
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  }

  /** As parsed; `null` where it is not there. No name that is asked for is one that every object has. */
  value(name: string): unknown {
    return this.#source[name] ?? null;
  }

  /** Notes a property that the document promises and that is not there. */
  expect(...names: string[]): void {
    for (const name of names) if (!this.has(name)) this.#marks.add('missing-field', this.#path + name);
  }

  text(name: string): string | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value !== 'string') return this.#wrong(`${this.#path}${name}`);
    if (value.length > MAX_TEXT) return this.#wrong(`${this.#path}${name}: ${value.length} characters`);
    return value;
  }

  /** A text that names something: a number is taken with all its digits, spaces around it are not; both are marked. */
  identifier(name: string): string | null {
    const value = this.value(name);
    if (!(value instanceof NumericIdentifier) && typeof value !== 'number') {
      const text = this.text(name);
      const trimmed = text?.trim() ?? null;
      if (trimmed !== text || trimmed === '') this.#marks.add('unusual-form', `${this.#path}${name}: "${text ?? ''}"`);
      return trimmed === '' ? null : trimmed;
    }
    this.#marks.add('numeric-identifier', this.#path + name);
    const digits = value instanceof NumericIdentifier ? value.digits : String(value);
    return digits.length > MAX_TEXT ? this.#wrong(`${this.#path}${name}: ${digits.length} digits`) : digits;
  }

  /** A text of a documented form; one of another form is taken as it is, and marked. */
  textOfForm(name: string, form: RegExp): string | null {
    const text = this.text(name);
    if (text !== null && !form.test(text)) this.#marks.add('unusual-form', `${this.#path}${name}: "${text}"`);
    return text;
  }

  /** A whole number from 0 upward. */
  count(name: string): number | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      return this.#wrong(`${this.#path}${name}`);
    return value;
  }

  object(name: string): JsonFields | null {
    const value = this.value(name);
    if (value === null) return null;
    if (!isJsonObject(value)) return this.#wrong(`${this.#path}${name}`);
    return new JsonFields(value, this.#marks, `${this.#path}${name}.`);
  }

  /** The objects of a list; members of another type are marked and left out. */
  objects(name: string): JsonFields[] | null {
    const value = this.value(name);
    if (value === null) return null;
    if (!Array.isArray(value)) return this.#wrong(`${this.#path}${name}`);
    const path = `${this.#path}${name}[].`;
    const objects: JsonFields[] = [];
    for (const member of value as unknown[]) {
      if (isJsonObject(member)) objects.push(new JsonFields(member, this.#marks, path));
      else this.#marks.add('wrong-type', `${this.#path}${name}[]`);
    }
    return objects;
  }

  #wrong(detail: string): null {
    this.#marks.add('wrong-type', detail);
    return null;
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumericIdentifier);
}
