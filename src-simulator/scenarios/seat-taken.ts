import type { Scenario } from './scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './fleet-events.ts';
import { interrupted } from './interruptions.ts';

export const seatTaken: Scenario = {
  name: 'seat-taken',
  title: 'Stream in use',
  description: 'After twenty seconds another client takes the domain’s only stream for a minute; this repeats.',
  steps: function* (shift) {
    yield* opening(shift);
    yield* interrupted(calm(shift), function* () {
      for (;;) {
        yield { afterMs: 20_000, act: (stage) => stage.takeSeat(true) };
        yield { afterMs: 60_000, act: (stage) => stage.takeSeat(false) };
      }
    });
  },
};
