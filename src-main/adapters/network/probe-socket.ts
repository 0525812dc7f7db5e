/** Opens one socket for a probe, directly or through a proxy's tunnel. The caller destroys it. */
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { ProbeFailure } from '../../core/ports/connection-probe.ts';
import { networkFailureOf } from './network-failure.ts';
import { plainHost, proxyLabel } from './proxy-choice.ts';

/** A reachable server answers in a fraction of this, even after a lost packet or two. */
const PROBE_TIMEOUT_MS = 10_000;

export interface Target {
  readonly host: string;
  readonly port: number;
}

export function targetOf(address: URL): Target {
  return {
    host: plainHost(address.hostname),
    port: Number(address.port || (address.protocol === 'https:' ? 443 : 80)),
  };
}

/** @throws ProbeFailure; the signal's reason */
export async function directSocket({ host, port }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port });
  return await withProbeTimeout(
    signal,
    (resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('error', (error) => reject(probeFailureOf(error)));
    },
    () => socket.destroy(),
  );
}

/** @throws ProbeFailure (`proxy`); the signal's reason */
export async function tunnelledSocket(
  { host, port }: Target,
  proxy: URL,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const sendRequest = proxy.protocol === 'https:' ? tlsRequest : plainRequest;
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const request = sendRequest({
    ...targetOf(proxy),
    agent: false,
    method: 'CONNECT',
    path: address,
    headers: { host: address, ...authorization(proxy) },
    ...(proxy.protocol === 'https:' ? { secureContext, rejectUnauthorized: true } : {}),
  });
  let isProxyThere = false;
  request.once('socket', (socket) => socket.once('connect', () => (isProxyThere = true)));
  const tunnel = withProbeTimeout<Socket>(
    signal,
    (resolve, reject) => {
      request.once('connect', (response, socket) => {
        const status = response.statusCode ?? 0;
        if (status === 200) {
          resolve(socket);
          return;
        }
        socket.destroy();
        reject(
          proxyFailure(`HTTP ${status}`, `${proxyLabel(proxy)} answered HTTP ${status} instead of opening a tunnel`),
        );
      });
      request.once('error', (error) => {
        const { code, detail } = networkFailureOf(error);
        // Node's code for a connection that was closed before an answer came.
        reject(proxyFailure(code === 'ECONNRESET' ? 'PROXY_CLOSED' : code, detail));
      });
      request.end();
    },
    () => request.destroy(),
  );
  return await tunnel.catch((error: unknown) => {
    // If the proxy was reached, the address behind it may cause the timeout; otherwise the proxy does.
    const isProxyUnreachable = error instanceof ProbeFailure && error.about === 'time' && !isProxyThere;
    throw isProxyUnreachable ? proxyFailure(error.code, error.detail) : error;
  });
}

/** Runs `start` with a timeout. Calls `giveUp` unless it resolves. */
export async function withProbeTimeout<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  giveUp: () => void,
): Promise<T> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  const either = AbortSignal.any([signal, late]);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = (): void => {
    reject(
      late.aborted
        ? new ProbeFailure({ code: 'TIMEOUT', about: 'time', detail: `no answer in ${PROBE_TIMEOUT_MS / 1_000} s` })
        : new Error('The probe was cancelled.'),
    );
  };
  either.addEventListener('abort', abort, { once: true });
  try {
    start(resolve, reject);
    return await promise;
  } catch (error) {
    giveUp();
    signal.throwIfAborted();
    throw error;
  } finally {
    either.removeEventListener('abort', abort);
  }
}

export function probeFailureOf(error: unknown, usual: ProbeFailure['about'] = 'network'): ProbeFailure {
  const { code, detail, about } = networkFailureOf(error);
  return new ProbeFailure({ code, detail, about: about === 'network' ? usual : about }, { cause: error });
}

function proxyFailure(code: string, detail: string): ProbeFailure {
  return new ProbeFailure({ code, about: 'proxy', detail });
}

function authorization({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { 'proxy-authorization': `Basic ${credentials}` };
}
