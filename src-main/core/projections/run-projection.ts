/**
 * Runs a follower: what is derived from stored events, event by event, in order, exactly once. What it makes of them is
 * committed together with its cursor, so neither a restart nor a replay gives it an event twice; another version of it
 * begins anew. It never holds anybody up: it reads behind the writer, at its own pace.
 */
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventWriter, ProjectionRecord } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

/** A follower is a pure function over events and the texts that it keeps. */
export interface Projection<State> {
  readonly name: string;
  /** Raised when its meaning changes: it then begins anew at the first event. */
  readonly version: number;
  /** The events that it takes; absolute times only. */
  readonly filter: Filter;
  /** From what it kept; nothing at its beginning. */
  readonly restore: (records: readonly ProjectionRecord[]) => State;
  /** @param events in order of arrival, at least one */
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
  /** Told after rows were committed. */
  readonly committed: ChangeSignal;
  readonly clock: Clock;
  readonly log: Log;
  readonly projection: Projection<State>;
  /** After each commit, and once at the beginning. */
  readonly onState: (state: State) => void;
}

const BATCH_ROWS = 500;
/** A burst is taken in a few large pieces instead of many small transactions. */
const PAUSE_MS = 1_000;
/** How far it looked without finding anything is kept so often: a restart has no more than that to look through. */
const CURSOR_SAVE_INTERVAL_MS = 600_000;
/** After a failure: a full disk or a lock lasts a while. */
const RETRY_MS = 5_000;

/** Resolves when the signal is aborted, and only then. */
export async function runProjection<State>(parts: RunProjectionParts<State>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runOn(parts, signal);
    } catch (error) {
      if (signal.aborted) return;
      parts.log.error('a follower failed and begins again where it was', { projection: parts.projection.name, error });
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
  /** What is committed, and how far was looked at: rows that do not match are not worth a commit each. */
  let [cursor, looked] = [position.cursor, position.cursor];
  let committedAt = clock.monotonic();
  while (!signal.aborted) {
    const revision = committed.revision;
    const { newestSeq } = await reader.extent();
    const query = { filter, direction: 'newer', from: looked, to: newestSeq, limit: BATCH_ROWS } as const;
    const { rows, next } = await reader.summaries(query, signal);
    looked = next ?? Math.max(looked, newestSeq);
    const isDue = looked > cursor && clock.monotonic() - committedAt >= CURSOR_SAVE_INTERVAL_MS;
    if (rows.length > 0 || isDue) {
      const { state: taken, put, remove } = rows.length > 0 ? projection.apply(state, rows) : { ...NOTHING, state };
      // Somebody else moved it on: what was made of these events is made already.
      if (!(await writer.commitProjection({ name, version, from: cursor, to: looked, put, remove }))) return;
      [state, cursor, committedAt] = [taken, looked, clock.monotonic()];
      if (rows.length > 0) onState(state);
    }
    if (next === null) {
      await committed.changedSince(revision, signal);
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}
