import { afterAll, beforeAll } from 'vitest';
import { BenchServer } from '../bench/bench-server.ts';
import { ProductProcess } from '../bench/product-process.ts';

/** Starts the real collector before the tests of a file, fed by a server of the bench, and removes its store afterwards. */
export function benchCollector(): () => { readonly server: BenchServer; readonly collecting: ProductProcess } {
  let server: BenchServer;
  let collecting: ProductProcess;
  beforeAll(async () => {
    server = await BenchServer.start();
    collecting = await ProductProcess.start(server);
  });
  afterAll(async () => {
    await collecting.stop();
    collecting.remove();
    await server.stop();
  });
  return () => ({ server, collecting });
}
