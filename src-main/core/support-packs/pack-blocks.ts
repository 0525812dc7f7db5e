/** The blocks of a pack, as they are made: every text from outside goes through the pack's mask, and nothing else does. */
import type { PackBlock, PackText } from '../../../src-shared/api/reports.ts';
import type { Mask } from '../exports/masked-text.ts';
import type { Steps } from '../lib/steps.ts';

export class PackTextMasker {
  readonly #mask: Mask;
  #last: { readonly text: string; readonly pieces: PackText | null } | null = null;

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  /** Of a service or a person; `null`: nothing was said. */
  mask(text: string | null, otherwise = 'not said'): PackText {
    return text === null ? ownText(otherwise) : [...this.#mask.segments(text)];
  }

  /** What the provider says in words. */
  sentence(text: string): PackText {
    return [...this.#mask.sentenceSegments(text)];
  }

  /** A received code; of several words it is a sentence. */
  code(text: string | null, otherwise = 'not said'): PackText {
    return text === null ? ownText(otherwise) : [...this.#mask.codeSegments(text)];
  }

  /** A received text; `null`: it cannot be masked whole. The last one is kept: a large one takes a second each time. */
  *json(text: string): Steps<PackText | null> {
    if (this.#last?.text === text) return this.#last.pieces;
    const pieces = yield* this.#mask.jsonSteps(text);
    const last = { text, pieces: (yield* this.#mask.leftSteps(pieces)) ? null : [...pieces] };
    this.#last = last;
    return last.pieces;
  }

  plainCode(text: string): string {
    return this.#mask.code(text);
  }

  /** What this pack is not to say anywhere, in a line of its own words: file names. */
  plain(text: string): string {
    return this.#mask.text(text);
  }
}

/** Of ours. */
export function ownText(text: string): PackText {
  return [{ text, masked: false }];
}

export function line(...parts: readonly (string | PackText)[]): PackText {
  return parts.flatMap((part) => (typeof part === 'string' ? ownText(part) : part));
}

export function heading(text: string | PackText, remark: string | PackText = ''): PackBlock {
  return { kind: 'heading', text: line(text), remark: remark === '' ? [] : line(remark) };
}

export function facts(rows: readonly (readonly [name: string, value: PackText] | null)[]): PackBlock {
  return { kind: 'facts', facts: rows.flatMap((row) => (row === null ? [] : [{ name: row[0], value: row[1] }])) };
}

export function lines(...texts: readonly (string | PackText)[]): PackBlock {
  return { kind: 'lines', lines: texts.map((text) => line(text)) };
}
