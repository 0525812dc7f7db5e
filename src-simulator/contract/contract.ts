/** `docs/contract` stores the contract files with example addresses; a running simulator serves them with its own. */
import type { ControlAction } from '../control/control-action.ts';
import type { ContractAddresses } from './addresses.ts';
import { controlContract } from './control-contract.ts';
import { type JsonObject, withMarksInDescriptions } from './marks.ts';
import { serviceContract } from './service-contract.ts';
import { streamContract } from './stream-contract.ts';

export const contractNames = ['service', 'stream', 'control'] as const;
export type ContractName = (typeof contractNames)[number];

export function contractOf(
  name: ContractName,
  addresses: ContractAddresses,
  acts: readonly ControlAction[],
): JsonObject {
  const documents = {
    service: () => serviceContract(addresses),
    stream: () => streamContract(addresses),
    control: () => controlContract(addresses, acts),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object stays one
  return withMarksInDescriptions(documents[name]()) as JsonObject;
}
