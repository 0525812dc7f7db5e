/**
 * Terms on texts and identifiers over a block of received texts at once. What `src-shared/domain/text-matcher.ts` and
 * `identifier-matcher.ts` say of one event is the meaning; this finds the texts of which they cannot say yes, without
 * looking at each: byte by byte through all of them at once, and without undoing escapes, since all but `\uXXXX` stand for
 * signs of which few needles have one.
 */
import { parseIdentifierPattern } from '../../../src-shared/domain/identifier-pattern.ts';
import { createIdentifierMatcher, type RowIdentifiers } from '../../../src-shared/domain/identifier-matcher.ts';
import { createTextMatcher } from '../../../src-shared/domain/text-matcher.ts';
import type { TextTerm } from './filter-condition.ts';
import { BLOCK_SIZE, firstSeqOfBlock } from './received-block.ts';
import type { StoredBlock } from './text-reader.ts';

export class TextSearch {
  readonly #terms: readonly TermMatcher[];

  constructor(terms: readonly TextTerm[]) {
    this.#terms = terms.map((term) => new TermMatcher(term));
  }

  /**
   * The seqs whose texts have to be looked at; `none` of the block passes, or `all` of it without a look.
   * @param lost seqs that have a row and no text
   */
  candidates(block: StoredBlock, lost: readonly number[] = []): 'none' | 'all' | ReadonlySet<number> {
    // Nobody knows what is in a frame that cannot be opened; large texts are looked through one by one.
    if (block.isPartial) return new Set(seqsOf(block));
    const wholes = block.parts.map((part) => ({ part, looked: new SearchedBytes(part.contents) }));
    const open = this.#terms.filter((term) => wholes.some(({ looked }) => term.mayMatch(looked)));
    // Of these the rows may say what is sought.
    const found = new Set([...lost, ...block.parts.flatMap(({ damaged }) => damaged.map(({ seq }) => seq))]);
    if (this.#terms.some((term) => !term.negated && !open.includes(term))) return found.size === 0 ? 'none' : found;
    if (open.length === 0) return found.size === 0 ? 'all' : new Set(seqsOf(block));
    const wanted = open.filter(({ negated }) => !negated);
    if (wanted.length === 0) return new Set(seqsOf(block));
    for (const { part, looked: whole } of wholes)
      for (const entry of part.entries) {
        // Its head is part of it: the event's id stands there. What the whole does not hide none of them does.
        const looked = new SearchedBytes(entry.all, whole.hasUnicodeEscapes ? null : false);
        if (wanted.every((term) => term.mayMatch(looked))) found.add(entry.seq);
      }
    return found;
  }

  /** The meaning itself. */
  holds(event: RowIdentifiers, raw: () => string): boolean {
    return this.#terms.every((term) => term.holds(event, raw));
  }
}

function seqsOf({ id }: StoredBlock): number[] {
  return Array.from({ length: BLOCK_SIZE }, (_, place) => firstSeqOfBlock(id) + place);
}

/** Some bytes that are looked through for several needles. */
class SearchedBytes {
  readonly bytes: Buffer;
  #latin: string | null = null;
  #lowered: string | null = null;
  #hidesLetters: boolean | null;

  constructor(bytes: Buffer, hidesLetters: boolean | null = null) {
    this.bytes = bytes;
    this.#hidesLetters = hidesLetters;
  }

  /** Byte by byte: ASCII stands there as itself, and it takes a tenth of the time. */
  get latin(): string {
    this.#latin ??= this.bytes.toString('latin1');
    return this.#latin;
  }

  get lowered(): string {
    this.#lowered ??= this.bytes.toString().toLowerCase();
    return this.#lowered;
  }

  /** `\uXXXX` can stand for anything. */
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

  /** Whether one of the words may be in it: `false` is sure. */
  mayMatch(looked: SearchedBytes): boolean {
    return this.#needles.some((needle) => needle(looked));
  }
}

/** A word that a term asks for. */
export interface SearchNeedle {
  readonly text: string;
  /** Neither a letter nor a digit follows. */
  readonly endsWord: boolean;
}

/** One of them stands in the text, escaped or not, of every event that has one of the term's values. */
export function needlesFor(term: TextTerm): readonly SearchNeedle[] {
  if (term.kind === 'text') return term.values.map((text) => ({ text, endsWord: false }));
  return term.values.map(parseIdentifierPattern).map(({ kind, text }) => ({
    text,
    // What JSON puts behind an identifier is no letter. A long id of the stream is asked for as its row has it: cut.
    endsWord: term.field !== 'event' && (kind === 'end' || kind === 'whole'),
  }));
}

function exactMatcherFor(term: TextTerm): (event: RowIdentifiers, raw: () => string) => boolean {
  if (term.kind === 'value') return createIdentifierMatcher(term.field, term.values);
  const search = createTextMatcher(term.values);
  return (event, raw) => search(raw(), event.id);
}

type NeedleMatcher = (looked: SearchedBytes) => boolean;

/** Its lower case depends on the signs beside it, which escapes change. */
const SIGMA = /[σς]/;
/** What an escape of two signs stands for. */
const SPECIAL = /["\\/\b\f\n\r\t]/;
/** No sign becomes one of these in lower case, and none of them another sign. */
const CASELESS = /^[\u0020-\u0040\u005b-\u0060\u007b-\u007e]+$/;
const ASCII = /^\p{ASCII}+$/u;
/** The two signs outside ASCII that become a letter of ASCII in lower case. */
const KELVIN = Buffer.from('\u212a');
const DOTTED_I = Buffer.from('\u0130');

function needleMatcherFor({ text, endsWord }: SearchNeedle): NeedleMatcher {
  const lowered = text.toLowerCase();
  if (SIGMA.test(lowered)) return () => true;
  if (CASELESS.test(lowered) && !SPECIAL.test(lowered)) {
    const bytes = Buffer.from(lowered);
    const isIn = endsWord ? endsIn : (all: Buffer, piece: Buffer) => all.includes(piece);
    return (looked) => isIn(looked.bytes, bytes) || looked.hasUnicodeEscapes;
  }
  if (!ASCII.test(lowered)) {
    const pattern = new RegExp(escapedPattern(lowered));
    return (looked) => pattern.test(looked.lowered) || looked.hasUnicodeEscapes;
  }
  const pattern = new RegExp(escapedPattern(lowered), 'i');
  const disguises = [...(lowered.includes('k') ? [KELVIN] : []), ...(lowered.includes('i') ? [DOTTED_I] : [])];
  return (looked) =>
    pattern.test(looked.latin) || disguises.some((sign) => looked.bytes.includes(sign)) || looked.hasUnicodeEscapes;
}

function endsIn(all: Buffer, piece: Buffer): boolean {
  for (let at = all.indexOf(piece); at !== -1; at = all.indexOf(piece, at + 1))
    if (!isLetterOrDigit(all[at + piece.length])) return true;
  return false;
}

function isLetterOrDigit(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lowered = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lowered >= 0x61 && lowered <= 0x7a);
}

const LETTERS: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

/** The needle as it may stand there, escaped however often. */
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
