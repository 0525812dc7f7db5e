/**
 * Applies events and actions exactly once: a batch commits its changes together with its position. Runs in the thread
 * that writes the projection, so that rows, texts and cases need not cross threads.
 */
import type {
  AttemptCount,
  CaseProgress,
  CaseProjectionBasis,
  CaseProjectionPosition,
  CaseProjectionWriter,
  CaseProjector,
} from '../../ports/case-projection.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../../src-shared/domain/coverage/reconnect.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { needsCommit } from '../../projections/projection-loop.ts';
import { AttemptCounts } from './attempt-counts.ts';
import { type CaseBatch, CaseBatches } from './case-batches.ts';
import { CaseCache } from './case-cache.ts';
import { CASE_REDUCER_VERSION, type EndedAttempt } from './case-reducer.ts';

interface CaseProjectorParts {
  readonly scanner: Pick<EventReader, 'orderedThrough' | 'caseEvents' | 'actions' | 'basis' | 'coverage'>;
  readonly writer: Omit<CaseProjectionWriter, 'close'>;
}

/** State since `load`. After a failure it is loaded again. */
interface Loaded {
  readonly basis: CaseProjectionBasis;
  readonly cache: CaseCache;
  readonly batches: CaseBatches;
  readonly committed: CaseProjectionPosition;
}

export function createCaseProjector({ scanner, writer }: CaseProjectorParts): CaseProjector {
  let loaded: Loaded | null = null;
  /** Seq up to which attempts are counted, or are older than this process. Null before the first load. */
  let countedThrough: number | null = null;

  async function applyBatch(before: Loaded): Promise<CaseProgress | null> {
    const { basis, cache, batches, committed } = before;
    const batch = await batches.next();
    // Checked after the batch was read: changed events must not be committed.
    if ((await scanner.basis()) !== basis.events) return null;
    const { to, isLast } = batch;
    if (!needsCommit(batch.events.length > 0 || batch.actions.length > 0, committed.cursor, to.cursor)) {
      // The projection may have been deleted. Without new events no commit would detect that.
      if (!isSame(await writer.position(basis), committed)) return null;
      return { to, isLast, groups: [], isComplete: false, attempts: [] };
    }
    const { isComplete, ended, ...changes } = await cache.apply(batch, await gapsNear(scanner, batch));
    if (!(await writer.commit({ from: committed, to, ...changes }))) return null;
    loaded = { ...before, committed: to };
    const attempts = attemptCounts(ended, countedThrough ?? to.cursor);
    countedThrough = Math.max(countedThrough ?? 0, to.cursor);
    return { to, isLast, groups: isComplete ? [...cache.groups.values()] : changes.groups, isComplete, attempts };
  }

  return {
    async load(silenceMs) {
      const basis = { version: `${CASE_REDUCER_VERSION}/${silenceMs}`, events: await scanner.basis() };
      countedThrough ??= await scanner.orderedThrough();
      const committed = await writer.position(basis);
      const groups = await writer.groups();
      const cache = new CaseCache(writer, groups, silenceMs);
      loaded = { basis, cache, batches: new CaseBatches(scanner, committed), committed };
      return { to: committed, isLast: false, groups, isComplete: true, attempts: [] };
    },
    async applyNext() {
      let progress: CaseProgress | null = null;
      try {
        if (loaded !== null) progress = await applyBatch(loaded);
        return progress;
      } finally {
        if (progress === null) loaded = null;
      }
    },
    openCasesOf: (cause) => writer.openCasesOf(cause),
    async removeExpired(before) {
      const isMore = await writer.removeExpired(before);
      loaded?.cache.invalidate();
      return isMore;
    },
  };
}

/** An attempt that takes longer is not called weakened by a gap before this time. */
const MAX_ATTEMPT_MS = 86_400_000;

async function gapsNear(scanner: Pick<EventReader, 'coverage'>, { events }: CaseBatch): Promise<readonly Gap[]> {
  let [from, to] = [Infinity, -Infinity];
  for (const { event } of events) {
    from = Math.min(from, event.receivedAt);
    to = Math.max(to, event.receivedAt);
  }
  if (to < from) return [];
  const { gaps } = await scanner.coverage({ from: from - MAX_ATTEMPT_MS, to });
  // A gap that lasts is later than every stored event.
  return gaps.filter((gap) => gap.to !== null && !isReconnect(gap, gap.to));
}

function attemptCounts(ended: readonly EndedAttempt[], after: number): AttemptCount[] {
  const counts = new AttemptCounts();
  for (const { seq, ...one } of ended) if (seq > after) counts.add({ ...one, count: 1 });
  return [...counts.all()];
}

function isSame(one: CaseProjectionPosition, other: CaseProjectionPosition): boolean {
  return one.cursor === other.cursor && one.actions === other.actions;
}
