/** The true results that an event may have. How one is found out, `outcome.ts` says. */
export const outcomes = ['succeeded', 'failed', 'partial', 'in-progress', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

export function isOutcome(word: unknown): word is Outcome {
  return outcomes.some((outcome) => outcome === word);
}
