import type { Scenario } from './scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './fleet-events.ts';
import { interrupted } from './interruptions.ts';

export const silentStall: Scenario = {
  name: 'silent-stall',
  title: 'Silent stall',
  description:
    'After fifteen seconds the connection stays open, but nothing arrives, not even heartbeats; two minutes later it works again; this repeats.',
  steps: function* (shift) {
    yield* opening(shift);
    yield* interrupted(calm(shift), function* () {
      for (;;) {
        yield { afterMs: 15_000, act: (stage) => stage.stall(true) };
        // Longer than the 75 s after which a watcher must report that it is blind.
        yield { afterMs: 120_000, act: (stage) => stage.stall(false) };
      }
    });
  },
};
