/**
 * Learns the shapes of events: the text between their values. A text of a known shape is JSON without repeated names, and
 * its values are found without parsing it, in a tenth of the time. A text with anything unusual has no shape here:
 * `personal-values.ts` and `masked-text.ts` read it completely.
 */
import { endOfString } from '../../../src-shared/service/json-contradictions.ts';
import {
  addPersonalValue,
  fieldOfMember,
  PERSONAL_FIELDS,
  type PersonalField,
  personalFieldOf,
  type PersonalValues,
} from '../../../src-shared/service/personal-values.ts';
import { recordOf } from '../../../src-shared/lib/record-of.ts';
import { BoundedCache, copied } from '../../../src-shared/lib/bounded-cache.ts';
import { fixedTextKind, otherTextKind, type TextKind } from './free-text.ts';
import { headAt, PREFIX_LENGTH } from './value-index.ts';

/** A text or a number that differs from event to event. */
interface Slot {
  readonly isText: boolean;
  /** 1 inside JSON that is a text of the JSON. */
  readonly level: 0 | 1;
  /** Null if the text decides. */
  readonly kind: TextKind | null;
  readonly field: PersonalField | null;
  /** Open lists and objects. A `type` is that of the `value` of the same depth. */
  readonly depth: number;
  readonly role: 'type' | 'typed-value' | null;
}

/** The text between two slots: punctuation, names, `true`, `false` and `null`. */
interface Run {
  readonly text: string;
  /** Same as `wordText`. */
  readonly words: string;
  /** Null at the end of the text. */
  readonly slot: Slot | null;
  readonly next: State;
}

/** Place after a slot: the open lists and objects, and the names that each open object has so far. */
interface State {
  /** Longest first, because one may begin with another. */
  readonly runs: Run[];
}

export interface ShapedText {
  readonly text: string;
  readonly runs: readonly Run[];
  readonly slots: readonly ShapedSlot[];
  readonly shapes: Shapes;
}

interface ShapedSlot {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
  readonly kind: TextKind;
  readonly field: PersonalField | null;
}

/** Longer texts have as many values as a thousand events, so a shape saves little. */
const MAX_CHARACTERS = 131_072;
const MAX_STATES = 2_000;
const MAX_RUNS_OF_STATE = 16;
const MAX_NAMES_OF_OBJECT = 64;
const MAX_DEPTH = 16;
const MAX_RUN_CHARACTERS = 4_096;
/** The sum of all runs and of the keys of all states. */
const MAX_LEARNED_CHARACTERS = 2_000_000;

export class Shapes {
  readonly #states = new Map<string, State>();
  readonly #start: State = { runs: [] };
  /** By each head of its words (`headAt`), and by the first character of each word. */
  readonly #byHead = new Map<number, Run[]>();
  #runsByValue = new BoundedCache<readonly Run[]>();
  #characters = 0;

  get isFull(): boolean {
    return this.#states.size >= MAX_STATES || this.#characters >= MAX_LEARNED_CHARACTERS;
  }

  /** Null if the shape is not known. */
  find(text: string): ShapedText | null {
    if (text.length > MAX_CHARACTERS) return null;
    const [runs, slots]: [Run[], ShapedSlot[]] = [[], []];
    const types: (string | undefined)[] = [];
    let state = this.#start;
    for (let at = 0; ;) {
      const run = runAt(state, text, at);
      if (run === undefined) return null;
      runs.push(run);
      at += run.text.length;
      const { slot, next } = run;
      if (slot === null) return { text, runs, slots, shapes: this };
      const end = slot.isText ? endOfText(text, at, slot.level) : endOfNumber(text, at);
      if (end === -1) return null;
      let { field, kind } = slot;
      if (slot.role === 'type') types[slot.depth] = text.slice(at, end);
      else if (slot.role === 'typed-value') {
        const type = types[slot.depth] ?? '';
        field = personalFieldOf(type) ?? field;
        if (slot.isText) kind = fixedTextKind(type);
      }
      // A double may have other digits.
      if (field !== null && !slot.isText && !EXACT_NUMBER.test(text.slice(at, end))) return null;
      slots.push({ slot, start: at, end, field, kind: kind ?? otherTextKind(null, text.slice(at, end)) });
      at = end;
      state = next;
    }
  }

