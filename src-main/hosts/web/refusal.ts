/** Refuses a request. Repeats nothing from it, neither to the client nor in the log. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { contentSecurityPolicy } from '../../../src-shared/api/content-security-policy.ts';
import type { Refusal } from './access-guard.ts';
import type { RateLimitedLog } from './rate-limited-log.ts';

/** Sent with every answer. A page that needs more than its own files overrides the policy. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': contentSecurityPolicy({ nonce: null, socketOrigin: null }),
  'Cache-Control': 'no-store',
} as const;

export function refuseRequest(response: ServerResponse, refusal: Refusal, log: RateLimitedLog): void {
  logRefusal(refusal, log);
  response.writeHead(refusal.status, headersOf(refusal));
  response.end(`${refusal.reason}\n`);
}

/** Refuses a connection that has no response object: a socket to be upgraded, or bytes that are not HTTP. */
export function refuseSocket(socket: Duplex, refusal: Refusal, log: RateLimitedLog): void {
  logRefusal(refusal, log);
  const headers = Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusLine = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n`;
  socket.end(`${statusLine}${headers.join('')}\r\n${refusal.reason}\n`, () => socket.destroy());
}

function logRefusal({ status, reason }: Refusal, log: RateLimitedLog): void {
  log.warn(reason, 'A request to the web host was refused', { status, reason });
}

function headersOf({ reason }: Refusal): Record<string, string> {
  return {
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(reason) + 1),
    Connection: 'close',
  };
}
