import { expect, test } from 'vitest';
import { createSharedConnections } from '../../../../src-main/adapters/network/shared-connections.ts';
import type { Connections } from '../../../../src-main/adapters/network/network.ts';

test('a failure at one service does not close the connections to another', async () => {
  const journal: string[] = [];
  let opened = 0;
  const network = {
    async open(): Promise<Connections> {
      const name = `connections ${(opened += 1)}`;
      return {
        fetch: () => Promise.reject(new Error('nobody fetches')),
        destroy: async () => void journal.push(`${name} closed`),
      };
    },
  };
  const shared = createSharedConnections(network, 1_000_000);
  const way = (origin: string) => ({ origin, caFile: null, proxy: 'none' as const, connectTimeoutMs: 1_000 });
  const use = (origin: string) => shared.run(way(origin), async (_connections, isUsed) => `${origin} ${isUsed}`);
  const closedError = new Error('gone');
  expect(await use('https://one.example')).toBe('https://one.example false');
  await expect(shared.run(way('https://two.example'), () => Promise.reject(closedError))).rejects.toBe(closedError);
  expect(journal).toEqual(['connections 2 closed']);
  expect(await use('https://one.example')).toBe('https://one.example true');
});
