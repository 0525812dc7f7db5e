/** Digits, duplicate names and spaces stay as they are. Accepts what `JSON.parse` does, except too deep nesting. */

/** UTF-16 offsets from 0; `end` is exclusive. */
interface TextRange {
  readonly at: number;
  readonly end: number;
}
export interface JsonMember extends TextRange {
  readonly name: string;
  readonly value: JsonNode;
}
export type JsonNode = TextRange &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'list'; readonly elements: readonly JsonNode[] }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number' | 'boolean' | 'null' }
  );

export interface JsonMistake {
  readonly kind: 'mistake';
  readonly problem: 'not-json' | 'too-deep' | 'too-long';
  readonly at: number;
  readonly expected: string;
}

/** Same limit as `parseJsonText`: deeper nesting than 64 is an attack or an accident. */
const MAX_DEPTH = 64;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** `opened`: levels whose children are returned; deeper values are only checked. More children are `too-long`. */
export function parseJsonNodes(
  text: string,
  opened = MAX_DEPTH,
  maxChildren = Number.POSITIVE_INFINITY,
): JsonNode | JsonMistake {
  const reader = new Reader(text, opened, maxChildren);
  try {
    return reader.parse();
  } catch (mistake) {
    if (mistake instanceof JsonSyntaxError) return { kind: 'mistake', ...mistake.details };
    throw mistake;
  }
}

class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly details: Omit<JsonMistake, 'kind'>;
  constructor(details: Omit<JsonMistake, 'kind'>) {
    super(details.problem);
    this.details = details;
  }
}

class Reader {
  readonly #text: string;
  readonly #opened: number;
  readonly #maxChildren: number;
  #at = 0;

  constructor(text: string, opened: number, maxChildren: number) {
    this.#text = text;
    this.#opened = opened;
    this.#maxChildren = maxChildren;
  }

  parse(): JsonNode {
    const value = this.#value(0);
    if (this.#at < this.#text.length) throw this.#mistaken('the end of the text');
    return value;
  }

  #value(level: number): JsonNode {
    this.#skipBlanks();
    const value = this.#bare(level);
    this.#skipBlanks();
    return value;
  }

  #bare(level: number): JsonNode {
    const at = this.#at;
    switch (this.#text.charAt(at)) {
      case '{': {
        const members: JsonMember[] = [];
        if (level < this.#opened) this.#each(level, '}', () => members.push(this.#member(level)));
        else this.#pass(level);
        return { kind: 'object', at, end: this.#at, members };
      }
      case '[': {
        const elements: JsonNode[] = [];
        if (level < this.#opened) this.#each(level, ']', () => elements.push(this.#value(level + 1)));
        else this.#pass(level);
        return { kind: 'list', at, end: this.#at, elements };
      }
      case '"':
        return { kind: 'text', at, value: this.#string(level <= this.#opened), end: this.#at };
      case 't':
      case 'f':
      case 'n':
        if (!this.#skip(WORD)) throw this.#mistaken('true, false or null');
        return { kind: this.#text[at] === 'n' ? 'null' : 'boolean', at, end: this.#at };
      default:
        if (!this.#skip(NUMBER)) throw this.#mistaken('a value');
        return { kind: 'number', at, end: this.#at };
    }
  }

  #member(level: number): JsonMember {
    this.#skipBlanks();
    const at = this.#at;
    if (this.#text[at] !== '"') throw this.#mistaken('a name in quotation marks');
    const name = this.#string(true);
    this.#colon();
    const value = this.#value(level + 1);
    return { name, value, at, end: value.end };
  }

  #colon(): void {
    this.#skipBlanks();
    if (this.#text[this.#at] !== ':') throw this.#mistaken('a colon');
    this.#at += 1;
  }

  /** Skips a value without returning its parts: several times as fast as reading it, and stores nothing. */
  #pass(level: number): void {
    const open = this.#text.charCodeAt(this.#at);
    if (open !== BRACE && open !== BRACKET) {
      if (open === QUOTE) this.#string(false);
      else if (!(open >= ZERO && open <= NINE && this.#passDigits(open))) this.#bare(level);
      return;
    }
    if (level === MAX_DEPTH) throw this.#mistaken(`at most ${MAX_DEPTH} levels`, 'too-deep');
    // In ASCII, each closing bracket is two code points after its opening one.
    const close = open + 2;
    this.#at += 1;
    this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#skipBlanks();
      if (open === BRACE) {
        if (this.#text.charCodeAt(this.#at) !== QUOTE) throw this.#mistaken('a name in quotation marks');
        this.#string(false);
        this.#colon();
        this.#skipBlanks();
      }
      this.#pass(level + 1);
      this.#skipBlanks();
      const sign = this.#text.charCodeAt(this.#at);
      if (sign !== COMMA && sign !== close) throw this.#mistaken(`a comma or ${String.fromCharCode(close)}`);
      this.#at += 1;
      if (sign === close) return;
    }
  }

  /** Skips an integer, the most common kind of number. @returns false if the number has a fraction or an exponent */
  #passDigits(first: number): boolean {
    let at = this.#at + 1;
    let sign = this.#text.charCodeAt(at);
    if (first !== ZERO) while (sign >= ZERO && sign <= NINE) sign = this.#text.charCodeAt((at += 1));
    if (sign === POINT || sign === LOWER_E || sign === UPPER_E) return false;
    this.#at = at;
    return true;
  }

  #each(level: number, close: '}' | ']', read: () => void): void {
    if (level === MAX_DEPTH) throw this.#mistaken(`at most ${MAX_DEPTH} levels`, 'too-deep');
    this.#at += 1;
    this.#skipBlanks();
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (let count = 0; ; count += 1) {
      if (count >= this.#maxChildren) throw this.#mistaken(`at most ${this.#maxChildren} of these`, 'too-long');
      read();
      const sign = this.#text[this.#at];
      if (sign !== ',' && sign !== close) throw this.#mistaken(`a comma or ${close}`);
      this.#at += 1;
      if (sign === close) return;
    }
  }

  #string(isReturned: boolean): string {
    const from = this.#at + 1;
    const text = this.#text;
    let isEscaped = false;
    let at = from;
    for (; ; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === QUOTE) break;
      // At the end of the text, `sign` is NaN.
      if (!(sign >= SPACE)) {
        this.#at = at;
        throw this.#mistaken('a text that ends with a quotation mark');
      }
      if (sign === BACKSLASH) {
        isEscaped = true;
        this.#at = at + 1;
        if (!this.#skip(ESCAPE)) throw this.#mistaken('an escape of JSON');
        at = this.#at - 1;
      }
    }
    this.#at = at;
    this.#at += 1;
    if (!isReturned) return '';
    const written = this.#text.slice(from, this.#at - 1);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was walked through above is a text
    return isEscaped ? (JSON.parse(`"${written}"`) as string) : written;
  }

  /** Called before and after each part: several times as fast as a regular expression. */
  #skipBlanks(): void {
    let sign = this.#text.charCodeAt(this.#at);
    while (sign === SPACE || sign === TAB || sign === LINE_FEED || sign === RETURN)
      sign = this.#text.charCodeAt((this.#at += 1));
  }

  #skip(form: RegExp): boolean {
    form.lastIndex = this.#at;
    if (!form.test(this.#text)) return false;
    this.#at = form.lastIndex;
    return true;
  }

  #mistaken(expected: string, problem: JsonMistake['problem'] = 'not-json'): JsonSyntaxError {
    return new JsonSyntaxError({ problem, at: this.#at, expected });
  }
}
