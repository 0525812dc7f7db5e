/**
 * Measures from heartbeats how much the provider's clock differs from ours (`product.md`, trap 9). Heartbeats arrive
 * evenly, so the offset is known after some minutes at little cost.
 */
import {
  clockOffsetMs,
  type ClockOffsetState,
  clockOffsetStateSchema,
  NO_CLOCK_OFFSET,
  nextClockOffset,
} from '../../../src-shared/domain/coverage/clock-offset.ts';
import type { Projection } from './run-projection.ts';

const KEY = 'state';

export const clockOffsetProjection: Projection<ClockOffsetState> & {
  readonly offsetMs: (state: ClockOffsetState) => number | null;
} = {
  name: 'clock-offset',
  version: 1,
  filter: { terms: [{ kind: 'value', field: 'kind', values: ['HEARTBEAT'], negated: false }] },
  restore(records) {
    const stored = records.find(({ key }) => key === KEY);
    return stored === undefined ? NO_CLOCK_OFFSET : clockOffsetStateSchema.parse(JSON.parse(stored.value));
  },
  apply(before, events) {
    const state = events.reduce(nextClockOffset, before);
    return { state, put: [{ key: KEY, value: JSON.stringify(state) }], remove: [] };
  },
  offsetMs: clockOffsetMs,
};
