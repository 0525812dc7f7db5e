/**
 * Counts events by adding the backend's partial counts. Each takes at most a second, and the caller can cancel between
 * them.
 */
import type { BackendClient } from '../../backend/client.ts';
import type { TallyQuery } from '../../../src-shared/api/timeline.ts';

/** @returns null if it was cancelled */
export async function countAllEvents(
  timeline: Pick<BackendClient['timeline'], 'count'>,
  query: TallyQuery,
  isCurrent: () => boolean,
  onProgress: (soFar: number) => void = () => undefined,
): Promise<number | null> {
  let sum = 0;
  let { to } = query;
  for (;;) {
    const batch = await timeline.count.query({ ...query, to });
    if (!isCurrent()) return null;
    sum += batch.count;
    if (batch.next === null) return sum;
    onProgress(sum);
    to = batch.next;
  }
}
