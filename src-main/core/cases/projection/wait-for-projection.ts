import { abortable } from '../../../../src-shared/lib/abortable.ts';
import type { Clock } from '../../ports/clock.ts';
import { withTimeLimit } from '../../lib/with-time-limit.ts';
import type { ProjectionLoop } from '../../projections/projection-loop.ts';

const MAX_WAIT_MS = 2_000;

/** Resolves when everything stored is applied, or after 2 s. @throws the signal's reason */
export async function waitForProjection(
  cases: Pick<ProjectionLoop, 'waitUntilCaughtUp'>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const late = () => new Error('no longer waiting for the case projection');
  // The projector retries by itself. The caller reports what is missing.
  await withTimeLimit(clock, MAX_WAIT_MS, late, signal ?? new AbortController().signal, (either) =>
    abortable(cases.waitUntilCaughtUp(either), either),
  ).catch(() => undefined);
  signal?.throwIfAborted();
}
