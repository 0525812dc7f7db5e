/** Connects a member in the background and for ever. Until the servers answer, its calls fail with `NoAnswer`. */
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { AuthorizationError, connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { isPlainServer } from '../../../src-shared/domain/team.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { trustedContext } from '../network/trusted-certificates.ts';

export interface NatsServers {
  /** `tls://nats1.example:4222`. TLS is used unless all of them are `nats:` addresses of this computer. */
  readonly servers: readonly string[];
  /** Name of the member, shown in the servers' lists of connections, and part of its inbox. */
  readonly member: string;
  /** Seed of the member's nkey; null for servers without accounts. A function is called for each attempt to connect. */
  readonly seed: string | null | (() => Promise<string | null>);
  /** Further certificate authorities in PEM; null if those of this computer are enough. */
  readonly caFile: string | null;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
}

interface Connected {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: JetStreamManager;
}

const RECONNECT_MS = 500;
/** Many members must not come back at the same moment. */
const RECONNECT_JITTER_MS = 1_000;
/** A dead connection is noticed after two of these. */
const PING_MS = 2_000;

/** Node's own option, which the client passes on although its type does not have it. */
const tlsOptions = async (caFile: string | null) =>
  Object.assign({ handshakeFirst: false }, { secureContext: await trustedContext(caFile) });

/** The engine did not answer in time, or is not connected. */
export class NoAnswer extends Error {
  readonly isRefused: boolean;

  constructor(message: string, { isRefused = false, cause }: { isRefused?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRefused = isRefused;
  }
}

export class NatsTeamConnection {
  readonly #servers: NatsServers;
  readonly #ends = new AbortController();
  readonly #running: Promise<void>;
  #connected: Connected | null = null;
  #failure: unknown = null;
  #change: () => void = () => {};
  #changed = Promise.resolve();

  constructor(servers: NatsServers) {
    this.#servers = servers;
    this.#announce();
    this.#running = this.#run();
  }

  /** Null while no server was reached, and after `close`. */
  get connected(): Connected | null {
    return this.#connected?.connection.isClosed() === true ? null : this.#connected;
  }

  /** @throws NoAnswer (also when the servers refuse the key), errors of the call, or the signal's reason */
  async call<Result>(run: (connected: Connected) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#ends.signal.aborted) throw this.#noAnswer();
    const ends = AbortSignal.any([signal, AbortSignal.timeout(this.#servers.timeoutMs), this.#ends.signal]);
    try {
      return await abortable(this.#whenConnected(ends).then(run), ends);
    } catch (error) {
      signal.throwIfAborted();
      throw ends.aborted ? this.#noAnswer() : error;
    }
  }

  async connects(signal: AbortSignal): Promise<void> {
    await this.#until(() => this.connected !== null, signal);
  }

  async #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    if (holds()) return;
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    while (!holds() && !signal.aborted) await Promise.race([this.#changed, ended]);
  }

  async close(): Promise<void> {
    this.#ends.abort();
    this.#announce();
    await this.#connected?.connection.close();
    await this.#running;
  }

  async #whenConnected(signal: AbortSignal): Promise<Connected> {
    const isRefused = () => this.#failure instanceof AuthorizationError;
    const before = this.#failure;
    await this.#until(() => this.connected !== null || (isRefused() && this.#failure !== before), signal);
    if (this.connected === null) throw this.#noAnswer();
    return this.connected;
  }

  #noAnswer(): NoAnswer {
    if (this.#connected !== null) return new NoAnswer('the server did not answer in time');
    const cause = this.#failure;
    const detail = cause instanceof Error ? cause.message : 'not connected yet';
    return new NoAnswer(detail, { cause, isRefused: cause instanceof AuthorizationError });
  }

  /** The client reconnects by itself, but gives up at the first connection and when the credentials are refused. */
  async #run(): Promise<void> {
    const { signal } = this.#ends;
    while (!signal.aborted) {
      try {
        const connection = await connect(await this.#options());
        if (signal.aborted) await connection.close();
        else await this.#use(connection);
      } catch (error) {
        this.#failure = error;
        this.#announce();
      }
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #use(connection: NatsConnection): Promise<void> {
    const options = { timeout: this.#servers.timeoutMs, checkAPI: false };
    const manager = await jetstreamManager(connection, options);
    this.#connected = { connection, manager, stream: jetstream(connection, options) };
    this.#failure = null;
    this.#announce();
    const failure = await connection.closed();
    this.#connected = null;
    this.#failure = failure ?? null;
    this.#announce();
  }

  async #options() {
    const { servers, member, caFile, timeoutMs } = this.#servers;
    const seed = typeof this.#servers.seed === 'function' ? await this.#servers.seed() : this.#servers.seed;
    return {
      servers: [...servers],
      name: member,
      inboxPrefix: `_INBOX_${member}`,
      timeout: timeoutMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_JITTER_MS,
      reconnectJitterTLS: RECONNECT_JITTER_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
      ...(seed === null ? {} : { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
      // The client ignores `tls:` in an address. It insists on TLS only with options for it.
      ...(servers.every((server) => isPlainServer(new URL(server))) ? {} : { tls: await tlsOptions(caFile) }),
      // A server could name others, with which the connection would not be as the administrator wanted it.
      ignoreClusterUpdates: true,
    };
  }

  #announce(): void {
    this.#change();
    this.#changed = new Promise((resolve) => (this.#change = resolve));
  }
}
