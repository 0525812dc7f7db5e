import * as z from 'zod';
import type { ContractAddresses } from '../contract/addresses.ts';
import { contractNames, contractOf } from '../contract/contract.ts';
import { type ControlAction, controlAction, nothing } from './control-action.ts';

const about = {
  service: 'OpenAPI 3.1 of the service',
  stream: 'AsyncAPI 3.0 of the notification stream',
  control: 'OpenAPI 3.1 of this control',
};

/** @param acts all actions of the control; read on each request */
export function contractActions(addresses: ContractAddresses, acts: readonly ControlAction[]): ControlAction[] {
  return contractNames.map((name) =>
    controlAction({
      method: 'GET',
      name: `contract/${name}.json`,
      summary: about[name],
      body: nothing,
      response: z.record(z.string(), z.unknown()),
      perform: () => contractOf(name, addresses, acts),
    }),
  );
}
