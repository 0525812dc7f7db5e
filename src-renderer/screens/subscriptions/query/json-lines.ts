/**
 * Lines of tokens to draw beneath the input, with marks for mistakes, refused and undocumented parts. Any text. Pure.
 */
import { visibleText } from '../../../text/visible-text.ts';

export interface JsonMark {
  readonly kind: 'mistake' | 'refused' | 'undocumented';
  readonly at: number;
  readonly length: number;
}

export interface JsonToken {
  readonly text: string;
  readonly tone: 'name' | 'value';
  /** `hidden`: characters that are invisible or move others. */
  readonly mark: JsonMark['kind'] | 'hidden' | null;
}

/** Characters after this limit get marks but no other colours. A typical query has a hundredth of it. */
const MAX_HIGHLIGHTED_CHARS = 20_000;
const NAME = /"(?:[^"\\\n]|\\.)*"(?=\s*:)/g;

export function jsonLines(text: string, marks: readonly JsonMark[]): readonly (readonly JsonToken[])[] {
  const tones = [...text.slice(0, MAX_HIGHLIGHTED_CHARS).matchAll(NAME)].map(({ index, 0: name }) => ({
    from: index,
    to: index + name.length,
  }));
  const spans = [...marks]
    // A mistake hides weaker marks at the same place.
    .toSorted((one, other) => MARK_PRIORITY.indexOf(one.kind) - MARK_PRIORITY.indexOf(other.kind))
    .map(({ kind, at, length }) => ({ kind, from: at, to: at + Math.max(1, length) }));
  const hidden = hiddenSpans(text);
  const cuts = [...tones, ...spans, ...hidden]
    .flatMap(({ from, to }) => [from, to])
    .filter((cut) => cut > 0 && cut < text.length);
  const lineEnds = [...text.matchAll(/\n/g)].flatMap(({ index }) => [index, index + 1]);
  const cutPositions = [...new Set([0, ...cuts, ...lineEnds])].toSorted((one, other) => one - other);
  const lines: JsonToken[][] = [[]];
  let nextName = 0;
  let nextHidden = 0;
  for (const [index, from] of cutPositions.entries()) {
    const part = text.slice(from, cutPositions[index + 1] ?? text.length);
    if (part === '\n') {
      lines.push([]);
      continue;
    }
    if (part === '') continue;
    while ((tones[nextName]?.to ?? Number.POSITIVE_INFINITY) <= from) nextName += 1;
    while ((hidden[nextHidden]?.to ?? Number.POSITIVE_INFINITY) <= from) nextHidden += 1;
    const isHidden = (hidden[nextHidden]?.from ?? Number.POSITIVE_INFINITY) <= from;
    lines.at(-1)?.push({
      text: part,
      tone: (tones[nextName]?.from ?? Number.POSITIVE_INFINITY) <= from ? 'name' : 'value',
      mark: isHidden ? 'hidden' : (spans.find((span) => span.from <= from && span.to > from)?.kind ?? null),
    });
  }
  return lines;
}

const MARK_PRIORITY: readonly JsonMark['kind'][] = ['mistake', 'refused', 'undocumented'];

export function hiddenCharCount(text: string): number {
  return hiddenSpans(text).length;
}

function hiddenSpans(text: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  // Fast path: most texts have none.
  if (visibleText(text, '\n\t') === text) return spans;
  let from = 0;
  for (const sign of text) {
    if (visibleText(sign, '\n\t') !== sign) spans.push({ from, to: from + sign.length });
    from += sign.length;
  }
  return spans;
}
