/** The control of `control.ts` over HTTP, for programs that did not start the simulator themselves. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContractAddresses } from '../contract/addresses.ts';
import { decodedPath } from '../http-manners.ts';
import type { Listening } from '../listening.ts';
import { Refusal } from '../refusal.ts';
import { parse } from '../service-routes.ts';
import type { SimulatorControl } from './control.ts';
import type { ControlAct } from './control-act.ts';
import { faultActs } from './fault-acts.ts';
import { journalActs } from './journal-acts.ts';
import { contractActs } from './contract-acts.ts';
import { replayActs } from './replay-acts.ts';
import { serviceActs } from './service-acts.ts';
import { settingsActs } from './settings-acts.ts';
import { streamActs } from './stream-acts.ts';
import { refusalOfControl } from './who-may.ts';
import { timeActs } from './time-acts.ts';

/** Everything that the control does, its own contract included. */
export function controlActs(
  control: SimulatorControl,
  addresses: ContractAddresses,
  listening: Listening = {},
): ControlAct[] {
  const acts = [
    ...streamActs(control),
    ...faultActs(control),
    ...journalActs(control),
    ...serviceActs(control),
    ...timeActs(control),
    ...replayActs(control, listening),
    ...settingsActs(control),
  ];
  acts.push(...contractActs(addresses, acts));
  return acts;
}

export function addControlRoutes(
  app: FastifyInstance,
  control: SimulatorControl,
  { listening, addresses }: { listening: Listening; addresses: ContractAddresses },
): void {
  app.addHook('onRequest', async (request) => {
    // The route's own address if there is a route: the path that was sent can be written in several ways.
    const url = request.routeOptions.url ?? decodedPath(request.url);
    if (!url.startsWith('/control/')) return;
    const refusal = refusalOfControl(request.headers, listening);
    if (refusal !== null) throw new Refusal(403, 'forbidden', refusal);
  });
  for (const { method, name, body, perform } of controlActs(control, addresses, listening))
    app.route({
      method,
      url: `/control/${name}`,
      async handler(request) {
        const isInAddress = method === 'GET' || method === 'DELETE';
        const given = isInAddress ? addressed(request) : (request.body ?? {});
        parse(body, given);
        return perform(given);
      },
    });
}

/** What the path and the query say. */
function addressed({ query, params }: FastifyRequest): unknown {
  return Object.assign({}, query, params);
}