  /** @param text JSON without repeated names. @param parsed the texts in it that are JSON, too */
  learn(text: string, parsed: ReadonlySet<string>): void {
    let state = this.#start;
    for (const { run, slot, frames } of runsOf(text, parsed)) {
      let known = state.runs.find((one) => one.text === run);
      if (known === undefined) {
        if (state.runs.length >= MAX_RUNS_OF_STATE || run.length > MAX_RUN_CHARACTERS || this.isFull) return;
        const words = run.toLowerCase().replaceAll(/[^a-z\d]+/g, ' ');
        known = { text: copied(run), words, slot, next: this.#stateOf(slot === null ? 'end' : keyOf(frames)) };
        this.#characters += run.length;
        state.runs.push(known);
        state.runs.sort((one, other) => other.text.length - one.text.length);
        this.#index(known);
      }
      state = known.next;
    }
  }

  /** Returns the runs that have one of the values, which are no numbers, in their words. */
  runsWith(values: readonly string[]): readonly Run[] {
    return values.flatMap((value) =>
      this.#runsByValue.get(value, () => {
        const head = value.length < PREFIX_LENGTH ? value.charCodeAt(0) : headAt(value, 0);
        return (this.#byHead.get(head) ?? []).filter(({ words }) => words.includes(value));
      }),
    );
  }

  #stateOf(key: string): State {
    let state = this.#states.get(key);
    if (state === undefined) {
      this.#states.set(key, (state = { runs: [] }));
      this.#characters += key.length;
    }
    return state;
  }

  #index(run: Run): void {
    const { words } = run;
    const heads = new Set<number>();
    for (let at = 0; at < words.length; at += 1) {
      heads.add(words.charCodeAt(at));
      if (at + PREFIX_LENGTH <= words.length) heads.add(headAt(words, at));
    }
    for (const head of heads) {
      const others = this.#byHead.get(head);
      if (others === undefined) this.#byHead.set(head, [run]);
      else others.push(run);
    }
    this.#runsByValue = new BoundedCache();
  }
}

function runAt({ runs }: State, text: string, at: number): Run | undefined {
  for (const run of runs)
    if (text.startsWith(run.text, at) && (run.slot !== null || at + run.text.length === text.length)) return run;
  return undefined;
}

export function personalValuesIn({ text, slots }: ShapedText): PersonalValues {
  const sets: Partial<Record<PersonalField, Set<string>>> = {};
  // Values inside a text come after the values around it, as in `personalValuesOf`.
  for (const level of [0, 1])
    for (const { slot, field, start, end } of slots)
      if (field !== null && slot.level === level)
        addPersonalValue((sets[field] ??= new Set()), field, text.slice(start, end).trim());
  const values = recordOf(PERSONAL_FIELDS, (field) => [...(sets[field] ?? NONE)]);
  return Object.assign(values, { isReadable: true, parsed: NONE });
}
const NONE: ReadonlySet<string> = new Set();

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LAST_ASCII = 0x7e;

/** Returns the position of the closing quote, or -1 if the text has escapes or may be JSON. */
function endOfText(text: string, start: number, level: 0 | 1): number {
  const first = text.charCodeAt(start);
  if (
    (first <= SPACE || first > LAST_ASCII || first === 0x7b || first === 0x5b) &&
    MAY_BEGIN_JSON.test(text.charAt(start))
  )
    return -1;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return level === 0 ? at : -1;
    if (sign === BACKSLASH) return level === 1 && text.charCodeAt(at + 1) === QUOTE ? at : -1;
    if (sign < SPACE) return -1;
  }
  return -1;
}
const MAY_BEGIN_JSON = /[\s{[]/;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,}\]])/y;
const EXACT_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start;
  return NUMBER.test(text) ? NUMBER.lastIndex : -1;
}

interface Learned {
  readonly run: string;
  readonly slot: Slot | null;
  /** The open lists and objects, with their names so far. They change with the next one. */
  readonly frames: readonly Frame[];
}

interface Frame {
  /** A quote for JSON in a text. */
  readonly opener: '{' | '[' | '"';
  readonly names: string[];
  /** Field of the list or object itself. */
  readonly field: PersonalField | null;
  /** Name of the last property of an object. A list has the name of its property. */
  name: string | null;
  isValue: boolean;
}

