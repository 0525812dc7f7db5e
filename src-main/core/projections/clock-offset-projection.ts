/** Measures the provider's clock from heartbeats, which arrive evenly (`docs/service.md` §10.9). */
import {
  clockOffsetMs,
  clockOffsetStateSchema,
  NO_CLOCK_OFFSET,
  nextClockOffset,
} from '../../../src-shared/domain/coverage/clock-offset.ts';
import { HEARTBEATS } from '../../../src-shared/domain/filter/class-filters.ts';
import type { EventReader, EventWriter, ProjectionRecord } from '../ports/event-store.ts';
import { needsCommit, type Projection } from './projection-loop.ts';

interface ClockOffsetParts {
  readonly reader: Pick<EventReader, 'extent' | 'summaries'>;
  readonly writer: Pick<EventWriter, 'loadProjection' | 'commitProjection'>;
  readonly onOffset: (offsetMs: number | null) => void;
}

const NAME = 'clock-offset';
const VERSION = 1;
const KEY = 'state';
const BATCH_ROWS = 500;

export function clockOffsetProjection({ reader, writer, onOffset }: ClockOffsetParts): Projection {
  let state = NO_CLOCK_OFFSET;
  let committed: number | null = 0;
  let readThrough = 0;
  return {
    name: NAME,
    pace: 'background',
    async load() {
      const { cursor, records } = await writer.loadProjection(NAME, VERSION);
      committed = cursor;
      readThrough = cursor ?? 0;
      const stored = cursor === null ? undefined : records.find(({ key }) => key === KEY);
      state = stored === undefined ? NO_CLOCK_OFFSET : clockOffsetStateSchema.parse(JSON.parse(stored.value));
      onOffset(clockOffsetMs(state));
    },
    async applyNext(signal) {
      const { newestSeq } = await reader.extent();
      const query = {
        filter: HEARTBEATS,
        direction: 'newer',
        from: readThrough,
        to: newestSeq,
        limit: BATCH_ROWS,
      } as const;
      const { rows, next } = await reader.summaries(query, signal);
      const to = next ?? Math.max(readThrough, newestSeq);
      if (needsCommit(rows.length > 0, committed ?? 0, to)) {
        const nextState = rows.reduce(nextClockOffset, state);
        const put: ProjectionRecord[] = [{ key: KEY, value: JSON.stringify(nextState) }];
        const commit = { name: NAME, version: VERSION, from: committed, to, put, remove: [] };
        if (!(await writer.commitProjection(commit))) return 'reload';
        [state, committed] = [nextState, to];
        onOffset(clockOffsetMs(state));
      }
      readThrough = to;
      return next === null ? 'caught-up' : 'more';
    },
  };
}
