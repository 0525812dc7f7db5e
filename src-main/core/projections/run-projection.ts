/**
 * Runs a projection: derives its state from stored events, in order and exactly once. Changes are committed together
 * with the cursor, so neither a restart nor a replay applies an event twice. A new version restarts from scratch. The
 * projection reads after the writer at its own pace and does not delay it.
 */
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, ProjectionRecord } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

/** A pure function of events and the records that it stored. */
export interface Projection<State> {
  readonly name: string;
  /** Raised when the meaning changes: the projection then restarts at the first event. */
  readonly version: number;
  /** Events to apply. Absolute times only. */
  readonly filter: Filter;
  readonly restore: (records: readonly ProjectionRecord[]) => State;
  readonly apply: (state: State, events: readonly EventSummary[]) => ProjectionUpdate<State>;
}

interface ProjectionUpdate<State> {
  readonly state: State;
  readonly put: readonly ProjectionRecord[];
  readonly remove: readonly string[];
}

export interface RunProjectionParts<State> {
  readonly reader: Pick<EventReader, 'extent' | 'summaries'>;
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly committed: ChangeSignal;
  readonly clock: Clock;
  readonly log: Log;
  readonly projection: Projection<State>;
  /** Called at the start and after each commit of applied events. */
  readonly onState: (state: State) => void;
}

const BATCH_ROWS = 500;
/** Pause after catching up, so that a burst is applied in a few large batches instead of many small transactions. */
const PAUSE_MS = 1_000;
/** Interval for committing the cursor while no event matches. Limits what a restart has to read again. */
const CURSOR_SAVE_INTERVAL_MS = 600_000;
const RETRY_MS = 5_000;

export async function runProjection<State>(parts: RunProjectionParts<State>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runOn(parts, signal);
    } catch (error) {
      if (signal.aborted) return;
      parts.log.error('a projection failed; retrying from its last stored event', {
        projection: parts.projection.name,
        error,
      });
      await parts.clock.sleep(RETRY_MS, signal).catch(() => undefined);
    }
  }
}

const NOTHING = { put: [], remove: [] };

async function runOn<State>(parts: RunProjectionParts<State>, signal: AbortSignal): Promise<void> {
  const { reader, writer, committed, clock, projection, onState } = parts;
  const { name, version, filter } = projection;
  const position = await writer.loadProjection(name, version);
  let state = projection.restore(position.records);
  onState(state);
  /** Committed cursor, and the seq read so far. Rows that do not match are not worth a commit each. */
  let [cursor, readThrough] = [position.cursor, position.cursor];
  let committedAt = clock.monotonic();
  while (!signal.aborted) {
    const revision = committed.revision;
    const { newestSeq } = await reader.extent();
    const query = { filter, direction: 'newer', from: readThrough, to: newestSeq, limit: BATCH_ROWS } as const;
    const { rows, next } = await reader.summaries(query, signal);
    readThrough = next ?? Math.max(readThrough, newestSeq);
    const isDue = readThrough > cursor && clock.monotonic() - committedAt >= CURSOR_SAVE_INTERVAL_MS;
    if (rows.length > 0 || isDue) {
      const { state: nextState, put, remove } = rows.length > 0 ? projection.apply(state, rows) : { ...NOTHING, state };
      // Another process moved the cursor, so these events are already applied.
      if (!(await writer.commitProjection({ name, version, from: cursor, to: readThrough, put, remove }))) return;
      [state, cursor, committedAt] = [nextState, readThrough, clock.monotonic()];
      if (rows.length > 0) onState(state);
    }
    if (next === null) {
      await committed.changedSince(revision, signal);
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}
