/** Each partial count takes at most a second, and the caller can cancel between them. */
import { summed } from './tally-sums.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { TallyQuery } from '../../../src-shared/api/timeline.ts';

/** @returns null if it was cancelled */
export async function countAllEvents(
  timeline: Pick<BackendClient['timeline'], 'count'>,
  query: TallyQuery,
  isCurrent: () => boolean,
  onProgress: (soFar: number) => void = () => undefined,
): Promise<number | null> {
  const read = (to: number | null) => timeline.count.query({ ...query, to });
  for await (const { value, isComplete } of summed(read, 0, (sum, { count }) => sum + count, query.to)) {
    if (!isCurrent()) return null;
    if (isComplete) return value;
    onProgress(value);
  }
  return null;
}
