/** Finds the word that a user probably meant. Callers only suggest it and never use it without asking. */

/** Min letters that two words of one stem share at the start: "success" and "succeeded". */
const STEM = 4;

/** Returns the nearest known word, ignoring case, or null if none is near. The first wins a tie. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const written = word.toLowerCase();
  if (written === '') return null;
  // Allows one typing error per three letters.
  const maxSlips = Math.max(1, Math.floor(written.length / 3));
  let best: { readonly word: string; readonly slips: number } | null = null;
  for (const candidate of known) {
    const slips = editDistanceTo(written, candidate.toLowerCase(), maxSlips);
    if (slips <= maxSlips && (best === null || slips < best.slips)) best = { word: candidate, slips };
  }
  return best?.word ?? null;
}

function editDistanceTo(written: string, candidate: string, maxSlips: number): number {
  // The word is only the beginning of the known word.
  if (written.length >= 2 && candidate.startsWith(written)) return 0.5;
  const isOfAStem =
    written.length >= STEM && candidate.startsWith(written.slice(0, Math.max(STEM, written.length / 2)));
  const isTooLong = Math.abs(candidate.length - written.length) > maxSlips;
  const slips = isTooLong ? Number.POSITIVE_INFINITY : editDistance(written, candidate);
  return isOfAStem ? Math.min(maxSlips, slips) : slips;
}

/** Counts letters left out, added, changed, or swapped with the next one (optimal string alignment). */
function editDistance(one: string, other: string): number {
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
