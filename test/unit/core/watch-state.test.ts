import { expect, test } from 'vitest';
import { WatchState } from '../../../src-main/core/watch-state.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { someProfile } from '../../doubles/profile.ts';

test('[STREAM-32] the clock of the provider is unknown while the stream is held back', () => {
  const clock = new FakeClock();
  const now = { at: clock.now(), elapsed: clock.elapsed() };
  const watching = { kind: 'watching', since: now, lastEvent: now, lastHeartbeat: null } as const;
  const state = new WatchState(clock, {
    profile: someProfile,
    practice: false,
    extent: { oldestSeq: 1, newestSeq: 1, storedEvents: 1 },
    domain: null,
    stream: watching,
    storage: { kind: 'storing' },
  });
  state.setProviderClockOffset(-70_000);
  const shown = () => [state.providerClockOffsetMs, state.snapshot().providerClockOffsetMs];
  expect(shown()).toEqual([-70_000, -70_000]);
  state.setStream({ ...watching, heldBackMs: 70_000 });
  expect(shown()).toEqual([null, null]);
  state.setStream(watching);
  expect(shown()).toEqual([-70_000, -70_000]);
});
