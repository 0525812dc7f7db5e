/** The distinct error codes of one event, in order of appearance. A code is text, also where it looks like a number. */
import type { JsonFields, Marks } from './json-fields.ts';

/** No request of the document names more than two; the raw text keeps what a poisoned event would add. */
const MAX_CODES = 64;

export class ErrorCodes {
  readonly #codes = new Set<string>();
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  /**
   * Takes the `errorCode` of these fields, if there is one.
   * @param known the documented codes; `null` where the document calls the place "not standardized".
   */
  read(fields: JsonFields, known: ReadonlySet<string> | null): string | null {
    const code = fields.identifier('errorCode');
    if (code === null) return null;
    if (known !== null && !known.has(code)) this.#marks.add('unknown-error-code', code);
    if (this.#codes.size < MAX_CODES) this.#codes.add(code);
    else if (!this.#codes.has(code)) this.#marks.add('oversize', `more than ${MAX_CODES} error codes`);
    return code;
  }

  list(): string[] {
    return [...this.#codes];
  }
}
