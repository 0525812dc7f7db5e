import * as z from 'zod';
import { scenarios } from '../scenarios/scenarios.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, nothing } from './control-action.ts';

export function serviceActions(control: SimulatorControl): ControlAction[] {
  return [
    controlAction({
      method: 'POST',
      name: 'revoke-tokens',
      summary: 'Revokes all access tokens issued so far; open streams stay open',
      body: z.strictObject({ refreshTokens: z.boolean().default(false) }),
      response: nothing,
      perform(options) {
        control.revokeTokens(options);
        return {};
      },
    }),
    controlAction({
      method: 'GET',
      name: 'health',
      summary: 'Shows that it runs, its contract version, its domains and the time of the service',
      body: nothing,
      response: z.strictObject({
        ok: z.literal(true),
        contractVersion: z.string(),
        uptime: z.number(),
        scenario: z.string(),
        time: z.iso.datetime(),
        domains: z
          .array(z.strictObject({ id: z.string(), subscriptions: z.int(), subscribers: z.int(), scenario: z.string() }))
          .readonly(),
      }),
      perform: () => control.health(),
    }),
    controlAction({
      method: 'GET',
      name: 'scenarios',
      summary: 'The scenarios',
      body: nothing,
      response: z.array(z.strictObject({ name: z.string(), title: z.string(), description: z.string() })),
      perform: () => [...scenarios],
    }),
  ];
}
