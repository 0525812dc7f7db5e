/**
 * Rules out texts by scanning the bytes of a block together, without decoding escapes: all but `\uXXXX` are for
 * characters that few needles have. `text-matcher.ts` and `identifier-matcher.ts` define when one event matches.
 */
import { identifierPatterns } from '../../../../../src-shared/domain/filter/identifier-pattern.ts';
import {
  createIdentifierMatcher,
  type RowIdentifiers,
} from '../../../../../src-shared/domain/filter/identifier-matcher.ts';
import { createTextMatcher, textForms } from '../../../../../src-shared/domain/filter/text-matcher.ts';
import type { TextTerm } from '../columns/filter-condition.ts';
import { BLOCK_SIZE, firstSeqOfBlock } from '../texts/received-block.ts';
import type { StoredBlock } from '../texts/text-reader.ts';

export class TextSearch {
  readonly #terms: readonly TermMatcher[];

  constructor(terms: readonly TextTerm[]) {
    this.#terms = terms.map((term) => new TermMatcher(term));
  }

  /** Seqs whose texts must be tested; `none` and `all` need no test. `lost`: seqs that have a row and no text. */
  candidates(block: StoredBlock, lost: readonly number[] = []): 'none' | 'all' | ReadonlySet<number> {
    // A frame that cannot be opened may contain anything; large texts are tested one by one.
    if (block.isPartial) return new Set(seqsOf(block));
    const wholes = block.parts.map((part) => ({ part, looked: new SearchedBytes(part.contents) }));
    const open = this.#terms.filter((term) => wholes.some(({ looked: searched }) => term.mayMatch(searched)));
    // The rows of these events may match.
    const found = new Set([...lost, ...block.parts.flatMap(({ damaged }) => damaged.map(({ seq }) => seq))]);
    if (this.#terms.some((term) => !term.negated && !open.includes(term))) return found.size === 0 ? 'none' : found;
    if (open.length === 0) return found.size === 0 ? 'all' : new Set(seqsOf(block));
    const required = open.filter(({ negated }) => !negated);
    if (required.length === 0) return new Set(seqsOf(block));
    for (const { part, looked: partBytes } of wholes)
      for (const entry of part.entries) {
        // Includes the head, which has the event's id. If the block has no `\u`, no entry has.
        const searched = new SearchedBytes(entry.all, partBytes.hasUnicodeEscapes ? null : false);
        if (required.every((term) => term.mayMatch(searched))) found.add(entry.seq);
      }
    return found;
  }

  holds(event: RowIdentifiers, raw: () => string): boolean {
    return this.#terms.every((term) => term.holds(event, raw));
  }
}

function seqsOf({ id }: StoredBlock): number[] {
  return Array.from({ length: BLOCK_SIZE }, (_, index) => firstSeqOfBlock(id) + index);
}

class SearchedBytes {
  readonly bytes: Buffer;
  #latin: string | null = null;
  #lowered: string | null = null;
  #hidesLetters: boolean | null;

  constructor(bytes: Buffer, hidesLetters: boolean | null = null) {
    this.bytes = bytes;
    this.#hidesLetters = hidesLetters;
  }

  /** Converts byte by byte, which keeps ASCII and takes a tenth of the time. */
  get latin(): string {
    this.#latin ??= this.bytes.toString('latin1');
    return this.#latin;
  }

  get lowered(): string {
    this.#lowered ??= this.bytes.toString().toLowerCase();
    return this.#lowered;
  }

  get hasUnicodeEscapes(): boolean {
    this.#hidesLetters ??= this.bytes.includes(ESCAPE);
    return this.#hidesLetters;
  }
}

const ESCAPE = Buffer.from('\\u');

class TermMatcher {
  readonly negated: boolean;
  readonly holds: (event: RowIdentifiers, raw: () => string) => boolean;
  readonly #needles: readonly NeedleMatcher[];

