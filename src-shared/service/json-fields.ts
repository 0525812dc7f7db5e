/** A wrong property affects no other. If it is not optional, it is null and marked. Never throws. */
import type { EventMark } from './event-mark.ts';
import { type Instant, instantOf, parseIsoTime, parseInstant } from './exact-time.ts';
import type { ValueChoice, JsonContradiction } from './json-contradictions.ts';
import { type Digits, type JsonText, MAY_BE_JSON, NumericIdentifier, unwrapJsonText } from './json-text.ts';

/** Max characters of a text in a column; no documented value has a quarter of it. The raw text keeps longer ones. */
const MAX_TEXT_LENGTH = 256;
/** Enough to diagnose an event; a malicious one could cause thousands. */
const MAX_MARKS = 32;
const MAX_DETAIL_LENGTH = 120;
const MAX_VALUE_LENGTH = 40;

const MAX_READ_PASSES = 8;

export class ReadPass {
  readonly digits: Digits;
  readonly choice: ValueChoice;
  readonly isChecked: boolean;
  /** True if the digits of a number matter and were not kept. */
  lostDigits = false;
  values = 1;
  contradictions = 0;

  constructor(digits: Digits, choice: ValueChoice, isChecked = false) {
    this.digits = digits;
    this.choice = choice;
    this.isChecked = isChecked;
  }
}

export interface ReadResults<Result> {
  readonly first: Result;
  readonly others: readonly Result[];
  /** False if the values of several names could be combined in further ways, or if a name has too many values. */
  readonly isComplete: boolean;
}

/** Reads nearly all events once; again with all digits if they matter, and for each value of a repeated name. */
export function readAllVariants<Result>(read: (marks: Marks) => Result): ReadResults<Result> {
  const { result, reading } = readWithDigits(read);
  const others: Result[] = [];
  // This many values are an attack; reading each of them would help it.
  if (reading.values > MAX_READ_PASSES)
    return { first: readWithoutContested(read, reading), others: [], isComplete: false };
  let isComplete = reading.contradictions < 2;
  for (let choice = 1; choice < reading.values; choice += 1) {
    const another = new ReadPass(reading.digits, choice);
    others.push(read(new Marks(another)));
    isComplete &&= another.contradictions < 2;
  }
  return { first: result, others, isComplete };
}

/** @param isChecked true if an earlier reading of the same text marked nothing */
export function readUncontested<Result>(read: (marks: Marks) => Result, isChecked = false): Result {
  const { result, reading } = readWithDigits(read, isChecked);
  return reading.values === 1 ? result : readWithoutContested(read, reading);
}

function readWithoutContested<Result>(read: (marks: Marks) => Result, { digits }: ReadPass): Result {
  return read(new Marks(new ReadPass(digits, 'none')));
}

function readWithDigits<Result>(
  read: (marks: Marks) => Result,
  isChecked = false,
): {
  readonly result: Result;
  readonly reading: ReadPass;
} {
  const quick = new ReadPass('lose', 0, isChecked);
  const result = read(new Marks(quick));
  if (!quick.lostDigits) return { result, reading: quick };
  // Rare enough to read twice.
  const reading = new ReadPass('keep', 0, isChecked);
  return { result: read(new Marks(reading)), reading };
}

export class Marks {
  readonly list: EventMark[] = [];
  readonly reading: ReadPass;

  constructor(reading: ReadPass) {
    this.reading = reading;
  }

  add(code: EventMark['code'], detail: string): void {
    const shown = detail.length > MAX_DETAIL_LENGTH ? `${detail.slice(0, MAX_DETAIL_LENGTH)}…` : detail;
    if (this.list.length >= MAX_MARKS) return;
    if (this.list.some((mark) => mark.code === code && mark.detail === shown)) return;
    this.list.push({ code, detail: shown });
  }

  contradictions(found: readonly JsonContradiction[], path: string): void {
    this.reading.contradictions += found.length;
    for (const { path: name, values } of found) {
      this.reading.values = Math.max(this.reading.values, values.length);
      this.add('contradiction', `${path}${name} is ${values.map(abbreviate).join(' and ')}`);
    }
  }
}

export function abbreviate(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
}

