/** Loopback and HTTP by default; optionally with a proxy and a path prefix for each API. */
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { Listening } from './configuration/configuration.ts';
import { settingTable } from './configuration/setting-table.ts';
import { unprefixed } from './http/prefixes.ts';
import { ShapedResponse } from './http/shaped-response.ts';

/** Addresses of the three APIs, without a trailing slash: `docs/service.md` §1.2. */
export interface Addresses {
  readonly origin: string;
  readonly baseUrl: string;
  readonly eventsUrl: string;
  readonly authUrl: string;
  readonly isProxied: boolean;
}

const DEFAULT_HOST = settingTable.host.default;

export function serverFor(
  { tls }: Listening,
  serve: (request: IncomingMessage, response: ShapedResponse) => void,
): Server {
  const messages = { IncomingMessage, ServerResponse: ShapedResponse };
  return tls === undefined ? createServer(messages, serve) : createTlsServer({ ...tls, ...messages }, serve);
}

/** @throws the error of the system (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, `ENOTFOUND`) */
export async function listen(server: Server, listening: Listening): Promise<Addresses> {
  const { host = DEFAULT_HOST, port = settingTable.port.default, tls, publicUrl } = listening;
  server.listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a TCP port.');
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

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function servesThisComputerOnly({ host = DEFAULT_HOST, publicUrl }: Listening): boolean {
  return isLoopback(host) && publicUrl === undefined;
}

/** Returns the loopback address instead of a wildcard address, which clients cannot call. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return DEFAULT_HOST;
  return host === '::' ? '::1' : host;
}

/** Encloses an IPv6 address in brackets: RFC 3986 section 3.2.2. */
const inUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host);