/** Names that masking changes only if they have a known value: no digits of a number, entities or escapes. */
const PLAIN_NAME = /^(?!\d+$|__proto__$)(?!(?:\D*\d){6})[ !#-$'-[\]-~]{1,64}$/;
const LITERAL = /true|false|null/y;

/** Ends early at anything unusual. */
function* runsOf(text: string, parsed: ReadonlySet<string>): Generator<Learned, void, undefined> {
  const frames: Frame[] = [{ opener: '[', names: [], field: null, name: null, isValue: true }];
  let level: 0 | 1 = 0;
  let runStart = 0;
  for (let at = 0; at < text.length;) {
    const frame = frames.at(-1);
    if (frame === undefined || frames.length > MAX_DEPTH) return;
    const sign = text.charAt(at);
    const field = frame.opener === '{' ? fieldOfMember(frame.field, frame.name ?? '', null) : frame.field;
    const isTyped = frame.opener === '{' && frame.name === 'value' && frame.names.includes('type');
    const isType = frame.opener === '{' && frame.name === 'type';
    if (sign === '"' && level === 1) {
      if (frame.opener !== '"') return;
      frames.pop();
      level = 0;
      at += 1;
    } else if (sign === '"' || sign === '\\') {
      const start = at + level + 1;
      if (sign === '\\' && (level === 0 || text.charAt(at + 1) !== '"')) return;
      if (frame.isValue && level === 0 && isJsonAt(text, at, parsed)) {
        if (isTyped || isType) return;
        frames.push({ opener: '"', names: [], field, name: frame.name, isValue: true });
        level = 1;
        at = start;
        continue;
      }
      const end = endOfText(text, start, level);
      if (end === -1) return;
      const content = text.slice(start, end);
      at = end + level + 1;
      if (frame.isValue) {
        const role = isType ? 'type' : isTyped ? 'typed-value' : null;
        yield {
          run: text.slice(runStart, start),
          slot: {
            isText: true,
            level,
            kind: frame.name === null ? null : fixedTextKind(frame.name),
            field,
            depth: frames.length,
            role,
          },
          frames,
        };
        runStart = end;
        continue;
      }
      if (!PLAIN_NAME.test(content) || frame.names.length >= MAX_NAMES_OF_OBJECT) return;
      // The same value again is no contradiction, but another one is.
      if (frame.names.includes(content)) return;
      // The type decides what the value is, so it must come first.
      if (content === 'type' && frame.names.includes('value')) return;
      frame.names.push(content);
      frame.name = content;
    } else if (sign === ',' || sign === ':') {
      if (frame.opener === '{') frame.isValue = sign === ':';
      at += 1;
    } else if (sign === '{' || sign === '[') {
      if (isTyped || isType) return;
      frames.push({ opener: sign, names: [], field, name: frame.name, isValue: sign === '[' });
      at += 1;
    } else if (sign === '}' || sign === ']') {
      frames.pop();
      at += 1;
    } else if (sign <= ' ') at += 1;
    else {
      LITERAL.lastIndex = at;
      if (LITERAL.test(text)) {
        // In a sentence, it is a word that is masked.
        if (isType || otherTextKind(frame.name, '') === 'sentence') return;
        at = LITERAL.lastIndex;
        continue;
      }
      const end = endOfNumber(text, at);
      if (end === -1 || isType) return;
      yield {
        run: text.slice(runStart, at),
        slot: {
          isText: false,
          level,
          kind: otherTextKind(frame.name, ''),
          field,
          depth: frames.length,
          role: isTyped ? 'typed-value' : null,
        },
        frames,
      };
      runStart = end;
      at = end;
    }
  }
  if (frames.length === 1) yield { run: text.slice(runStart), slot: null, frames };
}

/** True if the text at this quote is a list or an object. */
function isJsonAt(text: string, quote: number, parsed: ReadonlySet<string>): boolean {
  if (!/^[{[]/.test(text.charAt(quote + 1))) return false;
  return parsed.has(String(JSON.parse(text.slice(quote, endOfString(text, quote) + 1))));
}

function keyOf(frames: readonly Frame[]): string {
  return JSON.stringify(frames.map(({ opener, names, field, name }) => [opener, names, field, name]));
}
