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
  readonly #kept = new Map<string, SharedConnection>();

  constructor(network: Pick<Network, 'open'>, idleMs: number) {
    this.#network = network;
    this.#idleMs = idleMs;
  }

  /** @throws as `Network.open`, and what the work throws */
  async run<Answer>(
    { origin, ...options }: ConnectionRoute,
    work: (connections: Connections, isUsed: boolean) => Promise<Answer>,
  ): Promise<Answer> {
    const key = JSON.stringify([origin, options.caFile, options.proxy, options.connectTimeoutMs]);
    const kept = this.#kept.get(key) ?? { opening: this.#network.open(options), users: 0, isUsed: false, idle: null };
    this.#kept.set(key, kept);
    kept.users += 1;
    if (kept.idle !== null) clearTimeout(kept.idle);
    kept.idle = null;
    try {
      const answer = await work(await kept.opening, kept.isUsed);
      kept.isUsed = true;
      return answer;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      throw error;
    } finally {
      kept.users -= 1;
      if (kept.users === 0) await this.#release(key, kept);
    }
  }

  async #release(key: string, kept: SharedConnection): Promise<void> {
    const close = () => kept.opening.then((connections) => connections.destroy()).catch(() => undefined);
    if (this.#kept.get(key) !== kept) {
      await close();
      return;
    }
    // Closes later, so that no finished request waits for it.
    kept.idle = setTimeout(() => {
      this.#kept.delete(key);
      void close();
    }, this.#idleMs).unref();
  }
}
