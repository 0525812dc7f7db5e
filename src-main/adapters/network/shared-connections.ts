/**
 * Shares connections between consecutive requests, so that the pages of a list need no handshake each. Closes them when
 * they are idle, and after a failure no other request gets them.
 */
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

export class SharedConnections {
  readonly #network: Pick<Network, 'open'>;
  readonly #idleMs: number;
  readonly #entries = new Map<string, SharedConnection>();

  constructor(network: Pick<Network, 'open'>, idleMs: number) {
    this.#network = network;
    this.#idleMs = idleMs;
  }

  /** @throws the errors of `Network.open` and of the work */
  async run<Answer>(
    { origin, ...options }: ConnectionRoute,
    work: (connections: Connections, isUsed: boolean) => Promise<Answer>,
  ): Promise<Answer> {
    const key = JSON.stringify([origin, options.caFile, options.proxy, options.connectTimeoutMs]);
    const entry = this.#entries.get(key) ?? {
      opening: this.#network.open(options),
      users: 0,
      isUsed: false,
      idle: null,
    };
    this.#entries.set(key, entry);
    entry.users += 1;
    if (entry.idle !== null) clearTimeout(entry.idle);
    entry.idle = null;
    try {
      const result = await work(await entry.opening, entry.isUsed);
      entry.isUsed = true;
      return result;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.users === 0) await this.#release(key, entry);
    }
  }

  async #release(key: string, entry: SharedConnection): Promise<void> {
    const close = () => entry.opening.then((connections) => connections.destroy()).catch(() => undefined);
    if (this.#entries.get(key) !== entry) {
      await close();
      return;
    }
    // Closes later, so that no finished request waits for it.
    entry.idle = setTimeout(() => {
      this.#entries.delete(key);
      void close();
    }, this.#idleMs).unref();
  }
}
