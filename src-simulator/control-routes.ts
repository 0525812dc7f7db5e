/** Serves the control of `control.ts` over HTTP, for programs that did not start the simulator themselves. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import * as z from 'zod';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContractAddresses } from './contract/addresses.ts';
import { contractNames, contractOf } from './contract/contract.ts';
import { decodedPath } from './service/http-errors.ts';
import type { Listening } from './configuration/configuration.ts';
import { parse, Refusal } from './service/refusal.ts';
import type { SimulatorControl } from './control/control.ts';
import { type ControlAction, controlAction } from './control/control-action.ts';
import { faultActions } from './control/fault-actions.ts';
import { journalActions } from './control/journal-actions.ts';
import { replayActions } from './control/replay-actions.ts';
import { serviceActions } from './control/service-actions.ts';
import { settingsActions } from './control/settings-actions.ts';
import { streamActions } from './control/stream-actions.ts';

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

const contractSummaries = {
  service: 'OpenAPI 3.1 of the service',
  stream: 'AsyncAPI 3.0 of the notification stream',
  control: 'OpenAPI 3.1 of this control',
};

/** @param acts all actions of the control; read at the first request, because building a contract takes 50 ms */
function contractActions(addresses: ContractAddresses, acts: readonly ControlAction[]): ControlAction[] {
  return contractNames.map((name) => {
    let contract: ReturnType<typeof contractOf> | null = null;
    return controlAction(`GET contract/${name}.json`, {
      summary: contractSummaries[name],
      response: z.record(z.string(), z.unknown()),
      perform: () => (contract ??= contractOf(name, addresses, acts)),
    });
  });
}

/** The control is not for web pages: another site sends an `Origin`, and DNS rebinding a host name of its own. */
function controlRefusal(headers: IncomingHttpHeaders, { host, publicUrl }: Listening): string | null {
  if (headers.origin !== undefined) return 'The control is for programs, not for web pages: send no Origin header.';
  const name = hostname(headers.host ?? 'localhost');
  const ownNames = [host?.toLowerCase(), publicUrl === undefined ? undefined : new URL(publicUrl).hostname];
  // An IP address or a name without a dot cannot be registered in the public DNS.
  if (isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost') || ownNames.includes(name)) return null;
  return `The control has another name than ${name}: use its address or a name without a dot, or start it with --public-url.`;
}

function hostname(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