  constructor(term: TextTerm) {
    const { negated } = term;
    this.negated = negated;
    this.#needles = needlesFor(term).map(needleMatcherFor);
    const holds = exactMatcherFor(term);
    this.holds = (event, raw) => holds(event, raw) !== negated;
  }

  mayMatch(searched: SearchedBytes): boolean {
    return this.#needles.some((needle) => needle(searched));
  }
}

export interface SearchNeedle {
  readonly text: string;
  /** True if neither a letter nor a digit follows. */
  readonly endsWord: boolean;
}

/** Strings to look for: every event with one of the term's values contains at least one, raw or escaped. */
export function needlesFor(term: TextTerm): readonly SearchNeedle[] {
  if (term.kind === 'text') return textForms(term.values).map((text) => ({ text, endsWord: false }));
  return identifierPatterns(term.values).map(({ kind, text }) => ({
    text,
    // JSON puts no letter after an identifier. A long stream id is searched as its row has it, cut, so more may follow.
    endsWord: term.field !== 'event' && (kind === 'end' || kind === 'whole'),
  }));
}

function exactMatcherFor(term: TextTerm): (event: RowIdentifiers, raw: () => string) => boolean {
  if (term.kind === 'value') return createIdentifierMatcher(term.field, term.values);
  const search = createTextMatcher(term.values);
  return (event, raw) => search(raw(), event.id);
}

type NeedleMatcher = (searched: SearchedBytes) => boolean;

/** The lower case of sigma depends on adjacent characters, which escapes change. */
const SIGMA = /[σς]/;
/** Characters with an escape of two characters. */
const SPECIAL = /["\\/\b\f\n\r\t]/;
/** Characters that do not change in lower case, and that no other character becomes. */
const CASELESS = /^[\u0020-\u0040\u005b-\u0060\u007b-\u007e]+$/;
const ASCII = /^\p{ASCII}+$/u;
/** The two characters outside ASCII that become an ASCII letter in lower case. */
const KELVIN = Buffer.from('\u212a');
const DOTTED_I = Buffer.from('\u0130');

function needleMatcherFor({ text, endsWord }: SearchNeedle): NeedleMatcher {
  const lowered = text.toLowerCase();
  if (SIGMA.test(lowered)) return () => true;
  if (CASELESS.test(lowered) && !SPECIAL.test(lowered)) {
    const bytes = Buffer.from(lowered);
    const isIn = endsWord ? endsIn : (all: Buffer, part: Buffer) => all.includes(part);
    return (searched) => isIn(searched.bytes, bytes) || searched.hasUnicodeEscapes;
  }
  if (!ASCII.test(lowered)) {
    const pattern = new RegExp(escapedPattern(lowered));
    return (searched) => pattern.test(searched.lowered) || searched.hasUnicodeEscapes;
  }
  const pattern = new RegExp(escapedPattern(lowered), 'i');
  const disguises = [...(lowered.includes('k') ? [KELVIN] : []), ...(lowered.includes('i') ? [DOTTED_I] : [])];
  return (searched) =>
    pattern.test(searched.latin) ||
    disguises.some((sign) => searched.bytes.includes(sign)) ||
    searched.hasUnicodeEscapes;
}

function endsIn(all: Buffer, part: Buffer): boolean {
  for (let at = all.indexOf(part); at !== -1; at = all.indexOf(part, at + 1))
    if (!isLetterOrDigit(all[at + part.length])) return true;
  return false;
}

function isLetterOrDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lowered = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lowered >= 0x61 && lowered <= 0x7a);
}

const LETTERS: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

/** Returns a pattern for the needle, escaped any number of times. */
function escapedPattern(lowered: string): string {
  return Array.from(lowered, (sign) => {
    if (sign === '\\') return String.raw`\\+`;
    if (sign === '"' || sign === '/') return String.raw`\\*${sign}`;
    const letter = LETTERS[sign];
    const literal = `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
    if (letter !== undefined) return String.raw`(?:${literal}|\\+${letter})`;
    return sign.length > 1 ? sign : literal;
  }).join('');
}
