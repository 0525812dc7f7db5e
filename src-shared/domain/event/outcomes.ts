export const outcomes = ['succeeded', 'failed', 'partial', 'in-progress', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

export function isOutcome(word: unknown): word is Outcome {
  return outcomes.some((outcome) => outcome === word);
}
