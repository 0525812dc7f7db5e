/** One number of events where the backend answers in pieces: each takes a second at most, and somebody may give up. */
import type { BackendClient } from '../backend/client.ts';
import type { TallyQuery } from '../../src-shared/api/timeline.ts';

/** @returns `null` where it was given up */
export async function countAllEvents(
  timeline: Pick<BackendClient['timeline'], 'count'>,
  query: TallyQuery,
  isWanted: () => boolean,
  onProgress: (soFar: number) => void = () => undefined,
): Promise<number | null> {
  let sum = 0;
  let { to } = query;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each piece goes on where the one before it came to
    const piece = await timeline.count({ ...query, to });
    if (!isWanted()) return null;
    sum += piece.count;
    if (piece.next === null) return sum;
    onProgress(sum);
    to = piece.next;
  }
}
