/** Distinct, in order of appearance. A code is text, even if it looks like a number. */
import type { JsonFields, Marks } from './json-fields.ts';

/** Documented requests have at most two. The raw text keeps the rest of a malicious event. */
export const MAX_ERROR_CODES = 64;

export class ErrorCodes {
  readonly #codes = new Set<string>();
  readonly #types = new Set<string>();
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /** `known`: documented codes; null if the document calls the place "not standardized". */
  read(fields: JsonFields, known: ReadonlySet<string> | null): string | null {
    this.readType(fields);
    const code = fields.identifier('errorCode');
    if (code === null) return null;
    if (known !== null && !known.has(code)) this.#marks.add('unknown-error-code', code);
    this.#take(this.#codes, code, 'error codes');
    return code;
  }

  /** The type is next to the object with the code, or inside it. */
  readType(fields: JsonFields): void {
    const type = fields.identifier('errorType');
    if (type !== null) this.#take(this.#types, type, 'error types');
  }

  list(): string[] {
    return [...this.#codes];
  }

  types(): string[] {
    return [...this.#types];
  }

  #take(found: Set<string>, name: string, what: string): void {
    if (found.size < MAX_ERROR_CODES) found.add(name);
    else if (!found.has(name)) this.#marks.add('oversize', `more than ${MAX_ERROR_CODES} ${what}`);
  }
}
