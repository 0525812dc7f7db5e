/** Serves the control of `control.ts` over HTTP, for programs that did not start the simulator themselves. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContractAddresses } from '../contract/addresses.ts';
import { decodedPath } from '../service/http-errors.ts';
import type { Listening } from '../listening.ts';
import { Refusal } from '../service/refusal.ts';
import { parse } from '../service/service-routes.ts';
import type { SimulatorControl } from './control.ts';
import type { ControlAction } from './control-action.ts';
import { faultActions } from './fault-actions.ts';
import { journalActions } from './journal-actions.ts';
import { contractActions } from './contract-actions.ts';
import { replayActions } from './replay-actions.ts';
import { serviceActions } from './service-actions.ts';
import { settingsActions } from './settings-actions.ts';
import { streamActions } from './stream-actions.ts';
import { controlRefusal } from './control-access.ts';
import { timeActions } from './time-actions.ts';

export function controlActions(
  control: SimulatorControl,
  addresses: ContractAddresses,
  listening: Listening = {},
): ControlAction[] {
  const actions = [
    ...streamActions(control),
    ...faultActions(control),
    ...journalActions(control),
    ...serviceActions(control),
    ...timeActions(control),
    ...replayActions(control, listening),
    ...settingsActions(control),
  ];
  actions.push(...contractActions(addresses, actions));
  return actions;
}

export function addControlRoutes(
  app: FastifyInstance,
  control: SimulatorControl,
  { listening, addresses }: { listening: Listening; addresses: ContractAddresses },
): void {
  app.addHook('onRequest', async (request) => {
    // Uses the address of the matched route, because one path can be spelt in several ways.
    const url = request.routeOptions.url ?? decodedPath(request.url);
    if (!url.startsWith('/control/')) return;
    const refusal = controlRefusal(request.headers, listening);
    if (refusal !== null) throw new Refusal(403, 'forbidden', refusal);
  });
  for (const { method, name, body, perform } of controlActions(control, addresses, listening))
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

function addressed({ query, params }: FastifyRequest): unknown {
  return Object.assign({}, query, params);
}
