/** Receives the pings of a heartbeat over real HTTP. */
import { createServer } from 'node:http';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import { createOutletSender } from '../../src-main/adapters/outlets/outlet-sender.ts';
import type { OutletPorts } from '../../src-main/core/ports/outlets.ts';
import { listening } from '../fixtures/loopback.ts';
import { anOutlet } from './an-outlet.ts';
import { MemoryOutlets } from './memory-outlets.ts';

/**
 * Runs until the test ends.
 * @param onPing called when a ping arrives
 * @returns the address of the receiver
 */
export async function heartbeatReceiver(onPing: () => void): Promise<string> {
  const server = createServer((_request, response) => {
    onPing();
    response.end('OK');
  });
  const { port } = await listening(server);
  return `http://127.0.0.1:${port}/ping`;
}

/** The only outlet is a heartbeat. It pings a receiver of its own. */
export async function heartbeatOutlets(everySeconds: number, onPing: () => void): Promise<OutletPorts> {
  const outlets = new MemoryOutlets();
  const url = await heartbeatReceiver(onPing);
  outlets.set([anOutlet({ kind: 'heartbeat', url, topics: [], everySeconds })]);
  const sender = createOutletSender({ network: createNetwork({ env: {} }), onSecret: () => undefined });
  return { files: outlets.files, secretsOf: outlets.secretsOf, sender };
}
