import type { TimeSpan } from '../../time/bar-edges.ts';

/** Indexes of bars; `anchor` is the fixed end. */
export interface BarSelection {
  readonly anchor: number;
  readonly head: number;
}

export function barsOf({ anchor, head }: BarSelection): { readonly first: number; readonly last: number } {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

export function spanOfBars(edges: readonly number[], choice: BarSelection): TimeSpan {
  const { first, last } = barsOf(choice);
  return { from: edges[first] ?? 0, to: edges[last + 1] ?? 0 };
}

/** With Shift, moves only the head. The first key selects the newest bar. */
export function movedSelection(
  choice: BarSelection | null,
  by: number,
  widens: boolean,
  count: number,
): BarSelection | null {
  if (count === 0) return null;
  const last = count - 1;
  if (choice === null) return { anchor: last, head: last };
  const head = Math.min(last, Math.max(0, choice.head + by));
  return { anchor: widens ? Math.min(last, choice.anchor) : head, head };
}

export function barAt(edges: readonly number[], share: number): number {
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const at = first + share * (last - first);
  const next = edges.findIndex((edge) => edge > at);
  const maxIndex = Math.max(0, edges.length - 2);
  return next === -1 ? maxIndex : Math.min(maxIndex, Math.max(0, next - 1));
}

export function clampedSelection(choice: BarSelection | null, count: number): BarSelection | null {
  if (choice === null || count === 0) return null;
  const last = count - 1;
  return { anchor: Math.min(choice.anchor, last), head: Math.min(choice.head, last) };
}
