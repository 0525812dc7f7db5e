/**
 * Rewrites nothing: numbers keep every digit and strings every escape. Works in small steps, so that a megabyte does
 * not block the page, does not recurse, and limits the line length.
 */
import { MALFORMED, bracketEnd, TRUNCATED, isOpener, scalarEnd, skipSpace, stringEnd } from './json-tokens.ts';

/** The decoder's depth limit. Deeper content is shown as received. */
export const MAX_LAYOUT_DEPTH = 64;
/** Maximum characters of a value per line: about 12 rows on the screen. */
export const MAX_CHUNK_LENGTH = 600;
/** Lines between two yields: well under a millisecond. */
const LINES_PER_STEP = 200;

export interface JsonLine {
  /** `goes-on`: the next chunk of the previous value. `empty`: an empty object or list. */
  readonly kind: 'value' | 'goes-on' | 'empty' | 'opens' | 'closes';
  readonly depth: number;
  /** With quotes and escapes; null in lists and on lines without a key. */
  readonly key: string | null;
  readonly text: string;
  /** Line that opens the enclosing object or list (for `closes`: the one it closes); -1 if there is none. */
  readonly parent: number;
  readonly note: 'was-text' | 'too-deep' | null;
  comma: boolean;
  /** For `opens` lines: index of the closing line, and the number of direct entries. */
  closedBy: number;
  entries: number;
}

export interface JsonLayout {
  readonly lines: readonly JsonLine[];
  /** `cut`: the text ends before the JSON is complete. */
  readonly end: 'whole' | 'cut';
  /** True if some content is deeper than `MAX_LAYOUT_DEPTH` and not laid out. */
  readonly isTooDeep: boolean;
}

/** Yields between steps and returns the layout; null if the text is not JSON. */
export function* layOutJson(text: string): Generator<void, JsonLayout | null> {
  const lines: JsonLine[] = [];
  const end = yield* new JsonLayoutWalker(text, lines, null).steps();
  if (end === 'broken' || (end === 'cut' && lines[0]?.kind !== 'opens')) return null;
  return { lines, end, isTooDeep: lines.some(({ note }) => note === 'too-deep') };
}

type End = 'whole' | 'cut' | 'broken';
/** The parser's state: expects a value, expects what may follow a value, or has ended. */
type State = 'value' | 'after' | End;

interface SavedStep {
  readonly depth: number;
  readonly parent: number;
  readonly key: string;
}

class JsonLayoutWalker {
  readonly #text: string;
  readonly #lines: JsonLine[];
  /** `null` for the received text itself. */
  readonly #savedStep: SavedStep | null;
  readonly #open: number[] = [];
  #key: string | null;
  #at = 0;

  constructor(text: string, lines: JsonLine[], savedStep: SavedStep | null) {
    this.#text = text;
    this.#lines = lines;
    this.#savedStep = savedStep;
    this.#key = savedStep?.key ?? null;
  }

