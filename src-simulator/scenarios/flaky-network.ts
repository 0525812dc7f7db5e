import type { ScenarioSteps, Stage } from './stage.ts';
import type { Shift } from './shift.ts';

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

/** Cuts the stream, sometimes in the middle of an event. The next request may get an error or a proxy's page. */
export function* flakyNetwork(shift: Shift): ScenarioSteps {
  const chance = shift.fork('network');
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
}
