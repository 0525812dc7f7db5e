/** Every text from outside passes through the pack's mask. Watchfloor's own texts do not. */
import type { PackBlock, PackText } from '../../../src-shared/api/reports.ts';
import type { Mask } from '../exports/masked-text.ts';
import type { Steps } from '../lib/steps.ts';

export class PackTextMasker {
  readonly #mask: Mask;
  #last: { readonly text: string; readonly segments: PackText | null } | null = null;

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  mask(text: string | null, otherwise = 'not given'): PackText {
    return text === null ? ownText(otherwise) : [...this.#mask.segments(text)];
  }

  sentence(text: string): PackText {
    return [...this.#mask.sentenceSegments(text)];
  }

  code(text: string | null, otherwise = 'not given'): PackText {
    return text === null ? ownText(otherwise) : [...this.#mask.codeSegments(text)];
  }

  id(text: string): PackText {
    return [...this.#mask.idSegments(text)];
  }

  /** Null if the text cannot be masked completely. Keeps the last result, because a large text takes a second. */
  *json(text: string): Steps<PackText | null> {
    if (this.#last?.text === text) return this.#last.segments;
    const segments = yield* this.#mask.jsonSteps(text);
    const last = { text, segments: (yield* this.#mask.leftSteps(text, segments)) ? null : [...segments] };
    this.#last = last;
    return last.segments;
  }

  plainCode(text: string): string {
    return this.#mask.code(text);
  }

  plain(text: string): string {
    return this.#mask.text(text);
  }
}

export function ownText(text: string): PackText {
  return [{ text, masked: false }];
}

export function line(...parts: readonly (string | PackText)[]): PackText {
  return parts.flatMap((part) => (typeof part === 'string' ? ownText(part) : part));
}

export function heading(text: string | PackText, remark: string | PackText = ''): PackBlock {
  return { kind: 'heading', text: line(text), remark: remark === '' ? [] : line(remark) };
}

export function factList(rows: readonly (readonly [name: string, value: PackText] | null)[]): PackBlock {
  return { kind: 'facts', facts: rows.flatMap((row) => (row === null ? [] : [{ name: row[0], value: row[1] }])) };
}

export function lines(...texts: readonly (string | PackText)[]): PackBlock {
  return { kind: 'lines', lines: texts.map((text) => line(text)) };
}
