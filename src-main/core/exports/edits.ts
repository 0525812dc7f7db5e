/** Replaces parts of a text. */

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}
export const NO_EDITS: readonly Edit[] = [];

/** The same length for every value, because a length is information, too. */
export const STARS = '*'.repeat(8);
export interface MaskedSegment {
  readonly text: string;
  readonly masked: boolean;
}

export function edited(text: string, edits: readonly Edit[]): MaskedSegment[] {
  const segments: MaskedSegment[] = [];
  let copiedTo = 0;
  for (const { from, to, put } of withoutOverlap(edits)) {
    if (from > copiedTo) segments.push({ text: text.slice(copiedTo, from), masked: false });
    segments.push({ text: put, masked: true });
    copiedTo = to;
  }
  if (copiedTo < text.length || segments.length === 0) segments.push({ text: text.slice(copiedTo), masked: false });
  return segments;
}

export function joined(segments: readonly MaskedSegment[]): string {
  return segments.map(({ text }) => text).join('');
}

/** A masked part is a line break, which is in no value. */
export function unmasked(segments: readonly MaskedSegment[]): string {
  return segments.map((segment) => (segment.masked ? '\n' : segment.text)).join('');
}

/** True if a part of a word stays. Alone, it may be another value. Other letters than ASCII are not plain. */
export function cutsWord(text: string, edits: readonly Edit[]): boolean {
  const isInWord = (at: number) => /[a-z\d]/i.test(text.charAt(at));
  return edits.some(({ from, to }) => isInWord(from - 1) || isInWord(to));
}

function withoutOverlap(edits: readonly Edit[]): Edit[] {
  const apart: Edit[] = [];
  // If two edits begin together, the longer one comes first and covers the other.
  for (const edit of edits.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = apart.at(-1);
    if (last === undefined || edit.from >= last.to) apart.push(edit);
    else if (edit.to > last.to) apart[apart.length - 1] = { from: last.from, to: edit.to, put: STARS };
  }
  return apart;
}
