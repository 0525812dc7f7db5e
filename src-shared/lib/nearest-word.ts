/** The word that somebody meant who made a slip: what is offered beside a mistake, never what is taken without asking. */

/** @returns the nearest of the known words in any case; `null` where none is near. Of equals the first. */
export function nearest(word: string, known: readonly string[]): string | null {
  const written = word.toLowerCase();
  if (written === '') return null;
  // One slip in three letters, and a word that somebody has only begun.
  const most = Math.max(1, Math.floor(written.length / 3));
  let best: { readonly word: string; readonly slips: number } | null = null;
  for (const candidate of known) {
    const lowered = candidate.toLowerCase();
    const isBegun = written.length >= 2 && lowered.startsWith(written);
    if (!isBegun && Math.abs(lowered.length - written.length) > most) continue;
    const slips = isBegun ? 0.5 : slipsBetween(written, lowered);
    if (slips <= most && (best === null || slips < best.slips)) best = { word: candidate, slips };
  }
  return best?.word ?? null;
}

/** Letters left out, put in, changed, or two changed about (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const changed = (last[to - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (beforeLast[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, changed, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
