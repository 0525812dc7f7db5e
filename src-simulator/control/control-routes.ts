/** The control of `control.ts` over HTTP, for programs that did not start the simulator themselves. */
import type { FastifyInstance } from 'fastify';
import { parse, Refusal } from '../service-routes.ts';
import type { SimulatorControl } from './control.ts';
import type { ControlAct } from './control-act.ts';
import { faultActs } from './fault-acts.ts';
import { journalActs } from './journal-acts.ts';
import { serviceActs } from './service-acts.ts';
import { streamActs } from './stream-acts.ts';

function controlActs(control: SimulatorControl): ControlAct[] {
  return [...streamActs(control), ...faultActs(control), ...journalActs(control), ...serviceActs(control)];
}

export function addControlRoutes(app: FastifyInstance, control: SimulatorControl): void {
  // A page of another site may not play with it through its reader's browser; programs send no Origin.
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/control/') && request.headers.origin !== undefined)
      throw new Refusal(403, 'forbidden', 'The control is for programs, not for pages.');
  });
  for (const { method, name, body, perform } of controlActs(control))
    app.route({
      method,
      url: `/control/${name}`,
      async handler(request) {
        const given = method === 'GET' ? request.query : (request.body ?? {});
        parse(body, given);
        return perform(given);
      },
    });
}
