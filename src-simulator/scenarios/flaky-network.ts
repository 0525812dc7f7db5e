import type { Scenario } from './scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './fleet-events.ts';
import { interrupted } from './interruptions.ts';
import type { Stage } from './stage.ts';

const overload = {
  status: 503,
  headers: { 'retry-after': '2' },
  body: 'Service Unavailable',
} as const;
const proxyPage = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><h1>Gateway sign-in</h1>',
} as const;

export const flakyNetwork: Scenario = {
  name: 'flaky-network',
  title: 'Flaky network',
  description:
    'The stream is cut every ten to thirty seconds, sometimes in the middle of an event; some reconnects meet 503 or a proxy’s page.',
  steps: function* (shift) {
    yield* opening(shift);
    const chance = shift.fork('network');
    yield* interrupted(calm(shift), function* () {
      for (;;) {
        const cut = chance.pick(['end', 'reset', 'reset']);
        const response = chance.pick([null, null, overload, proxyPage]);
        const afterMs = chance.integer(10_000, 30_000);
        const breakOff = (stage: Stage) => {
          if (response !== null) stage.planFault({ endpoint: 'subscribe', answer: response });
          stage.drop(cut);
        };
        if (chance.percent(50)) {
          yield { afterMs, act: (stage) => stage.raw('event: LOCALIZATION\nid: cut-short\ndata: {"createdDa') };
          // Long enough for the network to deliver it, too short for another event in between.
          yield { afterMs: 5, act: breakOff };
        } else yield { afterMs, act: breakOff };
      }
    });
  },
};
