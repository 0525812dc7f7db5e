import { controlActions } from './control-routes.ts';
import { startSimulator } from './simulator.ts';
import { exampleAddresses } from './contract/addresses.ts';
import { type ContractName, contractOf } from './contract/contract.ts';

export async function exampleContract(name: ContractName): Promise<string> {
  // The actions of the control need a running simulator.
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 1 });
  try {
    const contract = contractOf(name, exampleAddresses, controlActions(simulator.control, exampleAddresses));
    return `${JSON.stringify(contract, null, 2)}\n`;
  } finally {
    await simulator.stop();
  }
}
