/** Places the numbers of cut bars, largest first, and omits those that touch another; finds the blind time of a chart. Pure. */
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { coverageSpans } from '../../time/coverage-spans.ts';

export interface BlindSpan {
  readonly from: number;
  readonly to: number;
}

/** `watchedUntil` as for `coverageSpans`. Gaps closer together than `mergeMs` are one span. */
export function blindSpans(
  coverage: Coverage,
  edges: readonly number[],
  now: number,
  watchedUntil: number | null,
  mergeMs: number,
): readonly BlindSpan[] {
  const [first, last] = [edges[0], edges.at(-1)];
  if (first === undefined || last === undefined) return [];
  return coverageSpans(coverage, { from: first, to: Math.min(now, last) }, watchedUntil, false, mergeMs)
    .blind.filter(({ from, to }) => to > first && from < last)
    .map(({ from, to }) => ({ from, to }));
}

interface Extent {
  readonly left: number;
  readonly right: number;
}

/** Keeps a character free on both sides of a label, so that "173" next to "435" is not read as "173435". */
function spaced({ left, right }: Extent, charPx: number): Extent {
  return { left: left - charPx, right: right + charPx };
}

function isApart(one: Extent, other: Extent): boolean {
  return one.right <= other.left || one.left >= other.right;
}

interface BrokenBar extends Extent {
  readonly count: number;
}

interface NumberPlace extends Extent {
  readonly at: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/**
 * Places each number left or right of its bar if no other cut bar is there, else above it if it is the largest of the
 * bars that the number covers, so that it is never read as the number of another bar.
 */
export function placedNumbers<Bar extends BrokenBar>(
  bars: readonly Bar[],
  { widthPx, charPx }: { readonly widthPx: number; readonly charPx: number },
): readonly (Bar & NumberPlace & { readonly text: string })[] {
  const placed: (Bar & NumberPlace & { text: string })[] = [];
  const larger: Bar[] = [];
  for (const bar of bars.toSorted((one, other) => other.count - one.count)) {
    const text = numberText(bar.count);
    const textPx = text.length * charPx;
    const toLeft = bar.left - charPx / 2;
    const toRight = bar.right + charPx / 2;
    const above = Math.min(widthPx - textPx / 2, Math.max(textPx / 2, (bar.left + bar.right) / 2));
    const places: readonly (NumberPlace & { readonly beside: readonly Bar[] })[] = [
      { at: toLeft, anchor: 'end', left: toLeft - textPx, right: toLeft, beside: bars },
      { at: toRight, anchor: 'start', left: toRight, right: toRight + textPx, beside: bars },
      { at: above, anchor: 'middle', left: above - textPx / 2, right: above + textPx / 2, beside: larger },
    ];
    const place = places.find(
      ({ beside, ...extent }) =>
        extent.left >= 0 &&
        extent.right <= widthPx &&
        beside.every((other) => isApart(extent, other)) &&
        placed.every((other) => isApart(extent, spaced(other, charPx))),
    );
    if (place !== undefined) {
      const { at, anchor, left, right } = place;
      placed.push({ ...bar, text, at, anchor, left, right });
    }
    larger.push(bar);
  }
  return placed;
}
