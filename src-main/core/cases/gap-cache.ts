import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';

/** No signal reports a reconnect that became a gap, or a gap that another process recorded. */
const CACHE_MS = 60_000;

export function createGapCache(reader: Pick<EventReader, 'coverage'>, clock: Clock, revision: () => number) {
  let cached: { readonly revision: number; readonly at: number; readonly gaps: Promise<readonly Gap[]> } | null = null;

  async function read(): Promise<readonly Gap[]> {
    const now = clock.now();
    const { gaps } = await reader.coverage({ from: 0, to: now });
    return gaps.filter((gap) => !isReconnect(gap, now));
  }

  return async (): Promise<readonly Gap[]> => {
    const [present, at] = [revision(), clock.monotonic()];
    if (cached !== null && cached.revision === present && at - cached.at < CACHE_MS) return cached.gaps;
    const gaps = read();
    cached = { revision: present, at, gaps };
    gaps.catch(() => (cached = null));
    return gaps;
  };
}