  *steps(): Generator<void, End> {
    let due = this.#lines.length + LINES_PER_STEP;
    let state: State = 'value';
    for (;;) {
      this.#at = skipSpace(this.#text, this.#at);
      if (state === 'value') state = (yield* this.#wrapped()) ? 'after' : this.#value();
      else if (state === 'after') state = this.#after();
      else return this.#ended(state);
      if (this.#lines.length < due) continue;
      yield;
      due = this.#lines.length + LINES_PER_STEP;
    }
  }

  #value(): State {
    const text = this.#text;
    if (this.#at === text.length) return 'cut';
    if (!isOpener(text.charCodeAt(this.#at))) return this.#scalar(scalarEnd(text, this.#at), null);
    const opener = text.charAt(this.#at);
    const inside = skipSpace(text, this.#at + 1);
    const closer = opener === '{' ? '}' : ']';
    if (text.charAt(inside) === closer) {
      this.#add('empty', opener + closer, null);
      this.#at = inside + 1;
      return 'after';
    }
    if (this.#depth() >= MAX_LAYOUT_DEPTH) return this.#scalar(bracketEnd(text, this.#at), 'too-deep');
    this.#open.push(
      this.#add('opens', opener, this.#savedStep !== null && this.#open.length === 0 ? 'was-text' : null),
    );
    this.#at = inside;
    return opener === '{' ? this.#name() : 'value';
  }

  /** @param end index after the value, or `MALFORMED` or `TRUNCATED` */
  #scalar(end: number, note: 'too-deep' | null): State {
    if (end === MALFORMED) return 'broken';
    const text = this.#text.slice(this.#at, end === TRUNCATED ? this.#text.length : end);
    let from = 0;
    do {
      const to = chunkEnd(text, from);
      this.#add(from === 0 ? 'value' : 'goes-on', text.slice(from, to), from === 0 ? note : null);
      from = to;
    } while (from < text.length);
    this.#at += text.length;
    return end === TRUNCATED ? 'cut' : 'after';
  }

  #name(): State {
    const text = this.#text;
    if (this.#at === text.length) return 'cut';
    const end = text.charAt(this.#at) === '"' ? stringEnd(text, this.#at) : MALFORMED;
    if (end < 0) return end === TRUNCATED ? 'cut' : 'broken';
    this.#key = text.slice(this.#at, end);
    this.#at = skipSpace(text, end);
    if (this.#at === text.length) return 'cut';
    if (text.charAt(this.#at) !== ':') return 'broken';
    this.#at += 1;
    return 'value';
  }

  #after(): State {
    const text = this.#text;
    const opened = this.#open.at(-1);
    const line = opened === undefined ? undefined : this.#lines[opened];
    if (opened === undefined || line === undefined) return this.#at === text.length ? 'whole' : 'broken';
    if (this.#at === text.length) return 'cut';
    const sign = text.charAt(this.#at);
    const last = this.#lines.at(-1);
    this.#at += 1;
    if (sign === ',' && last !== undefined) {
      last.comma = true;
      this.#at = skipSpace(text, this.#at);
      return line.text === '{' ? this.#name() : 'value';
    }
    if (sign !== (line.text === '{' ? '}' : ']')) return 'broken';
    this.#open.pop();
    line.closedBy = this.#add('closes', sign, null, opened);
    return 'after';
  }

  /** Lays out `detailedMessage` if it is JSON in a string. Source: `docs/service.md` §4.3. */
  *#wrapped(): Generator<void, boolean> {
    const [root] = this.#open;
    const isMessage = this.#savedStep === null && this.#open.length === 1 && this.#key === '"detailedMessage"';
    if (!isMessage || root === undefined || this.#text.charAt(this.#at) !== '"') return false;
    const end = stringEnd(this.#text, this.#at);
    const message: unknown = end < 0 ? null : JSON.parse(this.#text.slice(this.#at, end));
    if (typeof message !== 'string' || !isOpener(message.charCodeAt(skipSpace(message, 0)))) return false;
    const before = this.#lines.length;
    const inner = new JsonLayoutWalker(message, this.#lines, {
      depth: this.#depth(),
      parent: root,
      key: '"detailedMessage"',
    });
    const isComplete = (yield* inner.steps()) === 'whole';
    const parent = this.#lines[root];
    if (!isComplete) this.#lines.length = before;
    else if (parent !== undefined) parent.entries += 1;
    this.#at = isComplete ? end : this.#at;
    return isComplete;
  }

  #depth(): number {
    return (this.#savedStep?.depth ?? 0) + this.#open.length;
  }

  #add(
    kind: JsonLine['kind'],
    text: string,
    note: JsonLine['note'],
    parent = this.#open.at(-1) ?? this.#savedStep?.parent ?? -1,
  ): number {
    const isEntry = kind !== 'closes' && kind !== 'goes-on';
    const holder = this.#open.length === 0 ? undefined : this.#lines[parent];
    if (isEntry && holder !== undefined) holder.entries += 1;
    const key = isEntry ? this.#key : null;
    if (isEntry) this.#key = null;
    const depth = this.#depth();
    this.#lines.push({ kind, depth, key, text, parent, note, comma: false, closedBy: -1, entries: 0 });
    return this.#lines.length - 1;
  }

  /** Closes all open objects and lists at the last line. */
  #ended(end: End): End {
    for (const index of this.#open) {
      const line = this.#lines[index];
      if (line !== undefined) line.closedBy = this.#lines.length - 1;
    }
    return end;
  }
}

/** Never splits a surrogate pair. */
function chunkEnd(text: string, from: number): number {
  const to = from + MAX_CHUNK_LENGTH;
  if (to >= text.length) return text.length;
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last <= 0xdbff ? to - 1 : to;
}
