/** The values that a mask searches, by their spelling, and what is never masked. */
import { BoundedCache } from '../../../src-shared/lib/bounded-cache.ts';
import { foldedText, wordText } from './folded-text.ts';
import { ValueIndex } from './value-index.ts';

/** Shorter numbers are searched as they were written, not across the signs between their digits. */
const MIN_NUMBER_DIGITS = 6;

interface Spelling {
  /** Words, or digits. Empty for a value without a letter or a digit, because it identifies no one. */
  readonly text: string;
  /** Signs before and after the words. */
  readonly lead: string;
  readonly tail: string;
  /** Null for a single word and for a number. A text without it does not have the value. */
  readonly longestWord: string | null;
}

interface MaskedValue extends Spelling {
  readonly value: string;
  readonly put: string;
}

interface ValueOptions {
  readonly put: (value: string) => string;
  readonly keep: readonly string[];
  readonly allowedWords: readonly string[];
}

export class KnownValues {
  readonly byText: ReadonlyMap<string, MaskedValue>;
  /** Values that are masked from their first to their last sign, by how they are written. */
  readonly #wholes: ReadonlyMap<string, MaskedValue>;
  readonly names: ValueIndex;
  /** All but numbers, as in `wordText`. */
  readonly words: readonly string[];
  /** The longest word of each value of several words. */
  readonly longestWords: readonly string[];
  /** Digits of the shortest number; Infinity if there is none. */
  readonly shortestNumber: number;
  readonly #keep: readonly string[];
  readonly #allowedTexts: readonly string[];

  constructor(values: readonly string[], { put, keep, allowedWords }: ValueOptions) {
    const byText = new Map<string, MaskedValue>();
    for (const value of values) {
      const { text, lead, tail, longestWord } = spellingOf(value);
      if (text !== '') byText.set(text, { text, lead, tail, longestWord, value, put: put(value) });
    }
    const wholes = new Map<string, MaskedValue>();
    const words: string[] = [];
    const longestWords: string[] = [];
    let shortestNumber = Infinity;
    for (const known of byText.values()) {
      const isOfDigits = isNumber(known.text);
      if (isOfDigits ? known.text === known.value : WHOLE.test(known.value)) wholes.set(known.value, known);
      if (isOfDigits) shortestNumber = Math.min(shortestNumber, known.text.length);
      else words.push(known.text);
      if (known.longestWord !== null) longestWords.push(known.longestWord);
    }
    this.byText = byText;
    this.#wholes = wholes;
    this.names = new ValueIndex([...byText.keys()]);
    this.words = words;
    this.longestWords = longestWords;
    this.shortestNumber = shortestNumber;
    this.#keep = keep;
    this.#allowedTexts = allowedWords;
  }

  /** Returns what replaces a text that is a value and nothing else; null for other texts, and for what is kept. */
  putOf(text: string): string | null {
    const whole = this.#wholes.get(text);
    return whole === undefined || this.kept.has(whole.text) ? null : whole.put;
  }

  // Built only for a text that needs them, which many events do not have.
  #numberIndex: ValueIndex | null = null;
  get numbers(): ValueIndex {
    return (this.#numberIndex ??= new ValueIndex([...this.byText.keys()].filter(isNumber)));
  }

  #cutIndex: ValueIndex | null = null;
  /** Values without the spaces between their words. Shorter ones are part of many texts. */
  get cut(): ValueIndex {
    const values = () => [...this.byText.keys()].map(withoutSpaces);
    return (this.#cutIndex ??= new ValueIndex(values().filter(({ length }) => length >= MIN_NUMBER_DIGITS)));
  }

  #keptSet: ReadonlySet<string> | null = null;
  get kept(): ReadonlySet<string> {
    return (this.#keptSet ??= new Set(this.#keep.map(trimmedWords).filter((value) => value !== '')));
  }

  #allowedIndex: ValueIndex | null = null;
  get allowed(): ValueIndex {
    return (this.#allowedIndex ??= new ValueIndex([...this.kept]));
  }

  #allowedSet: ReadonlySet<string> | null = null;
  get allowedWords(): ReadonlySet<string> {
    const texts = () => [...this.#keep, ...this.#allowedTexts];
    return (this.#allowedSet ??= new Set(texts().flatMap((value) => trimmedWords(value).split(' '))));
  }
}

const spellings = new BoundedCache<Spelling>();

function spellingOf(value: string): Spelling {
  if (/^\d+$/.test(value)) return { text: value, lead: '', tail: '', longestWord: null };
  return spellings.get(value, (own) => {
    const plain = foldedText(own);
    const digits = plain.replaceAll(/\D/g, '');
    const isNumberAlone = !/\p{L}/u.test(plain) && digits.length >= MIN_NUMBER_DIGITS;
    const text = isNumberAlone ? digits : trimmedWords(own);
    const words = text.split(' ').toSorted((one, other) => other.length - one.length);
    return {
      text,
      longestWord: words.length > 1 ? (words[0] ?? null) : null,
      lead: /^[^\p{L}\p{N}]*/u.exec(plain)?.[0] ?? '',
      tail: /[^\p{L}\p{N}]*$/u.exec(plain)?.[0] ?? '',
    };
  });
}

/** Has no sign that may stay before the first word if it is folded. Signs inside a number and before it stay, too. */
const WHOLE = /^[ -$'-~]*$/;

function trimmedWords(text: string): string {
  return /^[a-z\d]+$/.test(text) ? text : wordText(text).trim();
}

export function isNumber(spelling: string): boolean {
  return spelling.length >= MIN_NUMBER_DIGITS && /^\d+$/.test(spelling);
}

export function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}
