/**
 * Where the simulator listens and how others call that place: loopback unless told otherwise, HTTP or HTTPS, behind a
 * proxy or not, each API below a path of its own where that is asked for.
 */
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { type Prefixes, unprefixed } from './http/prefixes.ts';
import { ShapedResponse } from './http/shaped-response.ts';

export interface Listening {
  /** An address of this computer or a name of it. Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0, the default: any free one. */
  readonly port?: number | undefined;
  /** PEM. Left out: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** How clients call it, where a proxy stands before it; the proxy takes away the path of this address. */
  readonly publicUrl?: string | undefined;
  /** Paths before those of the document; what is left out has none. */
  readonly prefixes?: Partial<Prefixes> | undefined;
}

/** How the three APIs are called: `service-spec.md`, "Address placeholders". None ends with a slash. */
export interface Addresses {
  /** Where it listens. */
  readonly origin: string;
  readonly baseUrl: string;
  readonly eventsUrl: string;
  readonly authUrl: string;
  /** The address clients see is another's than the one requests come to. */
  readonly isProxied: boolean;
}

export const DEFAULT_HOST = '127.0.0.1';

export function serverFor(
  { tls }: Listening,
  serve: (request: IncomingMessage, response: ShapedResponse) => void,
): Server {
  const messages = { IncomingMessage, ServerResponse: ShapedResponse };
  return tls === undefined ? createServer(messages, serve) : createTlsServer({ ...tls, ...messages }, serve);
}

/** @throws the system's error where the place cannot be had (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, `ENOTFOUND`). */
export async function listen(server: Server, listening: Listening): Promise<Addresses> {
  const { host = DEFAULT_HOST, port = 0, tls, publicUrl } = listening;
  server.listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no TCP port.');
  const origin = `${tls === undefined ? 'http' : 'https'}://${inUrl(reachableHost(host))}:${address.port}`;
  const base = publicUrl === undefined ? origin : publicUrl.replace(/\/+$/, '');
  const prefixes = { ...unprefixed, ...listening.prefixes };
  return {
    origin,
    baseUrl: base + prefixes.base,
    eventsUrl: base + prefixes.events,
    authUrl: base + prefixes.auth,
    isProxied: publicUrl !== undefined,
  };
}

/** Nobody else can reach it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** False if it listens on another address than loopback, or behind a proxy. */
export function servesThisComputerOnly({ host = DEFAULT_HOST, publicUrl }: Listening): boolean {
  return isLoopback(host) && publicUrl === undefined;
}

/** All addresses of a computer are no address: it calls itself by loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return DEFAULT_HOST;
  return host === '::' ? '::1' : host;
}

/** RFC 3986 section 3.2.2. */
const inUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host);
