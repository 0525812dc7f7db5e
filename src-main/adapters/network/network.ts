/** Makes each client's own connections: `destroy` closes every socket, even one that is still connecting. */
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import {
  buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
  fetch,
  Pool,
  type RequestInit,
  type Response,
} from 'undici';
import { usesSystemProxy, proxiesFor, type ProxyEnvironment } from './system-proxies.ts';
import { failureKindOf, ConnectError, networkFailureOf } from './network-failure.ts';
import { proxyFor, proxyLabel } from './proxy-choice.ts';
import { type Proxies, proxiesOf } from './proxy-environment.ts';
import { trustedContext } from './trusted-certificates.ts';

export interface Network {
  /** @throws AppError BAD_PROFILE if `caFile` is invalid */
  checkAuthorities(caFile: string | null): Promise<void>;
  /** @throws AppError BAD_PROFILE if `caFile` is invalid; ConnectError if the proxy's address is invalid */
  open(options: ConnectionOptions): Promise<Connections>;
}

export interface NetworkRoute {
  readonly caFile: string | null;
  /** `environment`: HTTPS_PROXY, HTTP_PROXY and NO_PROXY; `none`; or an address, to which NO_PROXY applies, too. */
  readonly proxy: string;
}

export interface ConnectionOptions extends NetworkRoute {
  /** Limit for TCP and TLS together, for the proxy and then for the service. */
  readonly connectTimeoutMs: number;
  readonly onConnected?: (socket: Socket) => void;
}

export interface Connections {
  /** Only connecting has a timeout; the caller's signal limits the rest. */
  readonly fetch: (url: string, init: Omit<RequestInit, 'dispatcher'>) => Promise<Response>;
  /** Idempotent. */
  destroy(): Promise<void>;
}

/** Reads the environment at each `open`, and the computer's own settings at each request. */
export function createNetwork(surroundings: ProxyEnvironment): Network {
  return {
    async checkAuthorities(caFile) {
      if (caFile !== null) await trustedContext(caFile);
    },
    async open({ caFile, proxy, connectTimeoutMs, onConnected }) {
      const secureContext = await trustedContext(caFile);
      const sockets = createSockets();
      // A reset of one request's socket must be visible: no HTTP/2. NODE_TLS_REJECT_UNAUTHORIZED must have no effect.
      const tls = { secureContext, allowH2: false, rejectUnauthorized: true };
      const agentOf = (proxies: Proxies): EnvHttpProxyAgent =>
        new EnvHttpProxyAgent({
          ...proxies,
          connect: buildConnector({ ...tls, timeout: connectTimeoutMs }),
          connectTimeout: connectTimeoutMs,
          requestTls: tls,
          proxyTls: tls,
          ...untimed,
          factory: (origin, options: ConnectorOf) =>
            new Pool(origin, {
              ...options,
              connect: trackedConnector(options.connect, serviceError, sockets, onConnected),
            }),
          clientFactory: (origin, options: ConnectorOf) =>
            withTunnelErrors(
              new Pool(origin, {
                ...untimed,
                headersTimeout: Math.min(connectTimeoutMs, TUNNEL_TIMEOUT_MS),
                connect: trackedConnector(options.connect, proxyError, sockets),
              }),
            ),
        });
      const agents = createAgents(agentOf);
      // Throws for an invalid proxy address before any request is sent.
      const own = proxiesOf(proxy, surroundings.env);
      const proxiesTo = async (url: string, signal: AbortSignal | undefined): Promise<Proxies> =>
        usesSystemProxy(proxy, surroundings) ? await proxiesFor(proxy, new URL(url), surroundings, signal) : own;
      return {
        async fetch(url, init) {
          const proxies = await proxiesTo(url, init.signal ?? undefined);
          try {
            return await fetch(url, { ...init, dispatcher: agents.agentFor(proxies).compose(proxyRefusal) });
          } catch (error) {
            const { code, about, detail } = networkFailureOf(error);
            const through = about === 'proxy' ? proxyFor(new URL(url), proxies) : null;
            if (through === null) throw error;
            throw new ConnectError(code, about, detail, { cause: error, proxy: proxyLabel(through) });
          }
        },
        async destroy() {
          await agents.destroy();
          sockets.destroyAll();
        },
      };
    },
  };
}

/** Shorter than the client's total timeout, so that the failure names the proxy. */
const TUNNEL_TIMEOUT_MS = 10_000;

const untimed = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };

interface ConnectorOf {
  readonly connect: buildConnector.connector;
}

