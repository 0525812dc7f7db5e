export const outcomes = ['succeeded', 'failed', 'partial', 'in-progress', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** An unknown outcome may be a failure. */
export const worstFirst: readonly Outcome[] = ['failed', 'partial', 'unknown', 'in-progress', 'succeeded'];

export function isOutcome(word: unknown): word is Outcome {
  return outcomes.some((outcome) => outcome === word);
}
