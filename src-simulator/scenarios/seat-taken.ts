import type { Scenario } from '../scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './fleet-events.ts';
import { interrupted } from './interruptions.ts';

export const seatTaken: Scenario = {
  name: 'seat-taken',
  title: 'Seat taken',
  description: 'After twenty seconds another subscriber takes the domain’s one seat, keeps it for a minute, and so on.',
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