/** Holds an agent for each choice of proxies: the computer's settings may name another proxy for each address. */
function createAgents(make: (proxies: Proxies) => EnvHttpProxyAgent) {
  const made = new Map<string, EnvHttpProxyAgent>();
  let isOver = false;

  function agentFor(proxies: Proxies): EnvHttpProxyAgent {
    if (isOver) throw new ConnectError('DESTROYED', 'network', 'The connection is no longer needed.');
    const key = JSON.stringify(proxies);
    const agent = made.get(key) ?? make(proxies);
    made.set(key, agent);
    return agent;
  }

  async function destroy(): Promise<void> {
    isOver = true;
    await Promise.all([...made.values()].map((agent) => agent.destroy()));
  }

  return { agentFor, destroy };
}

function trackedConnector(
  connect: buildConnector.connector,
  explained: (error: Error, isTcpUp: boolean) => Error,
  sockets: Sockets,
  onConnected: (socket: Socket) => void = () => undefined,
): buildConnector.connector {
  return (options, callback) => {
    let isTcpUp = true;
    // Its type hides that it returns the socket immediately, long before it is connected. Through a tunnel it does not.
    const connecting: unknown = connect(options, (error, socket) => {
      if (error !== null) {
        callback(explained(error, isTcpUp), null);
        return;
      }
      sockets.add(socket, 'connected');
      onConnected(socket);
      callback(null, socket);
    });
    if (!(connecting instanceof Socket)) return;
    sockets.add(connecting, 'connecting');
    isTcpUp = false;
    connecting.once('connect', () => (isTcpUp = connecting instanceof TLSSocket));
  };
}

function serviceError(error: Error, isTcpUp: boolean): Error {
  if (error instanceof ConnectError) return error;
  const { code, detail } = networkFailureOf(error);
  const refused = /^Proxy response \((\d{3})\)/.exec(detail)?.[1];
  if (refused !== undefined)
    return new ConnectError(`HTTP ${refused}`, 'proxy', `The proxy refused the tunnel (HTTP ${refused}).`);
  if (code.startsWith('UND_ERR_PRX')) return proxyError(error);
  const about = failureKindOf(code);
  // Once TCP is connected, any failure before the first request is a handshake failure, except a timeout.
  const isHandshake = about === 'network' && isTcpUp && code !== 'UND_ERR_CONNECT_TIMEOUT';
  return new ConnectError(code, isHandshake ? 'handshake' : about, detail, { cause: error });
}

/** undici treats its own error code as a reason to reconnect: it would retry a proxy that only closes for ever. */
function withTunnelErrors(pool: Pool): Pool {
  const connect = pool.connect.bind(pool);
  const connectOnce = async (options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    try {
      return await connect(options);
    } catch (error) {
      throw error instanceof Error && error.name !== 'AbortError' ? proxyError(error) : error;
    }
  };
  pool.connect = connectOnce;
  return pool;
}

function proxyError(error: Error): Error {
  if (error instanceof ConnectError) return error;
  const { code, detail } = networkFailureOf(error);
  if (code === 'UND_ERR_SOCKET')
    return new ConnectError('PROXY_CLOSED', 'proxy', 'The proxy closed the connection instead of opening a tunnel.');
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return new ConnectError('TIMEOUT', 'proxy', 'The proxy did not answer the request for a tunnel.');
  return new ConnectError(code, 'proxy', detail, { cause: error });
}

/** Reports a 407 from a proxy early, because the Fetch standard turns it into an error without details. */
function proxyRefusal(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const started = handler.onResponseStart?.bind(handler);
    handler.onResponseStart = (controller, status, ...rest) => {
      if (status === 407)
        controller.abort(new ConnectError('HTTP 407', 'proxy', 'A proxy asks for a sign-in (HTTP 407).'));
      else started?.(controller, status, ...rest);
    };
    return dispatch(options, handler);
  };
}

/** Tracks every socket of one client, since undici forgets those that are not connected yet. */
function createSockets() {
  const states = new Map<Socket, 'connecting' | 'connected'>();

  function add(socket: Socket, state: 'connecting' | 'connected'): void {
    if (!states.has(socket)) socket.once('close', () => states.delete(socket));
    states.set(socket, state);
  }

  /** Destroys a connecting socket with an error, because only that ends undici's timer. */
  function destroyAll(): void {
    for (const [socket, state] of states)
      socket.destroy(state === 'connecting' ? new Error('The connection is no longer needed.') : undefined);
  }

  return { add, destroyAll };
}
type Sockets = ReturnType<typeof createSockets>;