/** `path`: prefix of the fields, with its dot. `usualTimes`: how often the document encodes it; more is marked. */
export function readJsonText(text: string, marks: Marks, path: string, usualTimes = 0): JsonText {
  const { digits, choice, isChecked } = marks.reading;
  const { json, times } = unwrapJsonText(text, digits, choice, isChecked);
  if (json.kind !== 'value') return json;
  marks.contradictions(json.contradictions, path);
  if (times > usualTimes && typeof json.value === 'object' && json.value !== null)
    marks.add('encoded-twice', path === '' ? 'data' : path.replace(/\.$/, ''));
  return json;
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

  withMarks(marks: Marks): JsonFields {
    return new JsonFields(this.#source, marks, this.#path);
  }

  has(name: string): boolean {
    return this.value(name) !== null;
  }

  /** True if the property has a value of any type other than an empty list, object or text. */
  hasContent(name: string): boolean {
    const value = this.value(name);
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  }

  /** Parsed value; null if missing or empty. `name` must not be a property that every object inherits. */
  value(name: string): unknown {
    const value = this.#source[name];
    return value === '' || value === undefined ? null : value;
  }

  expect(...names: string[]): void {
    for (const name of names) if (!this.has(name)) this.#marks.add('missing-field', this.#path + name);
  }

  text(name: string): string | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value !== 'string') return this.#wrong(`${this.#path}${name}`);
    if (value.length > MAX_TEXT_LENGTH) return this.#wrong(`${this.#path}${name}: ${value.length} characters`);
    return value;
  }

  /** A number keeps all its digits, a text loses spaces around it; both are marked. */
  identifier(name: string): string | null {
    const value = this.value(name);
    if (!(value instanceof NumericIdentifier) && typeof value !== 'number') {
      const text = this.text(name);
      const trimmed = text?.trim() ?? null;
      if (trimmed !== text || trimmed === '') this.#marks.add('unusual-form', `${this.#path}${name}: "${text ?? ''}"`);
      return trimmed === '' ? null : trimmed;
    }
    this.#marks.reading.lostDigits = true;
    this.#marks.add('numeric-identifier', this.#path + name);
    const digits = value instanceof NumericIdentifier ? value.digits : String(value);
    return digits.length > MAX_TEXT_LENGTH ? this.#wrong(`${this.#path}${name}: ${digits.length} digits`) : digits;
  }

  textOfForm(name: string, form: RegExp): string | null {
    const text = this.text(name);
    if (text !== null && !form.test(text)) this.#marks.add('unusual-form', `${this.#path}${name}: "${text}"`);
    return text;
  }

  count(name: string): number | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      return this.#wrong(`${this.#path}${name}`);
    return value;
  }

  /** Marks a value with no meaning or several, and a form other than `usual`. */
  instant(name: string, usual: 'text' | 'pair'): Instant | null {
    const value = this.#structure(name, this.value(name));
    if (value === null) return null;
    if (typeof value === 'number') this.#marks.reading.lostDigits = true;
    const instant = instantIn(value);
    if (instant === null) this.#marks.add('invalid-time', this.#path + name + shownTime(value));
    else if (usual === 'pair' ? !isJsonObject(value) : typeof value !== 'string' || parseIsoTime(value) === null)
      this.#marks.add('unusual-form', this.#path + name + shownTime(value));
    return instant;
  }

  #structure(name: string, value: unknown, usualTimes = 0): unknown {
    if (typeof value !== 'string' || !MAY_BE_JSON.test(value)) return value;
    const json = readJsonText(value, this.#marks, `${this.#path}${name}.`, usualTimes);
    return json.kind === 'value' && typeof json.value === 'object' ? json.value : value;
  }

  /** @param usualTimes how often the document encodes the object in a text */
  object(name: string, usualTimes = 0): JsonFields | null {
    const value = this.#structure(name, this.value(name), usualTimes);
    if (value === null) return null;
    if (!isJsonObject(value)) return this.#wrong(`${this.#path}${name}`);
    return new JsonFields(value, this.#marks, `${this.#path}${name}.`);
  }

  /** Returns the objects of a list; marks and leaves out elements of another type. */
  objects(name: string): JsonFields[] | null {
    const value = this.#structure(name, this.value(name));
    if (value === null) return null;
    if (!Array.isArray(value)) return this.#wrong(`${this.#path}${name}`);
    const path = `${this.#path}${name}[].`;
    const objects: JsonFields[] = [];
    for (const element of value as unknown[]) {
      const member = this.#structure(`${name}[]`, element);
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

function instantIn(value: unknown): Instant | null {
  if (value instanceof NumericIdentifier) return parseInstant(value.digits);
  if (typeof value === 'string') return parseInstant(value.trim());
  return isJsonObject(value) ? instantOf(integerOf(value['epochSecond']), integerOf(value['nano'])) : null;
}

/** Converts an integer that a double can hold, even if it is in a text; any other value stays as it is. */
function integerOf(value: unknown): unknown {
  const digits = value instanceof NumericIdentifier ? value.digits : value;
  return typeof digits === 'string' && /^-?\d{1,15}(?:\.0+)?$/.test(digits) ? Number(digits) : digits;
}

function shownTime(value: unknown): string {
  if (value instanceof NumericIdentifier) return `: ${value.digits}`;
  return typeof value === 'string' ? `: ${value}` : '';
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumericIdentifier);
}
