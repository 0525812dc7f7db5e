/** Shares connections between the pages of a list. After a failure no other request gets them. */
import type { ConnectionOptions, Connections, Network } from './network.ts';

/** Includes the origin, because a failure at one service does not concern another. */
type ConnectionRoute = Pick<ConnectionOptions, 'caFile' | 'proxy' | 'connectTimeoutMs'> & { readonly origin: string };

interface SharedConnection {
  readonly opening: Promise<Connections>;
  users: number;
  /** True after the first answer: the other side may have closed a connection meanwhile. */
  isUsed: boolean;
  idle: NodeJS.Timeout | null;
}

export function createSharedConnections(network: Pick<Network, 'open'>, idleMs: number) {
  const entries = new Map<string, SharedConnection>();

  /** @throws the errors of `Network.open` and of the work */
  async function run<Answer>(
    { origin, ...options }: ConnectionRoute,
    work: (connections: Connections, isUsed: boolean) => Promise<Answer>,
  ): Promise<Answer> {
    const key = JSON.stringify([origin, options.caFile, options.proxy, options.connectTimeoutMs]);
    const entry = entries.get(key) ?? {
      opening: network.open(options),
      users: 0,
      isUsed: false,
      idle: null,
    };
    entries.set(key, entry);
    entry.users += 1;
    if (entry.idle !== null) clearTimeout(entry.idle);
    entry.idle = null;
    try {
      const result = await work(await entry.opening, entry.isUsed);
      entry.isUsed = true;
      return result;
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key);
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.users === 0) await release(key, entry);
    }
  }

  async function release(key: string, entry: SharedConnection): Promise<void> {
    const close = () => entry.opening.then((connections) => connections.destroy()).catch(() => undefined);
    if (entries.get(key) !== entry) {
      await close();
      return;
    }
    // Closes later, so that no finished request waits for it.
    entry.idle = setTimeout(() => {
      entries.delete(key);
      void close();
    }, idleMs).unref();
  }

  return { run };
}
