/** How many of these times are in each step. */
export function sparkOf(times: readonly number[], from: number, stepMs: number, steps: number): number[] {
  const counts = Array.from({ length: steps }, () => 0);
  for (const time of times) {
    const step = Math.floor((time - from) / stepMs);
    if (step >= 0 && step < steps) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
