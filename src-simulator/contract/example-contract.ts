/** A contract file without a service: as `docs/contract` keeps it and `watchfloor simulator --contract` prints it. */
import { controlActions } from '../control/control-routes.ts';
import { startSimulator } from '../simulator.ts';
import { exampleAddresses } from './addresses.ts';
import { type ContractName, contractOf } from './contract.ts';

/** JSON with a line feed at its end. */
export async function exampleContract(name: ContractName): Promise<string> {
  // The acts of the control belong to a control, and that to a simulator.
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 1 });
  try {
    const contract = contractOf(name, exampleAddresses, controlActions(simulator.control, exampleAddresses));
    return `${JSON.stringify(contract, null, 2)}\n`;
  } finally {
    await simulator.stop();
  }
}
